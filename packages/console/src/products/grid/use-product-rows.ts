import { listProducts, type ProductRecord } from '@pimento/contract';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useWork } from '../../session/session.tsx';
import { callKey, useCall } from '../../session/use-call.ts';
import type { Structure } from '../../session/structure.ts';
import { dateColumn, pictureColumn, pictureFields } from './product-columns.ts';
import { filterOf, type ProductSearch } from '../../product-query/product-search.ts';

const pageSize = 200;

/** Of the names under which a product may print an attribute, the one that it is asked for by. */
const isField = (structure: Structure) => (name: string) =>
  name === 'PRIMARY_ASSET' || structure.find(name)?.id === name;

/** Milliseconds within which a number is shown: the true one, or how far counting came. */
const countWithin = 75;

/** How many products match: the true number, or, while that is being counted, how many there are at least. */
export type MatchCount = { exact: number; countedAt: string | undefined } | { atLeast: number } | undefined;

function useMatchCount(filter: ReturnType<typeof filterOf>, enabled: boolean): MatchCount {
  const query = { ...filter, limit: 1, count: true, fields: ['__NAME'] };
  const quick = useCall(listProducts, { query: { ...query, countWithin } }, { enabled }).data;
  const isShort = quick?.countIsAtLeast === true;
  const whole = useCall(listProducts, { query }, { enabled: enabled && isShort }).data;
  if (isShort && whole?.count !== undefined) return { exact: whole.count, countedAt: whole.countedAt };
  if (quick?.count === undefined) return undefined;
  return isShort ? { atLeast: quick.count } : { exact: quick.count, countedAt: quick.countedAt };
}

/** The matching products as far as they are loaded, page after page by key, and how many there are. */
export function useProductRows(
  search: ProductSearch,
  columns: readonly string[],
  structure: Structure,
  enabled: boolean,
) {
  const { api, clientId } = useWork();
  const filter = filterOf(search);
  // a name with a comma would be read as two; then whole products are fetched
  const fields = columns
    .flatMap((key) => (key === pictureColumn ? pictureFields(structure).filter(isField(structure)) : key))
    .filter((key) => key !== '__ID' && key !== dateColumn);
  const asked = fields.some((key) => key.includes(',')) ? {} : { fields: [...new Set(['__NAME', ...fields])].sort() };
  const rows = useInfiniteQuery({
    queryKey: callKey(clientId, listProducts, 'rows', filter, asked),
    queryFn: ({ pageParam, signal }) =>
      api.call(listProducts, {
        query: { ...filter, ...asked, limit: pageSize, ...(pageParam === null ? {} : { startingAfter: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null, // the first page begins after nothing
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    enabled,
  });
  const count = useMatchCount(filter, enabled);
  const products = useMemo((): ProductRecord[] => rows.data?.pages.flatMap((page) => page.products) ?? [], [rows.data]);
  // a page without products is not the last where they are rare: the grid asks for more only once it has some
  const { hasNextPage, isFetching, isError, fetchNextPage } = rows;
  const isLooking = products.length === 0 && hasNextPage;
  useEffect(() => {
    if (isLooking && !isFetching && !isError) void fetchNextPage();
  }, [isLooking, isFetching, isError, fetchNextPage]);
  return { rows, products, count, isLooking };
}
