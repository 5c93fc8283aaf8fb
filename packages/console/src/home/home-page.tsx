import { Anchor, Button, Group, Paper, Skeleton, Stack, Title } from '@mantine/core';
import { type AnswerOf, listAttributes, listImportJobs, listProducts } from '@pimento/contract/wire';
import { IconFileImport, IconPackages } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormats, useMessages } from '../i18n/language.tsx';
import layout from '../ui/layout.module.css';
import { JobTable } from '../imports/job-table.tsx';
import { useWork } from '../session/session.tsx';
import { useCall } from '../session/use-call.ts';
import { ImportCurlLine } from '../ui/curl-line.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Settled } from '../ui/loading/settled.tsx';
import { ListSkeleton, Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { ChannelBoard } from './board/channel-board.tsx';
import { FirstDelivery } from './first-delivery.tsx';
import { WorkList } from './work-list.tsx';

export function HomePage() {
  const t = useMessages();
  const { session, clientName, canWrite } = useWork();
  const products = useCall(listProducts, { query: { limit: 1, count: true, fields: ['__NAME'] } });
  // the same request as in first-delivery-panel.tsx, so that both share the response
  const attributes = useCall(listAttributes, {}, { staleMs: 60_000 });
  const jobs = useCall(listImportJobs, { query: { limit: 6, origin: 'import' } }, { refetchMs: 10_000 });
  return (
    <Page
      title={t.home.hello(session.name)}
      subtitle={t.home.subtitle(clientName)}
      actions={
        canWrite && (
          <Button component={Link} to="/imports" leftSection={<IconFileImport size={16} aria-hidden />}>
            {t.imports.import}
          </Button>
        )
      }
    >
      <Settled>
        <Stack gap="xl">
          <FirstDelivery />
          <WorkList />
          <Figures jobs={jobs} products={products} attributes={attributes} />
          <ChannelBoard />
          {products.error && <ProblemAlert error={products.error} retry={products.refetch} />}
          {attributes.error && <ProblemAlert error={attributes.error} retry={attributes.refetch} />}
          <RecentImports jobs={jobs} />
        </Stack>
      </Settled>
    </Page>
  );
}

type Jobs = UseQueryResult<AnswerOf<typeof listImportJobs>>;
type Products = UseQueryResult<AnswerOf<typeof listProducts>>;
type Attributes = UseQueryResult<AnswerOf<typeof listAttributes>>;

/** The key figures of the client. */
function Figures({ jobs, products, attributes }: { jobs: Jobs; products: Products; attributes: Attributes }) {
  const t = useMessages();
  const formats = useFormats();
  const last = jobs.data?.jobs[0];
  const stats = [
    { label: t.nav.products, to: '/products', isPending: products.isPending, value: products.data?.count },
    {
      label: t.nav.attributes,
      to: '/attributes',
      isPending: attributes.isPending,
      value: attributes.data?.attributes.length,
    },
  ] as const;
  return (
    <dl className={layout.stats} style={{ margin: 0 }}>
      {stats.map(({ label, to, isPending, value }) => (
        <Paper key={to} withBorder className={layout.stat}>
          <dt>
            <Anchor component={Link} to={to} size="sm">
              {label}
            </Anchor>
          </dt>
          <dd>{isPending ? <Skeleton height={30} width={80} /> : value === undefined ? '–' : formats.number(value)}</dd>
        </Paper>
      ))}
      <Paper withBorder className={layout.stat}>
        <dt>
          <ImportLink last={last} label={t.home.lastImport} />
        </dt>
        <dd data-words>
          {jobs.isPending ? <Skeleton height={30} width={120} /> : last ? formats.ago(last.startedAt) : '–'}
        </dd>
      </Paper>
    </dl>
  );
}

type Job = AnswerOf<typeof listImportJobs>['jobs'][number];

/** Links a label to the last import, if there is one. */
function ImportLink({ last, label }: { last: Job | undefined; label: string }) {
  if (last === undefined) return label;
  return (
    <Anchor component={Link} to={`/imports/${last.jobRef}`} size="sm">
      {label}
    </Anchor>
  );
}

function RecentImports({ jobs }: { jobs: Jobs }) {
  const t = useMessages();
  return (
    <section aria-label={t.home.recent}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {t.home.recent}
        </Title>
        <Anchor component={Link} to="/imports" size="sm">
          {t.home.allImports}
        </Anchor>
      </Group>
      {jobs.isPending && <ListSkeleton rows={4} />}
      {jobs.isError && <ProblemAlert error={jobs.error} retry={jobs.refetch} />}
      {jobs.data?.jobs.length === 0 && (
        <Paper withBorder>
          <EmptyState icon={IconPackages} title={t.imports.none} text={t.imports.noneText}>
            <ImportCurlLine />
          </EmptyState>
        </Paper>
      )}
      {jobs.data && jobs.data.jobs.length > 0 && <JobTable jobs={jobs.data.jobs} />}
    </section>
  );
}
