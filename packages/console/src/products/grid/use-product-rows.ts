import { ProblemError } from '@pimento/client';
import { listProducts, type ProductRecord } from '@pimento/contract/wire';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useWork } from '../../session/session.tsx';
import { callKey, useCall } from '../../session/use-call.ts';
import type { Structure } from '../../session/structure.ts';
import { dateColumn, pictureColumn, pictureFields } from './product-columns.ts';
import { filterOf, type ProductSearch } from '../../product-query/product-search.ts';

const pageSize = 200;

/** Returns true if the service accepts a name in `fields`. The service accepts the id of an attribute, but not its name. */
const isField = (structure: Structure) => (name: string) =>
  name === 'PRIMARY_ASSET' || structure.find(name)?.id === name;

/** Milliseconds after which a page is requested again while its order is being built. */
const retryMs = 1_500;

/** Returns the progress in percent of the order that is being built, if this is why a page was refused, otherwise undefined. */
export function buildingPercent(error: unknown): number | undefined {
  if (!(error instanceof ProblemError) || error.code !== 'not-possible-now') return undefined;
  const { kind, percent } = error.problem.params ?? {};
  return kind === 'order-being-built' && typeof percent === 'number' ? percent : undefined;
}

/** The time limit of the first count in milliseconds. If the count takes longer, the number counted so far is shown as a lower bound. */
const countWithin = 75;

/** The number of matching products, or a lower bound while they are being counted, or undefined before the first response. */
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

/** Returns the matching products loaded so far, page by page, and the number of matching products. */
export function useProductRows(
  search: ProductSearch,
  columns: readonly string[],
  structure: Structure,
  enabled: boolean,
) {
  const { api, clientId } = useWork();
  const filter = filterOf(search);
  // If a name contains a comma, whole products are requested, because the comma would be read as a separator.
  const fields = columns
    .flatMap((key) => (key === pictureColumn ? pictureFields(structure).filter(isField(structure)) : key))
    .filter((key) => key !== '__ID' && key !== dateColumn);
  const order = search.sort === undefined ? {} : { sort: search.sort };
  const requested = fields.some((key) => key.includes(','))
    ? {}
    : { fields: [...new Set(['__NAME', ...fields])].sort() };
  const rows = useInfiniteQuery({
    queryKey: callKey(clientId, listProducts, 'rows', filter, requested, order),
    queryFn: ({ pageParam, signal }) =>
      api.call(listProducts, {
        query: {
          ...filter,
          ...requested,
          ...order,
          limit: pageSize,
          ...(pageParam === null ? {} : { startingAfter: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null, // the first page has no cursor
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    // while the server builds the order, the request is repeated, and the list keeps its previous rows
    retry: (_failures, error) => buildingPercent(error) !== undefined,
    retryDelay: retryMs,
    enabled,
  });
  const count = useMatchCount(filter, enabled);
  const products = useMemo((): ProductRecord[] => rows.data?.pages.flatMap((page) => page.products) ?? [], [rows.data]);
  // A page can be empty without being the last page. In that case the next page is fetched here, because the grid fetches pages only if it
  // has products.
  const { hasNextPage, isFetching, isError, fetchNextPage } = rows;
  const isSearching = products.length === 0 && hasNextPage;
  useEffect(() => {
    if (isSearching && !isFetching && !isError) void fetchNextPage();
  }, [isSearching, isFetching, isError, fetchNextPage]);
  return { rows, products, count, isSearching };
}
