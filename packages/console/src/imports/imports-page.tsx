import { Button, Stack } from '@mantine/core';
import { listImportJobs } from '@pimento/contract';
import { IconFileImport } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { callKey } from '../session/use-call.ts';
import { ImportCurlLine } from '../ui/curl-line.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton, Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { ImportDrop } from './import-drop.tsx';
import { JobTable } from './job-table.tsx';

export function ImportsPage() {
  const t = useMessages();
  const { api, clientId, canWrite } = useWork();
  const jobs = useInfiniteQuery({
    queryKey: callKey(clientId, listImportJobs, 'pages'),
    queryFn: ({ pageParam, signal }) =>
      api.call(listImportJobs, {
        query: { limit: 30, ...(pageParam === null ? {} : { startingAfter: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null, // the first page begins with the newest
    getNextPageParam: (page) => page.next,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.jobs.some(({ status }) => status === 'Importing') === true ? 1000 : 15_000,
  });
  const all = jobs.data?.pages.flatMap((page) => page.jobs) ?? [];
  return (
    <Page title={t.imports.title} subtitle={t.imports.subtitle}>
      <Stack gap="lg">
        {canWrite && <ImportDrop />}
        {jobs.isPending && <ListSkeleton />}
        {jobs.isError && <ProblemAlert error={jobs.error} retry={jobs.refetch} />}
        {jobs.isSuccess && all.length === 0 && (
          <EmptyState icon={IconFileImport} title={t.imports.none} text={t.imports.noneText}>
            <ImportCurlLine />
          </EmptyState>
        )}
        {all.length > 0 && <JobTable jobs={all} />}
        {jobs.hasNextPage && (
          <Button variant="default" loading={jobs.isFetchingNextPage} onClick={() => void jobs.fetchNextPage()}>
            {t.common.showMore}
          </Button>
        )}
      </Stack>
    </Page>
  );
}
