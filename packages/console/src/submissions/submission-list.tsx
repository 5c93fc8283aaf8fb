import { Button, Stack, Text } from '@mantine/core';
import { listSubmissions } from '@pimento/contract/wire';
import { IconMoodEmpty, IconSend } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { pagePollMs } from '../ui/loading/page-polling.ts';
import { callKey } from '../session/use-call.ts';
import { CopyLine } from '../ui/curl-line.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { readSubmissionSearch, type SubmissionSearch } from './submission-search.ts';
import { SubmissionTable } from './submission-table.tsx';

const pollMs = 10_000;

/** The matching submissions, newest first. */
export function SubmissionList({ search, hideChannel }: { search: SubmissionSearch; hideChannel?: boolean }) {
  const t = useMessages();
  const formats = useFormats();
  const { api, clientId } = useWork();
  // Only the filters are kept, because the search parameters of the page also contain the client.
  const filter = readSubmissionSearch({ ...search });
  const log = useInfiniteQuery({
    queryKey: callKey(clientId, listSubmissions, filter),
    queryFn: ({ pageParam, signal }) =>
      api.call(listSubmissions, {
        query: { ...filter, limit: 50, ...(pageParam === null ? {} : { startingAfter: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null, // the first page begins with the newest submission
    getNextPageParam: (page) => page.next,
    refetchInterval: ({ state }) => pagePollMs(pollMs, state.data?.pages),
  });
  const submissions = log.data?.pages.flatMap((page) => page.submissions) ?? [];
  const keptDays = log.data?.pages[0]?.keptDays ?? null;
  const isEmpty = log.isSuccess && submissions.length === 0;
  const hasFilter = search.status !== undefined || (search.channelId !== undefined && hideChannel !== true);
  return (
    <Stack gap="md">
      {log.isPending && <ListSkeleton rows={5} />}
      {log.isError && <ProblemAlert error={log.error} retry={log.refetch} />}
      {isEmpty && hasFilter && (
        <EmptyState icon={IconMoodEmpty} title={t.submissions.noMatch} text={t.submissions.noMatchText} />
      )}
      {isEmpty && !hasFilter && (
        <EmptyState icon={IconSend} title={t.submissions.none} text={t.submissions.noneText}>
          <SubmitCurlLine channelId={search.channelId ?? 'example-shop'} />
        </EmptyState>
      )}
      {submissions.length > 0 && <SubmissionTable submissions={submissions} hideChannel={hideChannel ?? false} />}
      {log.hasNextPage && (
        <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {t.common.showMore}
        </Button>
      )}
      {keptDays !== null && (
        <Text size="sm" c="dimmed">
          {t.submissions.deletedAfter(formats.number(keptDays))}
        </Text>
      )}
    </Stack>
  );
}

/** A shell command that submits two products. */
function SubmitCurlLine({ channelId }: { channelId: string }) {
  const t = useMessages();
  const text = `curl -H "Authorization: Bearer <key>" -H "Content-Type: application/json" \\
  -d '["4006381333931", "PEN-1"]' \\
  ${location.origin}/api/submit/v1/channels/${channelId}/products`;
  return <CopyLine text={text} label={t.common.command} />;
}
