import { type Asset, listAssets } from '@pimento/contract';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';
import { assetFilterOf, type AssetSearch } from './asset-search.ts';

const pageSize = 60;

/** True while the file of an asset is being downloaded, or will be by itself. */
export const isOnItsWay = ({ status }: Asset): boolean => status === 'DOWNLOADING' || status === 'WAITING_FOR_DOWNLOAD';

/** True while an asset will change by itself: its file comes, or its preview is being made. */
export const willChange = (asset: Asset): boolean => isOnItsWay(asset) || asset.preview === 'due';

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
      state.data?.pages.some(({ assets }) => assets.some(willChange)) === true ? 2000 : 30_000,
  });
  const assets = useMemo(() => pages.data?.pages.flatMap((page) => page.assets) ?? [], [pages.data]);
  return { pages, assets };
}
