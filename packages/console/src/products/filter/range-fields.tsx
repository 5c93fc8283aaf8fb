import { Group, NativeSelect, Text, TextInput } from '@mantine/core';
import type { AttributeDefinition } from '@pimento/contract';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { quantityText } from '../../product/plain/quantity-text.ts';
import type { ProductSearch } from '../../product-query/product-search.ts';
import { type FilterDraft, isLocalTime, rangeKindOf } from './filter-draft.ts';
import { useFilterTexts } from './filter-texts.ts';
import { useFieldValues } from './use-field-values.ts';
import { valueHint } from './value-hint.ts';

/** The ends of a range of numbers or dates. Both ends are included in the range. One of them may be empty. */
export function RangeFields(props: {
  path: readonly string[];
  definition: AttributeDefinition | undefined;
  search: ProductSearch;
  draft: FilterDraft;
  onChange: (change: Partial<FilterDraft>) => void;
}) {
  const { path, definition, search, draft, onChange } = props;
  const t = useMessages();
  const texts = useFilterTexts();
  const { data } = useFieldValues(path, search);
  const { language } = useLanguage();
  const kind = rangeKindOf(definition);
  const isDate = kind === 'date';
  /** Returns the hint for an end of the range. An end of a range of quantities is a number, because the unit has its own select. */
  const hintOf = (text: string) =>
    kind === 'quantity' && definition
      ? valueHint(
          t,
          { ...definition, type: { ...definition.type, id: 'decimal' } },
          quantityText({ amount: text, unit: '' }, language),
        )
      : valueHint(t, definition, text);
  const ends = [
    { end: 'from', label: t.products.from, hint: data?.min },
    { end: 'to', label: t.products.to, hint: data?.max },
  ] as const;
  return (
    <>
      <Group grow align="flex-start">
        {ends.map(({ end, label, hint }) => (
          <TextInput
            key={end}
            data-autofocus
            type={isDate ? 'date' : 'text'}
            inputMode={isDate ? undefined : 'decimal'}
            label={label}
            placeholder={hint ?? undefined}
            value={draft[end]}
            error={hintOf(draft[end])}
            onChange={({ currentTarget }) => onChange({ [end]: currentTarget.value })}
          />
        ))}
      </Group>
      {kind === 'quantity' && <UnitSelect definition={definition} draft={draft} onChange={onChange} />}
      {data && data.min !== null && data.max !== null && (
        <Text size="xs" c="dimmed">
          {data.isComplete ? texts.valuesBetween(data.min, data.max) : texts.valuesFrom(data.min, data.max)}
        </Text>
      )}
    </>
  );
}

/** The ends of a range of times: days, or exact times if the filter has them. One end may be empty. */
export function DayFields(props: { draft: FilterDraft; onChange: (change: Partial<FilterDraft>) => void }) {
  const { draft, onChange } = props;
  const t = useMessages();
  const hasTimes = isLocalTime(draft.from) || isLocalTime(draft.to);
  return (
    <Group grow={!hasTimes} align="flex-start">
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          data-autofocus
          // a date and a time do not fit into half of the form
          w={hasTimes ? '100%' : undefined}
          {...(isLocalTime(draft[end])
            ? { type: 'datetime-local', max: '9999-12-31T23:59', step: 'any' }
            : { type: 'date', max: '9999-12-31' })}
          label={t.products[end]}
          value={draft[end]}
          onChange={({ currentTarget }) => onChange({ [end]: currentTarget.value })}
        />
      ))}
    </Group>
  );
}

/** The unit of both ends. Products with any other unit of the attribute are found as well. */
function UnitSelect(props: {
  definition: AttributeDefinition | undefined;
  draft: FilterDraft;
  onChange: (change: Partial<FilterDraft>) => void;
}) {
  const { definition, draft, onChange } = props;
  const texts = useFilterTexts();
  const units = definition?.units ?? [];
  const data = draft.unit === '' || units.includes(draft.unit) ? units : [...units, draft.unit];
  return (
    <NativeSelect
      label={texts.unit}
      description={units.length > 1 ? texts.unitHint : undefined}
      data={[...data]}
      value={draft.unit || units[0] || ''}
      onChange={({ currentTarget }) => onChange({ unit: currentTarget.value })}
    />
  );
}
