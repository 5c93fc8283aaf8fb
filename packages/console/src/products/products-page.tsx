import { Stack } from '@mantine/core';
import { useDebouncedValue, useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { Suspense, useRef, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { filterOf } from '../product-query/product-search.ts';
import { ListSkeleton, Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { FilterBar } from './filter/filter-bar.tsx';
import { useSavedPosition, useRestoredPosition } from './grid/grid-position.ts';
import { ProductCount, ProductsActions } from './products-head.tsx';
import { ProductArea } from './product-area.tsx';
import { ProductPreview } from './product-preview-loader.ts';
import classes from './product-preview.module.css';
import { useSelection } from './selection/use-selection.ts';
import { useProductList } from './use-product-list.ts';
import { lazyPart } from '../ui/loading/lazy-part.tsx';

const ViewBar = lazyPart(async () => (await import('./saved-views/view-bar.tsx')).ViewBar);
const NoProducts = lazyPart(async () => (await import('./no-products.tsx')).NoProducts);

/** If a row is active for less than this time, the preview does not show it. A held key repeats about every 33 ms. */
const quickMs = 120;

export function ProductsPage() {
  const t = useMessages();
  const before = useRestoredPosition();
  const [active, setActive] = useState(before?.active ?? 0);
  const list = useProductList(() => setActive(0));
  const { search, structure, products } = list;
  const selection = useSelection(
    JSON.stringify(filterOf(search)),
    () => notifications.show({ message: t.products.selectionLost, closeButtonProps: { 'aria-label': t.common.close } }),
    before?.selection,
  );
  const offset = useRef(before?.offset ?? 0);
  useSavedPosition({ active, selection: selection.state }, offset);
  const [isPreviewing, setPreviewing] = useState(false);
  // The preview shows the first active row immediately. While the user presses keys quickly, the preview waits until the last row is
  // active, so that the grid stays responsive.
  const [previewed] = useDebouncedValue(products[active], quickMs, { leading: true });
  const gridRef = useRef<HTMLDivElement>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const focusGrid = () => gridRef.current?.focus();
  useHotkeys([
    ['/', () => searchRef.current?.focus()],
    ['j', focusGrid],
    ['k', focusGrid],
  ]);
  return (
    <Page
      fill
      title={t.products.title}
      subtitle={<ProductCount count={list.count} />}
      actions={<ProductsActions list={list} />}
    >
      <Stack gap="sm" flex={1} mih={0}>
        <Suspense fallback={<div className={classes.views} />}>
          <ViewBar search={search} />
        </Suspense>
        <FilterBar
          search={search}
          structure={structure}
          searchRef={searchRef}
          onChange={list.change}
          onLeave={focusGrid}
        />
        {list.error && <ProblemAlert error={list.error} retry={list.reload} />}
        {list.isLoading && <ListSkeleton rows={12} />}
        {list.isEmpty && (
          <Suspense>
            <NoProducts list={list} />
          </Suspense>
        )}
        {products.length > 0 && (
          <div className={classes.split}>
            <ProductArea
              list={list}
              selection={selection}
              gridRef={gridRef}
              offset={offset}
              takesFocus={before !== undefined}
              active={active}
              onActive={setActive}
              isPreviewing={isPreviewing}
              onPreview={setPreviewing}
            />
            {isPreviewing && previewed && (
              <Suspense>
                <ProductPreview
                  listed={previewed}
                  structure={structure}
                  onClose={() => {
                    setPreviewing(false);
                    focusGrid();
                  }}
                />
              </Suspense>
            )}
          </div>
        )}
      </Stack>
    </Page>
  );
}
