import type { Comment, CommentSubjectKind } from '@pimento/contract';
import { listColleagues, listComments, markCommentsSeen } from '@pimento/contract/wire';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useWork } from '../session/session.tsx';
import { callKey, useCall } from '../session/use-call.ts';
import { pagePollMs } from '../ui/loading/page-polling.ts';

/** The product or submission whose comments are shown. */
export interface CommentSubject {
  kind: CommentSubjectKind;
  id: string;
}

const pollMs = 20_000;
const pageComments = 20;

/** Reads the comments on a subject, the newest pages first. `comments` contains them in the order in which they were written. */
export function useComments({ kind, id }: CommentSubject) {
  const { api, clientId } = useWork();
  const query = useInfiniteQuery({
    queryKey: callKey(clientId, listComments, kind, id),
    queryFn: ({ pageParam, signal }) =>
      api.call(listComments, {
        query: { kind, id, limit: pageComments, ...(pageParam === null ? {} : { startingAfter: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null, // the first page begins with the newest comment
    getNextPageParam: (page) => page.next,
    refetchInterval: ({ state }) => pagePollMs(pollMs, state.data?.pages),
  });
  const pages = query.data?.pages ?? [];
  const comments: Comment[] = pages.flatMap((page) => page.comments).toReversed();
  return { query, comments, total: pages[0]?.total ?? 0, unread: pages[0]?.unread ?? 0 };
}

/** Returns the people who can be mentioned. */
export const useColleagues = () => useCall(listColleagues, {}, { staleMs: 60_000 }).data?.people ?? [];

/**
 * Marks comments as read while they are visible. They are still shown as new until they are fetched again, so that the user sees which
 * comments are new.
 */
export function useSeen({ kind, id }: CommentSubject, newest: Comment | undefined, isVisible: boolean): void {
  const { api } = useWork();
  const until = newest?.created;
  useEffect(() => {
    if (!isVisible || until === undefined) return;
    // a failure only leaves the comments unread
    api.call(markCommentsSeen, { body: { kind, id, until } }).catch(() => undefined);
  }, [api, kind, id, until, isVisible]);
}
