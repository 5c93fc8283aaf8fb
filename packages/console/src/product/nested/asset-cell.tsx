import { ActionIcon, Tooltip } from '@mantine/core';
import type { AttributeDefinition } from '@pimento/contract';
import { IconPhotoSearch } from '@tabler/icons-react';
import { type FocusEvent, type SyntheticEvent, useRef, useState } from 'react';
import { LibraryDialog } from '../../assets/library/library-loader.tsx';
import { useLibraryTexts } from '../../assets/library/library-texts.ts';
import { ItemsInput } from '../plain/items-input.tsx';
import { TextValueInput } from '../plain/text-value-input.tsx';
import classes from './nested.module.css';

/** True for an event of the dialog, which React also reports to the elements around the cell that opened it. */
const isOfDialog = ({ target, currentTarget }: SyntheticEvent): boolean =>
  target instanceof Node && currentTarget instanceof Node && !currentTarget.contains(target);

/** Stops an event in the dialog from reaching the table, which would handle it as an event in the cell, such as a key press. */
function keep(event: SyntheticEvent): void {
  if (isOfDialog(event)) event.stopPropagation();
}

/** Keeps the cell open when the focus moves to the dialog or inside it. */
function keepOpen(event: FocusEvent): void {
  const isEntering = event.relatedTarget instanceof Element && event.relatedTarget.closest('[role=dialog]') !== null;
  if (isEntering || isOfDialog(event)) event.stopPropagation();
}

/** The input of a cell with one or several assets: their ids, and a button that chooses from the library or uploads a file. */
export function AssetCell(props: {
  label: string;
  value: unknown;
  definition: AttributeDefinition | undefined;
  onChange: (value: unknown) => void;
}) {
  const { label, value, definition, onChange } = props;
  const texts = useLibraryTexts();
  const [isOpen, setOpen] = useState(false);
  const cell = useRef<HTMLDivElement>(null);
  const isMultiple = definition?.type.multiValue === true;
  const pick = (assetId: string) => {
    const items = Array.isArray(value) ? value.map(String) : [];
    onChange(isMultiple ? [...items.filter((item) => item !== assetId), assetId] : assetId);
    setOpen(false);
    cell.current?.querySelector<HTMLElement>('textarea, input')?.focus();
  };
  return (
    <div
      ref={cell}
      className={classes.assetCell}
      onBlur={keepOpen}
      onFocus={keep}
      onKeyDown={keep}
      onPaste={keep}
      onCopy={keep}
      onMouseDown={keep}
      onClick={keep}
    >
      <div>{isMultiple ? <ItemsInput {...props} autoFocus /> : <TextValueInput {...props} autoFocus size="xs" />}</div>
      <Tooltip label={texts.choose} withArrow>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={texts.chooseFor(label)}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <IconPhotoSearch size={16} />
        </ActionIcon>
      </Tooltip>
      {isOpen && <LibraryDialog label={label} onPick={pick} onClose={() => setOpen(false)} />}
    </div>
  );
}
