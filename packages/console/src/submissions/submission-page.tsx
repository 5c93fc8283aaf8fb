import { Anchor, Breadcrumbs, Button, Group, Paper, Skeleton, Stack, Title } from '@mantine/core';
import { ProblemError } from '@pimento/client';
import { getSubmission } from '@pimento/contract/wire';
import { IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { CommentsPanel } from '../comments/comments-loader.tsx';
import { useConnections } from '../connections/use-connections.ts';
import { useFormats, useMessages } from '../i18n/language.tsx';
import layout from '../ui/layout.module.css';
import { useWork } from '../session/session.tsx';
import { callKey } from '../session/use-call.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { SubmissionActions } from './submission-actions.tsx';
import { SubmissionFacts } from './submission-facts.tsx';
import { SubmissionResults } from './submission-results.tsx';
import { isOpen } from './submission-state.ts';
import { SubmissionStatus } from './submission-status.tsx';
import { SubmissionTimeline } from './submission-timeline.tsx';

const pollMs = 2000;

/** The page of one submission: its products with results, timeline and details. */
export function SubmissionPage() {
  const t = useMessages();
  const formats = useFormats();
  const { api, clientId, canWrite } = useWork();
  const { submissionId } = useParams({ from: '/shell/submissions/$submissionId' });
  const { data: channels } = useConnections();
  const submission = useQuery({
    queryKey: callKey(clientId, getSubmission, submissionId),
    queryFn: ({ signal }) => api.call(getSubmission, { params: { submissionId }, signal }),
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? pollMs : false),
  });
  if (submission.error instanceof ProblemError && submission.error.code === 'unknown-submission')
    return (
      <EmptyState icon={IconMailOff} title={t.submissions.unknown} text={t.submissions.unknownText}>
        <Button component={Link} to="/submissions">
          {t.submissions.title}
        </Button>
      </EmptyState>
    );
  const shown = submission.data;
  const channelName = channels?.find(({ channelId }) => channelId === shown?.channelId)?.name ?? shown?.channelId ?? '';
  return (
    <Page
      title={shown ? t.submissions.of(formats.moment(shown.created)) : t.submissions.title}
      wide
      subtitle={
        <Breadcrumbs separatorMargin={6} fz="sm" mt={4}>
          <Anchor component={Link} to="/submissions" size="sm">
            {t.submissions.title}
          </Anchor>
          {shown ? (
            <Anchor component={Link} to={`/channels/${encodeURIComponent(shown.channelId)}`} size="sm">
              {channelName}
            </Anchor>
          ) : (
            ' '
          )}
        </Breadcrumbs>
      }
      actions={shown && canWrite && <SubmissionActions submission={shown} />}
    >
      {submission.isPending && <Skeleton height={320} />}
      {submission.isError && <ProblemAlert error={submission.error} retry={submission.refetch} />}
      {shown && (
        <div className={layout.columns}>
          <SubmissionResults submission={shown} />
          <div data-first>
            <Paper withBorder p="md" component="section" aria-label={t.submissions.timeline}>
              <Group justify="space-between" mb="sm">
                <Title order={2} size="h5">
                  {t.submissions.timeline}
                </Title>
                <span aria-live="polite">
                  <SubmissionStatus status={shown.status} />
                </span>
              </Group>
              <SubmissionTimeline submission={shown} />
            </Paper>
          </div>
          <Stack gap="md" data-rest>
            <SubmissionFacts submission={shown} channelName={channelName} />
            <Suspense>
              <CommentsPanel key={submissionId} subject={{ kind: 'submission', id: submissionId }} />
            </Suspense>
          </Stack>
        </div>
      )}
    </Page>
  );
}
