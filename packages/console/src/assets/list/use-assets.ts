import { listAssets } from '@pimento/contract/wire';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useWork } from '../../session/session.tsx';
import { pagePollMs } from '../../ui/loading/page-polling.ts';
import { callKey } from '../../session/use-call.ts';
import { willChange } from '../record/asset-progress.ts';
import { assetFilterOf, type AssetSearch } from './asset-search.ts';

const pageSize = 60;
const busyMs = 2000;
const idleMs = 30_000;

/**
 * Returns the loaded pages of matching assets. Refetches every 2 s while a download or preview is pending, otherwise every 30 s, and less
 * often with many pages.
 */
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
    initialPageParam: null as string | null, // the first page has no cursor
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      pagePollMs(data?.pages.some(({ assets }) => assets.some(willChange)) === true ? busyMs : idleMs, data?.pages),
  });
  const assets = useMemo(() => pages.data?.pages.flatMap((page) => page.assets) ?? [], [pages.data]);
  return { pages, assets };
}
