import { listAdapterEvents } from '@pimento/contract/wire';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useWork } from '../session/session.tsx';
import { pagePollMs } from '../ui/loading/page-polling.ts';
import { callKey } from '../session/use-call.ts';
import type { EventFilter } from './event-filters.tsx';

const pollMs = 10_000;

/** Returns the matching events of an adapter's stream, newest first, page by page. Refetches every 10 s, and less often with many pages. */
export function useEvents(adapterId: string, { unacknowledged, type, channelId }: EventFilter) {
  const { api, clientId } = useWork();
  const query = {
    unacknowledged,
    ...(type === undefined ? {} : { type }),
    ...(channelId === undefined ? {} : { channelId }),
  };
  return useInfiniteQuery({
    queryKey: callKey(clientId, listAdapterEvents, adapterId, query),
    queryFn: ({ pageParam, signal }) =>
      api.call(listAdapterEvents, {
        params: { adapterId },
        query: { ...query, limit: 30, ...(pageParam === null ? {} : { startingAfter: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null, // the first page begins with the newest event
    getNextPageParam: (page) => page.next,
    refetchInterval: ({ state }) => pagePollMs(pollMs, state.data?.pages),
  });
}
