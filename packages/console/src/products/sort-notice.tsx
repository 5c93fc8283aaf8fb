import { Alert, Progress, Stack, Text } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';
import { useFormats } from '../i18n/language.tsx';
import { useSortTexts } from './sort-texts.ts';
import type { ProductList } from './use-product-list.ts';

/** Reports that the order of the list is being prepared, or that recently changed products are not in their new position yet. */
export function SortNotice({ list }: { list: ProductList }) {
  const texts = useSortTexts();
  const formats = useFormats();
  const { sortProgress, sortBehind } = list;
  return (
    <Alert icon={<IconArrowsSort aria-hidden />} variant="light" color="gray" role="status" py="xs">
      {sortProgress === undefined ? (
        <Text size="sm">{texts.sortBehind(formats.number(sortBehind))}</Text>
      ) : (
        <Stack gap={6}>
          <Text size="sm">{texts.sortPrepared(formats.number(sortProgress))}</Text>
          <Progress value={sortProgress} aria-label={texts.sortProgress} />
        </Stack>
      )}
    </Alert>
  );
}
