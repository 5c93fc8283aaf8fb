import { Stack } from '@mantine/core';
import { useHotkeys, useLocalStorage } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { Suspense, useRef, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { filterOf } from '../product-query/product-search.ts';
import { Page } from '../ui/page.tsx';
import { CategoryToggle } from './categories/category-toggle.tsx';
import { FilterBar } from './filter/filter-bar.tsx';
import { ListSplit } from './list-split.tsx';
import { useSavedPosition, useRestoredPosition } from './grid/grid-position.ts';
import { ProductCount, ProductsActions } from './products-head.tsx';
import classes from './product-preview.module.css';
import { useSelection } from './selection/use-selection.ts';
import { useProductList } from './use-product-list.ts';
import { lazyPart } from '../ui/loading/lazy-part.tsx';

const ViewBar = lazyPart(async () => (await import('./saved-views/view-bar.tsx')).ViewBar);

export function ProductsPage() {
  const t = useMessages();
  const before = useRestoredPosition();
  const [active, setActive] = useState(before?.active ?? 0);
  const list = useProductList(() => setActive(0));
  const { search, structure } = list;
  const selection = useSelection(
    JSON.stringify(filterOf(search)),
    () => notifications.show({ message: t.products.selectionLost, closeButtonProps: { 'aria-label': t.common.close } }),
    before?.selection,
  );
  const offset = useRef(before?.offset ?? 0);
  useSavedPosition({ active, selection: selection.state }, offset);
  const [isTreeOpen, setTreeOpen] = useLocalStorage({
    key: 'pimento.categories',
    defaultValue: false,
    getInitialValueInEffect: false, // otherwise the list would move to the side after its first rendering
  });
  const gridRef = useRef<HTMLDivElement>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const focusGrid = () => gridRef.current?.focus();
  const focusSearch = () => searchRef.current?.focus();
  useHotkeys([
    ['/', focusSearch],
    ['j', focusGrid],
    ['k', focusGrid],
  ]);
  return (
    <Page
      fill
      title={t.products.title}
      subtitle={<ProductCount list={list} onUnsorted={focusSearch} />}
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
          start={<CategoryToggle isOpen={isTreeOpen} onToggle={() => setTreeOpen((isOpen) => !isOpen)} />}
          onChange={list.change}
          onLeave={focusGrid}
        />
        <ListSplit
          list={list}
          selection={selection}
          gridRef={gridRef}
          offset={offset}
          takesFocus={before !== undefined}
          active={active}
          onActive={setActive}
          isTreeOpen={isTreeOpen}
          onTreeClose={() => setTreeOpen(false)}
        />
      </Stack>
    </Page>
  );
}
