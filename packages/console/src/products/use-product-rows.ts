import { listProducts, type ProductRecord } from '@pimento/contract';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useWork } from '../session/session.tsx';
import { callKey, useCall } from '../session/use-call.ts';
import type { Structure } from '../session/use-structure.ts';
import { dateColumn, pictureColumn, pictureFields } from './product-columns.ts';
import { filterOf, type ProductSearch } from './product-search.ts';

const pageSize = 200;

/** Of the names under which a product may print an attribute, the one that it is asked for by. */
const isField = (structure: Structure) => (name: string) =>
  name === 'PRIMARY_ASSET' || structure.find(name)?.id === name;

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
  const count = useCall(listProducts, { query: { ...filter, limit: 1, count: true, fields: ['__NAME'] } }, { enabled });
  const products = useMemo((): ProductRecord[] => rows.data?.pages.flatMap((page) => page.products) ?? [], [rows.data]);
  return { rows, products, count: count.data?.count };
}
