import { MultiSelect } from '@mantine/core';
import { listStandardCategories } from '@pimento/contract/wire';
import { useState } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import { useCall } from '../../session/use-call.ts';
import { useMappingTexts } from '../texts/mapping-texts.ts';

/** A field that selects categories of the channel. Typing searches the categories. */
export function CategoryChoice(props: {
  channelId: string;
  version: number;
  value: readonly string[];
  readOnly: boolean;
  onChange: (categories: string[]) => void;
}) {
  const { channelId, version, value, readOnly, onChange } = props;
  const t = useMappingTexts();
  const [search, setSearch] = useState('');
  const [text] = useDebouncedValue(search.trim(), 250);
  const { data } = useCall(listStandardCategories, {
    params: { datastandardId: channelId },
    query: { version, limit: 50, ...(text === '' ? {} : { text }) },
  });
  const found = (data?.categories ?? []).map(({ id, path }) => ({ value: id, label: `${path.join(' › ')} (${id})` }));
  const others = value.filter((id) => !found.some((one) => one.value === id)).map((id) => ({ value: id, label: id }));
  return (
    <MultiSelect
      label={t.editor.categories}
      description={t.editor.categoriesHint}
      searchable
      disabled={readOnly}
      data={[...others, ...found]}
      value={[...value]}
      onChange={onChange}
      onSearchChange={setSearch}
      // The service has already filtered the options.
      filter={({ options }) => options}
    />
  );
}
