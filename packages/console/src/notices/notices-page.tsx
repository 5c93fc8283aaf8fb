import { Button, Group, Paper, SegmentedControl, Stack } from '@mantine/core';
import { listNotices, markNoticesRead, type Notice } from '@pimento/contract/wire';
import { IconBell, IconBellCheck, IconChecks, IconSettings } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { callKey } from '../session/use-call.ts';
import { pagePollMs } from '../ui/loading/page-polling.ts';
import { useChange } from '../session/use-change.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton, Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { NoticeRow } from './notice-row.tsx';
import { readNoticeSearch } from './notice-search.ts';
import classes from './notices.module.css';
import { useNoticeTexts } from './use-notice-texts.ts';

const refetchMs = 30_000;
/** Maximum number of notices that one request marks as read. */
const maxMarked = 500;

function useNotices(unread: boolean) {
  const { api, clientId } = useWork();
  return useInfiniteQuery({
    queryKey: callKey(clientId, listNotices, unread),
    queryFn: ({ pageParam, signal }) =>
      api.call(listNotices, {
        query: { unread, limit: 50, ...(pageParam === null ? {} : { startingAfter: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null, // the first page begins with the newest notice
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pagePollMs(refetchMs, state.data?.pages),
  });
}

/** The user's notices about the client. */
export function NoticesPage() {
  const t = useMessages();
  const texts = useNoticeTexts();
  const navigate = useNavigate();
  const isFiltered = useSearch({ from: '/shell/notices', select: ({ unread }) => unread === 'true' });
  const pages = useNotices(isFiltered);
  const marking = useChange((api, seen: Notice[]) =>
    api.call(markNoticesRead, { body: { notices: seen.map(({ noticeId, count }) => ({ noticeId, count })) } }),
  );
  const notices = pages.data?.pages.flatMap((page) => page.notices) ?? [];
  const unread = notices.filter(({ read }) => !read);
  return (
    <Page
      title={texts.title}
      subtitle={texts.subtitle}
      actions={
        <Button
          variant="default"
          leftSection={<IconSettings size={16} aria-hidden />}
          renderRoot={(root) => <Link {...root} to="/settings" search={{ tab: 'notices' }} />}
        >
          {texts.settings}
        </Button>
      }
    >
      <Stack gap="md">
        <Group justify="space-between">
          <SegmentedControl
            size="xs"
            aria-label={texts.shown}
            value={isFiltered ? 'true' : 'all'}
            data={[
              { value: 'all', label: texts.all },
              { value: 'true', label: texts.unread },
            ]}
            onChange={(next) =>
              void navigate({ to: '/notices', search: readNoticeSearch({ unread: next }), replace: true })
            }
          />
          {unread.length > 0 && (
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconChecks size={16} aria-hidden />}
              loading={marking.isPending}
              onClick={() => marking.mutate(unread.slice(0, maxMarked))}
            >
              {texts.markAll}
            </Button>
          )}
        </Group>
        {pages.isPending && <ListSkeleton rows={5} />}
        {pages.isError && <ProblemAlert error={pages.error} retry={pages.refetch} />}
        {pages.isSuccess && notices.length === 0 && !isFiltered && (
          <EmptyState icon={IconBell} title={texts.none} text={texts.noneText} />
        )}
        {pages.isSuccess && notices.length === 0 && isFiltered && (
          <EmptyState icon={IconBellCheck} title={texts.noneUnread} text={texts.noneUnreadText} />
        )}
        {notices.length > 0 && (
          <Paper withBorder component="ul" className={classes.list} aria-label={texts.title}>
            {notices.map((notice) => (
              <NoticeRow key={notice.noticeId} notice={notice} onRead={() => marking.mutate([notice])} />
            ))}
          </Paper>
        )}
        {pages.hasNextPage && (
          <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t.common.showMore}
          </Button>
        )}
      </Stack>
    </Page>
  );
}
