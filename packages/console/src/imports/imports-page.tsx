import { Anchor, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { listImportJobs } from '@pimento/contract/wire';
import { IconCircleCheck, IconFileImport, IconPencil } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useBulkTexts } from '../bulk/texts/bulk-texts.ts';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { callKey } from '../session/use-call.ts';
import { pagePollMs } from '../ui/loading/page-polling.ts';
import { ImportCurlLine } from '../ui/curl-line.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton, Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { ImportDrop } from './import-drop.tsx';
import { type ImportSearch, readImportSearch } from './import-search.ts';
import { JobTable } from './job-table.tsx';

/** The imports and edits of the client, with a drop area for a new import. */
export function ImportsPage() {
  const t = useMessages();
  const formats = useFormats();
  const bulk = useBulkTexts();
  const { api, clientId, canWrite } = useWork();
  const { origin = 'import' } = useSearch({ from: '/shell/imports' });
  const navigate = useNavigate();
  const jobs = useInfiniteQuery({
    queryKey: callKey(clientId, listImportJobs, 'pages', origin),
    queryFn: ({ pageParam, signal }) =>
      api.call(listImportJobs, {
        query: {
          limit: 30,
          ...(origin === 'errors' ? { withErrors: true } : origin === 'all' ? {} : { origin }),
          ...(pageParam === null ? {} : { startingAfter: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null, // the first page begins with the newest job
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      pagePollMs(
        data?.pages[0]?.jobs.some(({ status }) => status === 'Importing') === true ? 1000 : 15_000,
        data?.pages,
      ),
  });
  const all = jobs.data?.pages.flatMap((page) => page.jobs) ?? [];
  const keptDays = jobs.data?.pages[0]?.keptDays ?? null;
  return (
    <Page title={t.imports.title} subtitle={t.imports.subtitle}>
      <Stack gap="lg">
        {canWrite && <ImportDrop />}
        <Group justify="space-between">
          <SegmentedControl
            size="xs"
            maw="100%"
            style={{ overflowX: 'auto' }}
            aria-label={t.imports.shown}
            value={origin}
            data={[
              { value: 'import', label: t.imports.title },
              { value: 'errors', label: t.imports.withErrors },
              { value: 'edit', label: t.imports.edits },
              { value: 'bulk', label: bulk.list },
              { value: 'all', label: t.imports.allJobs },
            ]}
            onChange={(next) =>
              void navigate({ to: '/imports', search: readImportSearch({ origin: next }), replace: true })
            }
          />
          <Group gap="md">
            <Anchor component={Link} to="/imports/sources" size="sm">
              {t.imports.sources}
            </Anchor>
            <Anchor component={Link} to="/imports/mappings" size="sm">
              {t.imports.mappings}
            </Anchor>
          </Group>
        </Group>
        {jobs.isPending && <ListSkeleton />}
        {jobs.isError && <ProblemAlert error={jobs.error} retry={jobs.refetch} />}
        {jobs.isSuccess && all.length === 0 && <NoJobs origin={origin} />}
        {all.length > 0 && <JobTable jobs={all} showsOrigin={origin === 'all'} bulkMode={bulk.mode} />}
        {jobs.hasNextPage && (
          <Button variant="default" loading={jobs.isFetchingNextPage} onClick={() => void jobs.fetchNextPage()}>
            {t.common.showMore}
          </Button>
        )}
        {keptDays !== null && (
          <Text size="sm" c="dimmed">
            {t.imports.deletedAfter(formats.number(keptDays))}
          </Text>
        )}
      </Stack>
    </Page>
  );
}

/** Explains an empty list. */
function NoJobs({ origin }: { origin: NonNullable<ImportSearch['origin']> | 'import' }) {
  const t = useMessages();
  const bulk = useBulkTexts();
  switch (origin) {
    case 'errors':
      return <EmptyState icon={IconCircleCheck} title={t.imports.noErrors} text={t.imports.noErrorsText} />;
    case 'edit':
      return <EmptyState icon={IconPencil} title={t.imports.noEdits} text={t.imports.noEditsText} />;
    case 'bulk':
      return <EmptyState icon={IconPencil} title={bulk.emptyTitle} text={bulk.empty} />;
    case 'import':
    case 'all':
      return (
        <EmptyState icon={IconFileImport} title={t.imports.none} text={t.imports.noneText}>
          <ImportCurlLine />
        </EmptyState>
      );
  }
}
