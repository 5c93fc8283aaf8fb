import { ActionIcon, Group, Stack } from '@mantine/core';
import type { AttributeDefinition } from '@pimento/contract';
import { IconX } from '@tabler/icons-react';
import { useMessages } from '../../i18n/language.tsx';
import type { Structure } from '../../session/structure.ts';
import { AddButton, RepeatedFields } from '../../ui/repeated-fields.tsx';
import classes from './values.module.css';
import { TextValueInput } from './text-value-input.tsx';
import { isRow } from './value-view.tsx';

interface InputProps {
  label: string;
  value: unknown;
  definition: AttributeDefinition | undefined;
  structure: Structure;
  onChange: (value: unknown) => void;
  autoFocus?: boolean;
  /** The label of the row that contains the input. */
  within?: string;
}

/** An input for a value of any type. */
export function ValueInput(props: InputProps) {
  const { label, value, definition, structure, onChange, autoFocus } = props;
  const t = useMessages();
  if (definition?.type.id.toLowerCase() === 'composite')
    return (
      <RowsInput
        label={label}
        fullLabel={props.within === undefined ? label : `${label} (${props.within})`}
        autoFocus={autoFocus ?? false}
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
      {items.map((item, index) => (
        <Group key={index} gap={4} wrap="nowrap" align="flex-start">
          <div style={{ flex: 1 }}>
            <TextValueInput
              label={`${label} ${index + 1}`}
              value={item}
              definition={definition}
              onChange={(next) => onChange(items.with(index, next))}
              autoFocus={(autoFocus ?? false) && index === 0}
            />
          </div>
          <ActionIcon
            variant="subtle"
            color="gray"
            mt={4}
            aria-label={t.product.removeValue(index + 1)}
            onClick={() => onChange(items.toSpliced(index, 1))}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      <AddButton
        label={t.product.addValue}
        autoFocus={(autoFocus ?? false) && items.length === 0}
        onClick={() => onChange([...items, ''])}
      />
    </Stack>
  );
}

type Row = Record<string, unknown>;

/** The rows of a composite, each with an input for every child. Other properties of a row are kept unchanged. */
function RowsInput(props: {
  label: string;
  /** The label, including the enclosing row; unique even if several rows contain the same composite. */
  fullLabel: string;
  /** Whether to focus the first field on mount. */
  autoFocus: boolean;
  rows: Row[];
  definition: AttributeDefinition;
  structure: Structure;
  onChange: (rows: Row[]) => void;
}) {
  const { label, fullLabel, autoFocus, rows, definition, structure, onChange } = props;
  const t = useMessages();
  const children = structure.childrenOf(definition.path);
  const changed = (row: Row, name: string, value: unknown): Row => {
    const { [name]: _before, ...rest } = row;
    const isGone = value === '' || (Array.isArray(value) && value.length === 0);
    // assigning to an existing property keeps its position
    return isGone ? rest : { ...row, [name]: value };
  };
  return (
    <RepeatedFields
      items={rows}
      legend={(position) => t.product.row(position, label)}
      remove={(position) => t.product.removeRow(position, fullLabel)}
      add={t.product.addRow(fullLabel)}
      autoFocusAdd={autoFocus && (rows.length === 0 || children.length === 0)}
      fresh={{}}
      onChange={onChange}
    >
      {(row, change, rowIndex) => (
        <div className={classes.rowFields}>
          {children.map((child, childIndex) => (
            <div key={child.path} data-wide={child.type.multiValue || undefined}>
              <span className={classes.fieldLabel}>{child.name}</span>
              <ValueInput
                label={child.name}
                value={row[child.name]}
                definition={child}
                structure={structure}
                within={t.product.row(rowIndex + 1, fullLabel)}
                autoFocus={autoFocus && rowIndex === 0 && childIndex === 0}
                onChange={(value) => change(changed(row, child.name, value))}
              />
            </div>
          ))}
        </div>
      )}
    </RepeatedFields>
  );
}
