import { Button, Group } from '@mantine/core';
import { IconFileImport, IconPlus, IconRestore } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import { useAskedDialog } from '../ui/address/use-asked-dialog.ts';
import { ColumnMenu } from './grid/column-menu.tsx';
import { defaultColumns } from './grid/product-columns.ts';
import type { ProductList } from './use-product-list.ts';

const SortPill = lazyPart(async () => (await import('./sort-pill.tsx')).SortPill);
const NewProductDialog = lazyPart(
  async () => (await import('../product/create/new-product-dialog.tsx')).NewProductDialog,
);

/**
 * Shows the number of matching products, or a lower bound while the products are being counted. If no visible column header shows the order
 * of the list, shows the order as well.
 * @param props.onUnsorted called after the order was removed, to move the focus from the button that disappears
 */
export function ProductCount({ list, onUnsorted }: { list: ProductList; onUnsorted: () => void }) {
  const t = useMessages();
  const formats = useFormats();
  const { count } = list;
  // the columns of attributes are unknown while the list is being loaded
  const isSortShown =
    list.isLoading ||
    list.search.sort === undefined ||
    list.columns.some(({ sortField }) => sortField === list.sort.field);
  return (
    <Group gap="xs" mih="1lh">
      <span className="number" aria-live="polite">
        {count === undefined && ' '}
        {count !== undefined && 'exact' in count && t.products.count(formats.number(count.exact))}
        {count !== undefined && 'atLeast' in count && t.products.atLeast(formats.number(count.atLeast))}
      </span>
      {!isSortShown && (
        <Suspense>
          <SortPill list={list} onRemoved={onUnsorted} />
        </Suspense>
      )}
    </Group>
  );
}

/** The buttons of the product list: deleted products, columns and, for editors and owners, new product and import. */
export function ProductsActions({ list }: { list: ProductList }) {
  const t = useMessages();
  const { canWrite } = useWork();
  const creation = useAskedDialog('new');
  return (
    <Group gap="xs">
      <Button
        component={Link}
        to="/deleted-products"
        variant="subtle"
        color="gray"
        leftSection={<IconRestore size={18} aria-hidden />}
      >
        {t.products.deletedTitle}
      </Button>
      <ColumnMenu
        structure={list.structure}
        shown={list.search.columns ?? defaultColumns(list.structure)}
        pinned={list.pinned}
        onShown={(columns) => list.change({ columns })}
        onPinned={list.setPinned}
      />
      {canWrite && (
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={creation.open}>
          {t.products.newProduct}
        </Button>
      )}
      {canWrite && creation.isOpen && (
        <Suspense>
          <NewProductDialog onClose={creation.close} />
        </Suspense>
      )}
      {canWrite && (
        <Button component={Link} to="/imports" leftSection={<IconFileImport size={16} aria-hidden />}>
          {t.imports.import}
        </Button>
      )}
    </Group>
  );
}
