import { listChannelProducts, listProductChannels } from '@pimento/contract/wire';
import { useEffect } from 'react';
import { useWork } from '../../session/session.tsx';
import { callKey, useCall } from '../../session/use-call.ts';
import { usePages } from '../../session/use-pages.ts';
import { changedIds, failedStates, openAfter } from './failed-products.ts';

const pageSize = 100;

/**
 * Returns the products of a channel that are still to be fixed, in the order in which the user goes through them, and those that were changed
 * since, the one that the user sees first. Loads the next page if no loaded product is left to fix.
 * @param productId the product that the user sees
 */
export function useFailedProducts(channelId: string, productId: string) {
  const { clientId } = useWork();
  const pages = usePages(callKey(clientId, listChannelProducts, channelId, 'failed'), (api, start, signal) =>
    api.call(listChannelProducts, {
      params: { channelId },
      query: { state: [...failedStates], limit: pageSize, ...start },
      signal,
    }),
  );
  // the page of the product has loaded and refreshes this
  const { data } = useCall(listProductChannels, { params: { productId } });
  const standing = data?.channels.find((one) => one.channelId === channelId);
  const loaded = pages.data?.pages.flatMap(({ products }) => products) ?? [];
  const open = openAfter(loaded, productId);
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages;
  const isShort = open.length === 0 && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (isShort) void fetchNextPage();
  }, [isShort, fetchNextPage]);
  return { open, changed: changedIds(loaded, standing), hasMore: hasNextPage };
}
