import type { AttributeDefinition } from '@pimento/contract';
import type { FocusEvent } from 'react';
import { ItemsInput } from '../plain/items-input.tsx';
import { TextValueInput } from '../plain/text-value-input.tsx';
import { isNumberType } from '../rows/row-columns.ts';
import { AssetCell } from './asset-cell.tsx';
import classes from './nested.module.css';

/** Selects the text of an input, so that typing replaces it. */
function selectText({ target }: FocusEvent): void {
  if (target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text'))
    target.select();
}

/** The input of one cell. Its type depends on the definition of the attribute. */
export function NestedInput(props: {
  label: string;
  value: unknown;
  definition: AttributeDefinition | undefined;
  /**
   * True if a typed character opened the input and replaced the value. The character is then not selected, so that further typing does not
   * replace it.
   */
  isReplaced: boolean;
  onChange: (value: unknown) => void;
}) {
  const { label, value, definition, isReplaced, onChange } = props;
  const type = definition?.type.id.toLowerCase();
  const isMultiple = definition?.type.multiValue === true;
  return (
    <div
      className={classes.input}
      data-number={isNumberType(definition) || undefined}
      onFocus={isReplaced ? undefined : selectText}
      // Safari does not focus a pressed button, so the focus would leave the cell and the input would close
      onMouseDown={(event) => {
        if (event.target instanceof Element && event.target.closest('button')) event.preventDefault();
      }}
    >
      {type === 'asset' ? (
        <AssetCell label={label} value={value} definition={definition} onChange={onChange} />
      ) : isMultiple ? (
        <ItemsInput label={label} value={value} definition={definition} onChange={onChange} autoFocus />
      ) : (
        <TextValueInput label={label} value={value} definition={definition} onChange={onChange} autoFocus size="xs" />
      )}
    </div>
  );
}
