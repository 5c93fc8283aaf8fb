import { Text } from '@mantine/core';
import type { AttributeDefinition } from '@pimento/contract';
import { useValueWords } from '../../session/labels/use-show-text.ts';
import { optionsOf } from '../../session/labels/value-options.ts';
import { isMoment } from '../../session/labels/value-text.ts';
import { LongSelect } from '../../ui/fields/long-select.tsx';
import { TextLines } from '../../ui/fields/text-lines.tsx';
import { FormattedInput } from '../formatted/formatted-input.tsx';
import { isNumberType } from '../rows/row-columns.ts';
import { DateInput } from './date-input.tsx';
import { keepListKeys } from './list-keys.ts';
import { MomentInput } from './moment-input.tsx';
import { QuantityInput } from './quantity-input.tsx';
import { isQuantity } from './quantity-text.ts';
import { ReferenceInput } from './reference-input.tsx';

/** The keyboard that phones show, by the type of the attribute. */
const inputModes: Record<string, 'numeric' | 'decimal'> = { integer: 'numeric', decimal: 'decimal', gtin: 'numeric' };

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value);

/** Maximum number of characters of a unit that is shown in an input. */
const maxUnitLetters = 10;

/** Shows the unit of a number at the end of its input, if the attribute has exactly one unit and this is not too long. */
function unitSection(definition: AttributeDefinition | undefined) {
  const [unit, ...others] = definition?.units ?? [];
  if (unit === undefined || others.length > 0 || unit.length > maxUnitLetters || !isNumberType(definition)) return {};
  return {
    rightSection: (
      <Text size="xs" c="dimmed">
        {unit}
      </Text>
    ),
    rightSectionWidth: `${unit.length + 3}ch`,
    rightSectionPointerEvents: 'none' as const,
  };
}

const isDay = (text: string): boolean => text === '' || /^\d{4}-\d\d-\d\d$/.test(text);

/**
 * Renders a select if the attribute has a list of allowed values or is a boolean, a product search for a reference, the input of the
 * browser for a date or a time, a number with a select for a quantity, and an editor for formatted text. Renders a text field for all other
 * attributes, and for a value that the select, the date input or the quantity input cannot show.
 */
export function TextValueInput({
  label,
  value,
  definition,
  onChange,
  autoFocus,
  size = 'sm',
}: {
  label: string;
  value: unknown;
  definition: AttributeDefinition | undefined;
  onChange: (value: unknown) => void;
  autoFocus?: boolean;
  size?: 'xs' | 'sm';
}) {
  const words = useValueWords();
  const choices = optionsOf(definition, words);
  const type = definition?.type.id.toLowerCase() ?? '';
  const text = textOf(value);
  if (choices && (text === '' || choices.some((choice) => choice.value === text)))
    return (
      <div onKeyDown={keepListKeys}>
        <LongSelect
          aria-label={label}
          size={size}
          data={choices}
          value={text === '' ? null : text}
          onChange={(next) => onChange(next ?? '')}
          data-one-line // Enter saves when the list is closed
          clearable
          allowDeselect={false} // otherwise Enter in the open list would clear the chosen value
          autoFocus={autoFocus ?? false}
        />
      </div>
    );
  if (type === 'reference')
    return <ReferenceInput label={label} size={size} autoFocus={autoFocus ?? false} value={text} onChange={onChange} />;
  if (type === 'date' && isDay(text))
    return <DateInput label={label} size={size} autoFocus={autoFocus ?? false} value={text} onChange={onChange} />;
  if (type === 'datetime' && (text === '' || isMoment(text)))
    return <MomentInput label={label} size={size} autoFocus={autoFocus ?? false} value={text} onChange={onChange} />;
  const units = definition?.units ?? [];
  if (type === 'quantity' && isQuantity(text, units))
    return <QuantityInput {...{ label, size, units, onChange }} autoFocus={autoFocus ?? false} value={text} />;
  if (type === 'html')
    return <FormattedInput {...{ label, size, onChange }} autoFocus={autoFocus ?? false} value={text} />;
  return (
    <TextLines
      aria-label={label}
      size={size}
      inputMode={inputModes[type] ?? 'text'}
      minRows={1}
      maxRows={12}
      // names, families, categories and attributes of any type except `string` have a single line
      lines={type === 'string'}
      value={text}
      autoFocus={autoFocus ?? false}
      onChange={onChange}
      {...unitSection(definition)}
    />
  );
}
