import { Button } from '@mantine/core';
import { IconMoodEmpty, IconPackages } from '@tabler/icons-react';
import { useMessages } from '../i18n/language.tsx';
import { gtinConditions } from '../product-query/gtin-conditions.ts';
import { hasFilter } from '../product-query/product-search.ts';
import { ImportCurlLine } from '../ui/curl-line.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import type { ProductList } from './use-product-list.ts';

/** The text shown in an empty list. Either no product matches the filter, or the client has no products yet. */
export function NoProducts({ list }: { list: ProductList }) {
  const t = useMessages();
  const { search, structure, change } = list;
  if (hasFilter(search))
    return (
      <EmptyState icon={IconMoodEmpty} title={t.products.noMatch} text={t.products.noMatchText}>
        {gtinConditions(structure, search.text ?? '').map(({ condition, label }) => (
          <Button
            key={condition}
            variant="default"
            onClick={() => change({ text: undefined, where: [...(search.where ?? []), condition] })}
          >
            {t.products.searchIn(label)}
          </Button>
        ))}
      </EmptyState>
    );
  return (
    <EmptyState icon={IconPackages} title={t.products.none} text={t.products.noneText}>
      <ImportCurlLine />
    </EmptyState>
  );
}
