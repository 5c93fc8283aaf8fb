import { Stack } from '@mantine/core';
import { useState } from 'react';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { useStandardTexts } from '../texts/standard-texts.ts';
import { CategoryLevel, type CategoryScope } from './category-level.tsx';

/** The categories of a data standard as a tree, with search. */
export function CategoryPanel({ channelId, version }: { channelId: string; version: number }) {
  const t = useStandardTexts();
  const [text, setText] = useState<string>();
  const scope: CategoryScope = text === undefined ? { topLevel: true } : { text };
  return (
    <Stack>
      <SearchField label={t.search.categories} placeholder={t.search.categories} value={text} onChange={setText} />
      <CategoryLevel channelId={channelId} version={version} scope={scope} label={t.categoryTree} />
    </Stack>
  );
}
