import { Group, Select, Switch, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import type { Narrowing } from './attribute-tree.ts';
import { attributeTypes } from './editor/attribute-draft.ts';
import { useSelectionTexts } from './selection/selection-texts.ts';
import type { AttributeUsage } from './use-attribute-usage.ts';

/** Holds the search text and the filters of the attribute list. */
export function useAttributeFilters({ countedAt, products }: AttributeUsage, firstText: string) {
  const [text, setText] = useState(firstText);
  const [type, setType] = useState<string | null>(null);
  const [isUnused, setUnused] = useState(false);
  const narrowing: Narrowing = {
    type: type ?? undefined,
    // before the first count nothing is known to be unused
    isUnused: isUnused ? ({ id }) => countedAt !== undefined && !products.has(id) : undefined,
  };
  return { text, setText, type, setType, isUnused, setUnused, narrowing, isNarrowed: type !== null || isUnused };
}

/** The inputs for the search text and the type, and the switch that shows only attributes that no product uses. */
export function AttributeFilters({ filters }: { filters: ReturnType<typeof useAttributeFilters> }) {
  const t = useMessages();
  const texts = useSelectionTexts();
  return (
    <Group gap="sm">
      <TextInput
        aria-label={t.attributes.find}
        placeholder={t.attributes.find}
        leftSection={<IconSearch size={16} aria-hidden />}
        style={{ flex: '1 1 220px' }}
        value={filters.text}
        onChange={({ currentTarget }) => filters.setText(currentTarget.value)}
      />
      <Select
        aria-label={texts.only}
        placeholder={texts.anyType}
        w={190}
        clearable
        data={attributeTypes.map((value) => ({ value, label: t.types[value] ?? value }))}
        value={filters.type}
        onChange={filters.setType}
      />
      <Switch
        label={texts.unused}
        checked={filters.isUnused}
        onChange={({ currentTarget }) => filters.setUnused(currentTarget.checked)}
      />
    </Group>
  );
}
