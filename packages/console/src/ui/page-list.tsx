import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { ListSkeleton } from './page.tsx';
import { ProblemAlert } from './problem-alert.tsx';

/** A paged list with a button that loads more items, a placeholder while loading, or a message for a failure or an empty list. */
export function PageList(props: {
  pages: {
    isPending: boolean;
    isSuccess: boolean;
    error: unknown;
    refetch: () => unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
  };
  isEmpty: boolean;
  /** The content shown if the list is empty. */
  emptyText: string;
  children: ReactNode;
}) {
  const { pages, isEmpty, emptyText, children } = props;
  const t = useMessages();
  return (
    <>
      {pages.isPending && <ListSkeleton rows={5} />}
      {pages.error !== null && <ProblemAlert error={pages.error} retry={pages.refetch} />}
      {pages.isSuccess && isEmpty && (
        <Text size="sm" c="dimmed">
          {emptyText}
        </Text>
      )}
      {!isEmpty && children}
      {pages.hasNextPage && (
        <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t.common.showMore}
        </Button>
      )}
    </>
  );
}
