import { Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import type { ImportColumn } from '@pimento/contract';
import type { ColumnChange } from './draft/column-edit.ts';
import type { DayOrder } from './draft/draft-types.ts';
import { guessSeparator } from './draft/target-options.ts';
import { useWizardTexts } from './texts/wizard-texts.ts';

/** Represents a line ending in a single-line input. */
const shownLineEnd = '\\n';

/**
 * Returns the allowed units as options. If no unit is chosen, an option with the label `ownUnits` comes first. If the chosen unit is not
 * allowed, it comes first.
 */
const unitOptions = (units: readonly string[], unit: string | undefined, ownUnits: string) =>
  unit !== undefined && units.includes(unit) ? [...units] : [unit ?? { value: '', label: ownUnits }, ...units];

/**
 * Inputs for how the cells of a column are read: the decimal sign of numbers, the order of day and month, the unit of quantities, and the
 * separator of lists.
 */
export function ColumnOptions(props: {
  name: string;
  column: ImportColumn;
  /** True if the attribute does not exist yet. Only then can the user choose whether the column is a list. */
  isNew: boolean;
  /** The decimal sign in use, or undefined while the question about it is open, and for columns without a decimal sign. */
  decimal: '.' | ',' | undefined;
  /** The order of day and month in use, or undefined while the question about it is open, and for columns without such dates. */
  date: DayOrder | undefined;
  /** The unit of values without a unit, or undefined if none is chosen. */
  unit: string | undefined;
  /** The allowed units, or undefined for columns that are not quantities. */
  units: readonly string[] | undefined;
  samples: readonly string[];
  disabled: boolean;
  onChange: (change: ColumnChange) => void;
}) {
  const { name, column, isNew, decimal, date, unit, units, samples, disabled, onChange } = props;
  const texts = useWizardTexts();
  const { target, separator } = column;
  if (!target) return null;
  const isList = target.kind === 'list';
  return (
    <Group gap="xs">
      {decimal !== undefined && (
        <NativeSelect
          size="xs"
          aria-label={texts.decimalOf(name)}
          disabled={disabled}
          value={decimal}
          data={[',', '.'].map((sign) => ({ value: sign, label: texts.signs[sign === ',' ? ',' : '.'] }))}
          onChange={({ currentTarget }) => onChange({ decimal: currentTarget.value === ',' ? ',' : '.' })}
        />
      )}
      {date !== undefined && (
        <NativeSelect
          size="xs"
          aria-label={texts.dateOf(name)}
          disabled={disabled}
          value={date}
          data={(['dmy', 'mdy'] as const).map((value) => ({ value, label: texts.dayOrders[value] }))}
          onChange={({ currentTarget }) => onChange({ date: currentTarget.value === 'dmy' ? 'dmy' : 'mdy' })}
        />
      )}
      {units !== undefined && (
        <NativeSelect
          size="xs"
          aria-label={texts.unitOf(name)}
          disabled={disabled}
          value={unit ?? ''}
          data={unitOptions(units, unit, texts.ownUnits)}
          onChange={({ currentTarget }) => onChange({ unit: currentTarget.value })}
        />
      )}
      {isNew && target.kind !== 'row' && (
        <Checkbox
          size="xs"
          label={texts.several}
          aria-label={texts.severalOf(name)}
          disabled={disabled}
          checked={isList}
          onChange={({ currentTarget }) =>
            onChange({
              target: { ...target, kind: currentTarget.checked ? 'list' : 'value' },
              separator: guessSeparator(samples) ?? '|',
            })
          }
        />
      )}
      {isList && (
        <TextInput
          size="xs"
          w={64}
          maxLength={10}
          aria-label={texts.separatorOf(name)}
          disabled={disabled}
          value={(separator ?? '|').replaceAll('\n', shownLineEnd)}
          onChange={({ currentTarget }) => onChange({ separator: currentTarget.value.replaceAll(shownLineEnd, '\n') })}
        />
      )}
    </Group>
  );
}
