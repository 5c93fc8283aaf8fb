import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { rememberWalk } from '../product-query/list-walk.ts';
import { filterOf, type ProductSearch, readProductSearch } from '../product-query/product-search.ts';
import { useWork } from '../session/session.tsx';
import { useStructure } from '../session/use-structure.ts';
import { moveColumn } from './grid/column-choice.ts';
import { nextSort, sortOf } from './grid/column-sort.ts';
import { type Column, useColumns, useLayout } from './grid/product-columns.ts';
import { buildingPercent, useProductRows } from './grid/use-product-rows.ts';

export type SearchChange = Partial<Record<keyof ProductSearch, unknown>>;

/**
 * Returns the product list that the URL describes, with its columns, the products loaded so far, and the functions that change the URL.
 * @param onChange called before the URL changes
 */
export function useProductList(onChange: () => void) {
  const t = useMessages();
  const work = useWork();
  const { clientId } = work;
  const search = useSearch({ from: '/shell/products' });
  const navigate = useNavigate();
  const { structure, isPending, error } = useStructure();
  const [layout, setLayout] = useLayout(clientId);
  const columns = useColumns(t, structure, search.columns, layout);
  const keys = columns.map(({ key }) => key);
  const { rows, products, count, isSearching } = useProductRows(search, keys, structure, !isPending && error === null);
  const change = (next: SearchChange) => {
    onChange();
    void navigate({ to: '/products', search: readProductSearch({ ...search, q: undefined, ...next }), replace: true });
  };
  const total = count !== undefined && 'exact' in count ? count.exact : undefined;
  const next = rows.data?.pages.at(-1)?.next ?? null;
  const { sort } = search;
  useEffect(() => {
    const ids = products.map(({ productId }) => productId);
    rememberWalk(work, { filter: { ...filterOf(search), ...(sort !== undefined && { sort }) }, ids, next, total });
  }, [work, search, sort, products, next, total]);
  const { fetchNextPage, isFetchingNextPage } = rows;
  const loadMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);
  return {
    search,
    change,
    structure,
    columns,
    pinned: layout.pinned,
    setPinned: (pinned: string[]) => setLayout((before) => ({ ...before, pinned })),
    resize: (key: string, width: number) =>
      setLayout((before) => ({ ...before, widths: { ...before.widths, [key]: width } })),
    move: (key: string, before: string) => {
      const moved = moveColumn(keys, key, before);
      if (moved) change({ columns: moved });
    },
    products,
    count,
    hasMore: rows.hasNextPage,
    loadMore,
    sort: sortOf(sort),
    /** Orders the list by a value of the parameter `sort`. */
    order: (next: string) => change({ sort: next === '__ID' ? undefined : next }),
    sortBy: (column: Column) => change({ sort: nextSort(sort, column) }),
    /** Progress in percent of the order that is being built for this list, or undefined if none is being built. */
    sortProgress: buildingPercent(rows.failureReason),
    /** Number of recently changed products that are not in their new position yet. */
    sortBehind: rows.data?.pages.at(-1)?.sortBehind ?? 0,
    error: error ?? rows.error,
    reload: rows.refetch,
    isLoading: (rows.isPending && error === null) || isSearching,
    isEmpty: rows.isSuccess && products.length === 0 && !isSearching,
  };
}

export type ProductList = ReturnType<typeof useProductList>;
