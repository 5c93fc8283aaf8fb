import { Group, Kbd, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type RefObject, Suspense, useDeferredValue } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { ProductGrid } from './grid/product-grid.tsx';
import { ProductPreview } from './product-preview-loader.ts';
import bar from './selection/selection-bar.module.css';
import type { Selection } from './selection/use-selection.ts';
import type { ProductList } from './use-product-list.ts';
import { lazyPart } from '../ui/loading/lazy-part.tsx';

const SelectionBar = lazyPart(async () => (await import('./selection/selection-bar.tsx')).SelectionBar);
/** Preloads the code that is needed when the user first selects or previews a product. */
const preload = () => {
  SelectionBar.preload();
  ProductPreview.preload();
};

/** The grid, the actions for selected products, and a list of the grid's keyboard shortcuts. */
export function ProductArea(props: {
  list: ProductList;
  selection: Selection;
  gridRef: RefObject<HTMLDivElement | null>;
  offset: RefObject<number>;
  takesFocus: boolean;
  active: number;
  onActive: (row: number) => void;
  isPreviewing: boolean;
  onPreview: (isPreviewing: boolean) => void;
}) {
  const { list, selection, ...position } = props;
  const { products, count } = list;
  const navigate = useNavigate();
  // The checkbox of the row is updated first. The actions are rendered later.
  const selected = useDeferredValue(selection);
  const counted = count !== undefined && 'exact' in count ? count : undefined;
  return (
    <div className={bar.area} onPointerEnter={preload} onFocus={preload}>
      <ProductGrid
        {...position}
        columns={list.columns}
        products={products}
        count={counted?.exact}
        hasMore={list.hasMore}
        loadMore={list.loadMore}
        selection={selection}
        onOpen={(productId) => void navigate({ to: '/products/$productId', params: { productId } })}
        onResize={list.resize}
        onMove={list.move}
        sort={list.sort}
        onSort={list.sortBy}
        onOrder={list.order}
      />
      {(selected.kind === 'all' || selected.ids.size > 0) && (
        <Suspense>
          <SelectionBar
            search={list.search}
            selection={selected}
            keys={list.columns.map(({ key }) => key)}
            matching={counted?.exact}
            countedAt={counted?.countedAt}
            atLeast={products.length}
          />
        </Suspense>
      )}
      <KeyHints />
    </div>
  );
}

function KeyHints() {
  const t = useMessages();
  return (
    <Group gap={6} py={6} visibleFrom="sm" aria-hidden>
      {(['j', 'k', 'x', 'Space', 'Enter', '/', '?'] as const).map((key) => (
        <Text key={key} size="xs" c="dimmed" mr={8}>
          <Kbd size="xs">{key}</Kbd> {t.products.keys[key]}
        </Text>
      ))}
    </Group>
  );
}
