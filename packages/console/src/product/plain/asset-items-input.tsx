import { ActionIcon, Group, Stack, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import classes from '../../assets/assets.module.css';
import { AssetDrop } from '../../assets/library/asset-drop.tsx';
import { useLibraryTexts } from '../../assets/library/library-texts.ts';
import { AssetThumbnail } from '../../assets/record/asset-thumbnail.tsx';
import { TextLines } from '../../ui/fields/text-lines.tsx';
import { AssetButtons } from './asset-input.tsx';
import { movedItem } from '../../ui/sortable/moved-item.ts';
import { useStable } from './use-stable.ts';

interface ListProps {
  label: string;
  value: unknown;
  onChange: (value: string[]) => void;
  autoFocus: boolean;
}

/** An input for a list of assets: pictures that are ordered by dragging or with buttons, chosen from the library, or uploaded. */
export function AssetItemsInput({ label, value, onChange, autoFocus }: ListProps) {
  const items = Array.isArray(value) ? value.map(String) : [];
  // stable, so that an upload adds to the list as it is when the upload ends
  const add = useStable((assetIds: string[]) =>
    onChange([...items, ...assetIds.filter((assetId) => !items.includes(assetId))]),
  );
  return (
    <AssetDrop isMultiple onStored={add}>
      <Stack gap={6}>
        {items.length > 0 && <AssetItems {...{ label, items, onChange, autoFocus }} />}
        <Group gap={6}>
          <AssetButtons label={label} isMultiple onPick={add} />
        </Group>
      </Stack>
    </AssetDrop>
  );
}

function AssetItems(props: Omit<ListProps, 'value'> & { items: string[] }) {
  const { label, items, onChange, autoFocus } = props;
  const texts = useLibraryTexts();
  const [dragged, setDragged] = useState<number>();
  const [target, setTarget] = useState<number>();
  const drop = () => {
    if (dragged !== undefined && target !== undefined && dragged !== target)
      onChange(movedItem(items, dragged, target));
    setDragged(undefined);
    setTarget(undefined);
  };
  return (
    <ul className={classes.items} aria-label={label}>
      {items.map((item, at) => (
        <li
          key={at}
          className={classes.item}
          data-dragged={dragged === at || undefined}
          data-target={(dragged !== undefined && target === at) || undefined}
          onDragOver={(event) => {
            if (dragged === undefined) return;
            event.preventDefault();
            setTarget(at);
          }}
        >
          {/* only the picture is dragged, so that text can be selected in the field */}
          <span className={classes.small} draggable onDragStart={() => setDragged(at)} onDragEnd={drop}>
            <AssetThumbnail assetId={item} size="small" alt="" />
          </span>
          <div className={classes.itemText}>
            <TextLines
              aria-label={`${label} ${at + 1}`}
              minRows={1}
              maxRows={3}
              lines={false}
              value={item}
              autoFocus={autoFocus && at === 0}
              onChange={(text) => onChange(items.with(at, text))}
            />
          </div>
          <ItemButton
            label={texts.up(`${label} ${at + 1}`)}
            Icon={IconArrowUp}
            isDisabled={at === 0}
            onClick={() => onChange(movedItem(items, at, at - 1))}
          />
          <ItemButton
            label={texts.down(`${label} ${at + 1}`)}
            Icon={IconArrowDown}
            isDisabled={at === items.length - 1}
            onClick={() => onChange(movedItem(items, at, at + 1))}
          />
          <ItemButton
            label={texts.remove(`${label} ${at + 1}`)}
            Icon={IconX}
            onClick={() => onChange(items.toSpliced(at, 1))}
          />
        </li>
      ))}
    </ul>
  );
}

function ItemButton(props: { label: string; Icon: typeof IconX; isDisabled?: boolean; onClick: () => void }) {
  const { label, Icon, isDisabled = false, onClick } = props;
  return (
    <Tooltip label={label} withArrow disabled={isDisabled}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={isDisabled} onClick={onClick}>
        <Icon size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
