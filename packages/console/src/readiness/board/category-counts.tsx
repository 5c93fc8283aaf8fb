import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { Readiness } from '@pimento/contract';
import { useState } from 'react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import type { ReadinessFilter } from '../readiness-types.ts';
import { useReadinessTexts } from '../texts/readiness-texts.ts';

/** Number of categories that are shown at first, each as a button. */
const shownCategories = 12;

/** The number of products in each category of the channel. Each number opens the list of its products. */
export function CategoryCounts(props: {
  categories: Readiness['categories'];
  onOpen: (filter: ReadinessFilter) => void;
}) {
  const { categories, onOpen } = props;
  const t = useReadinessTexts();
  const messages = useMessages();
  const formats = useFormats();
  const [showsAll, setShowsAll] = useState(false);
  if (categories.length === 0) return null;
  const shown = showsAll ? categories : categories.slice(0, shownCategories);
  return (
    <Stack gap="xs" component="section" aria-label={t.byCategory}>
      <Title order={2} size="h5">
        {t.byCategory}
      </Title>
      <Group gap="xs">
        {shown.map(({ categoryId, name, products }) => (
          <Button
            key={categoryId}
            variant="default"
            size="compact-sm"
            maw="100%"
            title={t.segment(name ?? categoryId, products, formats.number(products))}
            onClick={() => onOpen({ category: categoryId })}
          >
            <Text span inherit truncate lh="normal">
              {name ?? categoryId}
            </Text>{' '}
            <Text span inherit c="dimmed" ml={6} className="number">
              {formats.number(products)}
            </Text>
          </Button>
        ))}
        {shown.length < categories.length && (
          <Button variant="subtle" size="compact-sm" onClick={() => setShowsAll(true)}>
            {messages.common.showMore}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
