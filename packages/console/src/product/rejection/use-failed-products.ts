import { listChannelProducts, listProductChannels } from '@pimento/contract/wire';
import { useEffect } from 'react';
import { useWork } from '../../session/session.tsx';
import { callKey, useCall } from '../../session/use-call.ts';
import { usePages } from '../../session/use-pages.ts';
import { changedIds, failedStates, openAfter } from './failed-products.ts';

const pageSize = 100;

/**
 * Returns the products of a channel that are still to be fixed, except the shown product, in the order in which the user goes through them.
 * Also returns the ids of the failed products that have been changed since, the shown product first. Loads the next page if no loaded
 * product is left to fix.
 * @param productId the shown product
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
  // the page of the product has already made this request and refreshes the answer
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
