import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { listStandardCategories } from '@pimento/contract/wire';
import { useState } from 'react';
import { useCall } from '../../session/use-call.ts';

const pauseMs = 250;

/** A field that selects one of the channel categories that can be assigned to products. Typing searches the categories. */
export function CategorySelect(props: {
  label: string;
  description?: string;
  placeholder?: string;
  channelId: string;
  version: number;
  value: string | null;
  readOnly: boolean;
  clearable?: boolean;
  onChange: (category: string | null) => void;
}) {
  const { label, channelId, version, value, readOnly, onChange } = props;
  const [search, setSearch] = useState('');
  const [text] = useDebouncedValue(search.trim(), pauseMs);
  // The label of the chosen category contains its path, which the service does not search. The search therefore uses the id of the
  // category.
  const isChosenText = text === '' || text.includes(' › ') || text.endsWith(`(${value ?? ''})`);
  const wanted = isChosenText ? (value ?? '') : text;
  const { data } = useCall(
    listStandardCategories,
    {
      params: { datastandardId: channelId },
      query: { version, limit: 50, ...(wanted === '' ? {} : { text: wanted }) },
    },
    { keepsPrevious: true },
  );
  const found = (data?.categories ?? [])
    .filter(({ isAssignable }) => isAssignable)
    .map(({ id, path }) => ({ value: id, label: `${path.join(' › ')} (${id})` }));
  const isListed = value === null || value === '' || found.some((one) => one.value === value);
  return (
    <Select
      label={label}
      description={props.description}
      placeholder={props.placeholder ?? ''}
      searchable
      clearable={props.clearable ?? false}
      disabled={readOnly}
      data={isListed ? found : [{ value, label: value }, ...found]}
      value={value === '' ? null : value}
      allowDeselect={false}
      onChange={onChange}
      onSearchChange={setSearch}
      // The service has already filtered the options.
      filter={({ options }) => options}
    />
  );
}
