import type { Client } from '@pimento/client';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useWork } from './session.tsx';

/** Where the next page begins; absent for the first. */
export interface PageStart {
  startingAfter?: string;
}

/** A list that is read page after page for the chosen client; what was read stays in sight until something else is there. */
export function usePages<Page extends { next: string | null }>(
  queryKey: readonly unknown[],
  load: (api: Client, start: PageStart, signal: AbortSignal) => Promise<Page>,
) {
  const { api } = useWork();
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(api, pageParam === null ? {} : { startingAfter: pageParam }, signal),
    initialPageParam: null as string | null, // the first page begins with the first
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
}
