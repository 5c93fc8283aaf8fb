import type { AttributeDefinition } from '@pimento/contract';
import { LongSelect } from '../../ui/fields/long-select.tsx';
import { TextLines } from '../../ui/fields/text-lines.tsx';
import { isRow } from '../rows/row-path.ts';
import { DateInput } from './date-input.tsx';
import { ReferenceInput } from './reference-input.tsx';

/** Returns the allowed values of an attribute, or undefined if any value is allowed. */
export function choicesOf(definition: AttributeDefinition | undefined): { value: string; label: string }[] | undefined {
  const list = definition?.restriction?.['listOfValues'];
  if (!Array.isArray(list)) return undefined;
  return list.flatMap((item: unknown) => {
    const value = isRow(item) ? item['value'] : item;
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    const label = isRow(item) && typeof item['label'] === 'string' ? `${item['label']} (${value})` : String(value);
    return [{ value: String(value), label }];
  });
}

/** Keyboards of phones by type of attribute. */
const inputModes: Record<string, 'numeric' | 'decimal'> = { integer: 'numeric', decimal: 'decimal', gtin: 'numeric' };

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value);

const isDay = (text: string): boolean => text === '' || /^\d{4}-\d\d-\d\d$/.test(text);

/**
 * Renders a select if the attribute has a list of allowed values, a search for a product, and the input of the browser for a date. Renders a text field for all other
 * attributes, and for a value that the select or the date input cannot show.
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
  const choices = choicesOf(definition);
  const text = textOf(value);
  if (choices && (text === '' || choices.some((choice) => choice.value === text)))
    return (
      <LongSelect
        aria-label={label}
        size={size}
        data={choices}
        value={text === '' ? null : text}
        onChange={(next) => onChange(next ?? '')}
        clearable
        autoFocus={autoFocus ?? false}
      />
    );
  if (definition?.type.id.toLowerCase() === 'reference')
    return <ReferenceInput label={label} size={size} autoFocus={autoFocus ?? false} value={text} onChange={onChange} />;
  if (definition?.type.id.toLowerCase() === 'date' && isDay(text))
    return <DateInput label={label} size={size} autoFocus={autoFocus ?? false} value={text} onChange={onChange} />;
  return (
    <TextLines
      aria-label={label}
      size={size}
      inputMode={inputModes[definition?.type.id.toLowerCase() ?? ''] ?? 'text'}
      minRows={1}
      maxRows={12}
      // names, families, categories and attributes of any type except `string` have a single line
      lines={definition?.type.id.toLowerCase() === 'string'}
      value={text}
      autoFocus={autoFocus ?? false}
      onChange={onChange}
    />
  );
}
