import { type Asset, listAssets } from '@pimento/contract';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useWork } from '../session/session.tsx';
import { callKey } from '../session/use-call.ts';
import { assetFilterOf, type AssetSearch } from './asset-search.ts';

const pageSize = 60;

/** True while an asset will change by itself. */
export const isOnItsWay = ({ status }: Asset): boolean => status === 'DOWNLOADING' || status === 'WAITING_FOR_DOWNLOAD';

/** The matching assets as far as they are loaded; read again while something is on its way. */
export function useAssets(search: AssetSearch) {
  const { api, clientId } = useWork();
  const filter = assetFilterOf(search);
  const pages = useInfiniteQuery({
    queryKey: callKey(clientId, listAssets, 'pages', filter),
    queryFn: ({ pageParam, signal }) =>
      api.call(listAssets, {
        query: { ...filter, limit: pageSize, ...(pageParam === null ? {} : { startingAfter: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null, // the first page begins after nothing
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ assets }) => assets.some(isOnItsWay)) === true ? 2000 : 30_000,
  });
  const assets = useMemo(() => pages.data?.pages.flatMap((page) => page.assets) ?? [], [pages.data]);
  return { pages, assets };
}
