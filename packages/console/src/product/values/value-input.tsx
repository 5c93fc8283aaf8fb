import type { AttributeDefinition } from '@pimento/contract';
import { memo } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import type { Structure } from '../../session/structure.ts';
import { RepeatedFields } from '../../ui/repeated-fields.tsx';
import { ItemsInput } from './items-input.tsx';
import { OnScreen } from './on-screen.tsx';
import { changedRow, estimatedHeight, type Row } from './row-rules.ts';
import { TextValueInput } from './text-value-input.tsx';
import { useStable } from './use-stable.ts';
import { isRow } from './value-view.tsx';
import classes from './values.module.css';

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
  const { label, value, definition, structure, onChange, autoFocus = false } = props;
  if (definition?.type.id.toLowerCase() === 'composite')
    return (
      <RowsInput
        label={label}
        fullLabel={props.within === undefined ? label : `${label} (${props.within})`}
        autoFocus={autoFocus}
        rows={Array.isArray(value) ? value.filter(isRow) : []}
        definition={definition}
        structure={structure}
        onChange={onChange}
      />
    );
  if (definition?.type.multiValue !== true)
    return (
      <TextValueInput label={label} value={value} definition={definition} onChange={onChange} autoFocus={autoFocus} />
    );
  return <ItemsInput label={label} value={value} definition={definition} onChange={onChange} autoFocus={autoFocus} />;
}

interface RowsProps {
  label: string;
  /** The label, including the enclosing row; unique even if several rows contain the same composite. */
  fullLabel: string;
  /** Whether to focus the first field on mount. */
  autoFocus: boolean;
  rows: Row[];
  definition: AttributeDefinition;
  structure: Structure;
  onChange: (rows: Row[]) => void;
}

/**
 * The rows of a composite, each with an input for every child. Other properties of a row are kept unchanged. Only rows near the visible part
 * of the page have inputs, and a changed value renders only its own row again.
 */
function RowsInput({ label, fullLabel, autoFocus, rows, definition, structure, onChange }: RowsProps) {
  const t = useMessages();
  const children = structure.childrenOf(definition.path);
  const change = useStable((index: number, row: Row) => onChange(rows.with(index, row)));
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
      {(row, _change, index) => (
        <OnScreen height={estimatedHeight(row, children)} isEager={autoFocus && index === 0}>
          <RowInput
            index={index}
            row={row}
            rowLabel={t.product.row(index + 1, fullLabel)}
            definition={definition}
            structure={structure}
            autoFocus={autoFocus && index === 0}
            onChange={change}
          />
        </OnScreen>
      )}
    </RepeatedFields>
  );
}

/** The number of inputs that a visible row renders at once; a row of the GS1 standard can have hundreds. */
const eagerFields = 30;
const fieldHeight = 36;

const RowInput = memo(function RowInput(props: {
  index: number;
  row: Row;
  rowLabel: string;
  definition: AttributeDefinition;
  structure: Structure;
  autoFocus: boolean;
  onChange: (index: number, row: Row) => void;
}) {
  const { index, row, rowLabel, definition, structure, autoFocus, onChange } = props;
  const change = useStable((name: string, value: unknown) => onChange(index, changedRow(row, name, value)));
  return (
    <div className={classes.rowFields}>
      {structure.childrenOf(definition.path).map((child, at) => (
        <div key={child.path} data-wide={child.type.multiValue || undefined}>
          <span className={classes.fieldLabel}>{child.name}</span>
          <OnScreen height={fieldHeight} isEager={at < eagerFields}>
            <ChildInput
              child={child}
              value={row[child.name]}
              structure={structure}
              within={rowLabel}
              autoFocus={autoFocus && at === 0}
              onChange={change}
            />
          </OnScreen>
        </div>
      ))}
    </div>
  );
});

const ChildInput = memo(function ChildInput(props: {
  child: AttributeDefinition;
  value: unknown;
  structure: Structure;
  within: string;
  autoFocus: boolean;
  onChange: (name: string, value: unknown) => void;
}) {
  const { child, onChange, ...input } = props;
  return (
    <ValueInput {...input} label={child.name} definition={child} onChange={(value) => onChange(child.name, value)} />
  );
});
