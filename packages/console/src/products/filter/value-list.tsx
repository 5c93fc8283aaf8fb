import { Checkbox, Group, Loader, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import type { AttributeDefinition } from '@pimento/contract';
import { useId, useState } from 'react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import type { ProductSearch } from '../../product-query/product-search.ts';
import { useValueWords } from '../../session/labels/use-show-text.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useFieldValues } from './use-field-values.ts';
import { type OfferedValue, offeredValues } from './offered-values.ts';

/** The values of a field with their counts, as checkboxes. The typed text can be chosen as well. */
export function ValueList(props: {
  path: readonly string[];
  definition: AttributeDefinition | undefined;
  search: ProductSearch;
  chosen: readonly string[];
  onChange: (texts: string[]) => void;
}) {
  const { path, definition, search, chosen, onChange } = props;
  const t = useMessages();
  const words = useValueWords();
  const heading = useId();
  const [typed, setTyped] = useState('');
  const { data, error, isPending } = useFieldValues(path, search);
  const values = offeredValues({ definition, counted: data, chosen, typed, words });
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <Stack gap={6}>
      <TextInput
        label={t.products.findValue}
        data-autofocus
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          const [only] = values;
          if (event.key !== 'Enter' || typed === '' || only === undefined) return;
          // Enter toggles the first offered value instead of submitting the form.
          event.preventDefault();
          toggle(only.value);
          setTyped('');
        }}
      />
      {error && <ProblemAlert error={error} />}
      {isPending && error === null && <Loader size="xs" />}
      <ScrollArea.Autosize mah={220} type="auto" viewportProps={{ tabIndex: -1 }}>
        <Stack gap={6} role="group" aria-labelledby={heading} py={2} pr="md">
          <Text id={heading} size="xs" c="dimmed">
            {data?.hasMore === true ? t.products.manyValues : t.products.values}
          </Text>
          {values.map((value) => (
            <ValueOption
              key={value.value}
              value={value}
              isExact={data?.isComplete ?? false}
              isChosen={chosen.includes(value.value)}
              onToggle={() => toggle(value.value)}
            />
          ))}
        </Stack>
      </ScrollArea.Autosize>
    </Stack>
  );
}

function ValueOption(props: { value: OfferedValue; isExact: boolean; isChosen: boolean; onToggle: () => void }) {
  const { value, label, products } = props.value;
  const formats = useFormats();
  // a lower bound of 0 provides no information
  const count = products === undefined || (!props.isExact && products === 0) ? '' : formats.number(products);
  return (
    <Checkbox
      size="xs"
      checked={props.isChosen}
      onChange={props.onToggle}
      styles={{ body: { alignItems: 'center' }, labelWrapper: { flex: 1, minWidth: 0 } }}
      label={
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Text size="sm" truncate title={value}>
            {label}
          </Text>
          <Text size="xs" c="dimmed" className="number">
            {count}
            {count !== '' && !props.isExact && '+'}
          </Text>
        </Group>
      }
    />
  );
}
