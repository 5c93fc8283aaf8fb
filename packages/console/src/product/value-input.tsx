import { ActionIcon, Button, Group, Stack } from '@mantine/core';
import type { AttributeDefinition } from '@pimento/contract';
import { IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { useMessages } from '../i18n/language.tsx';
import type { Structure } from '../session/use-structure.ts';
import classes from './product.module.css';
import { TextValueInput } from './text-value-input.tsx';
import { isRow } from './value-view.tsx';

interface InputProps {
  label: string;
  value: unknown;
  definition: AttributeDefinition | undefined;
  structure: Structure;
  onChange: (value: unknown) => void;
  autoFocus?: boolean;
}

/** An input for a value of any definition. */
export function ValueInput(props: InputProps) {
  const { label, value, definition, structure, onChange, autoFocus } = props;
  const t = useMessages();
  if (definition?.type.id.toLowerCase() === 'composite')
    return (
      <RowsInput
        rows={Array.isArray(value) ? value.filter(isRow) : []}
        definition={definition}
        structure={structure}
        onChange={onChange}
      />
    );
  if (definition?.type.multiValue !== true)
    return (
      <TextValueInput
        label={label}
        value={value}
        definition={definition}
        onChange={onChange}
        autoFocus={autoFocus ?? false}
      />
    );
  const items: unknown[] = Array.isArray(value) ? value : [];
  return (
    <Stack gap={6} align="stretch">
      {items.map((item, place) => (
        <Group key={place} gap={4} wrap="nowrap" align="flex-start">
          <div style={{ flex: 1 }}>
            <TextValueInput
              label={`${label} ${place + 1}`}
              value={item}
              definition={definition}
              onChange={(next) => onChange(items.with(place, next))}
              autoFocus={(autoFocus ?? false) && place === 0}
            />
          </div>
          <ActionIcon
            variant="subtle"
            color="gray"
            mt={4}
            aria-label={t.product.removeValue(place + 1)}
            onClick={() => onChange(items.toSpliced(place, 1))}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={14} aria-hidden />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => onChange([...items, ''])}
      >
        {t.product.addValue}
      </Button>
    </Stack>
  );
}

type Row = Record<string, unknown>;

/** Rows of a composite, each with an input for every child. What a row holds beside the known children is kept as it is. */
function RowsInput(props: {
  rows: Row[];
  definition: AttributeDefinition;
  structure: Structure;
  onChange: (rows: Row[]) => void;
}) {
  const { rows, definition, structure, onChange } = props;
  const t = useMessages();
  const children = structure.childrenOf(definition.path);
  const change = (place: number, name: string, value: unknown) => {
    const row = { ...rows[place] };
    if (value === '' || (Array.isArray(value) && value.length === 0)) delete row[name];
    else row[name] = value;
    onChange(rows.with(place, row));
  };
  return (
    <Stack gap="xs">
      {rows.map((row, place) => (
        <fieldset key={place} className={classes.rowInput}>
          <legend>{t.product.row(place + 1)}</legend>
          <div className={classes.rowFields}>
            {children.map((child) => (
              <div key={child.path} data-wide={child.type.multiValue || undefined}>
                <span className={classes.fieldLabel}>{child.name}</span>
                <ValueInput
                  label={child.name}
                  value={row[child.name]}
                  definition={child}
                  structure={structure}
                  onChange={(value) => change(place, child.name, value)}
                />
              </div>
            ))}
          </div>
          <ActionIcon
            className={classes.rowRemove}
            variant="subtle"
            color="gray"
            aria-label={t.product.removeRow(place + 1)}
            onClick={() => onChange(rows.toSpliced(place, 1))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </fieldset>
      ))}
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={14} aria-hidden />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => onChange([...rows, {}])}
      >
        {t.product.addRow}
      </Button>
    </Stack>
  );
}
