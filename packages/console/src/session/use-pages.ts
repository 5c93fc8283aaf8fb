import type { Client } from '@pimento/client';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useWork } from './session.tsx';

/** The cursor of a page, which is absent for the first page. */
export interface PageStart {
  startingAfter?: string;
}

/** Reads a list of the chosen client page by page. The previous list stays visible until a new list has arrived. */
export function usePages<Page extends { next: string | null }>(
  queryKey: readonly unknown[],
  load: (api: Client, start: PageStart, signal: AbortSignal) => Promise<Page>,
) {
  const { api } = useWork();
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(api, pageParam === null ? {} : { startingAfter: pageParam }, signal),
    initialPageParam: null as string | null, // the first page has no cursor
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
}
