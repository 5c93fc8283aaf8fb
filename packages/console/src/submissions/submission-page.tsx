import { Anchor, Breadcrumbs, Button, Group, Modal, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { ProblemError } from '@pimento/client';
import { cancelSubmission, getSubmission, resubmitFailed, type SubmissionDetail } from '@pimento/contract';
import { IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useConnections } from '../connections/use-connections.ts';
import { useFormats, useMessages } from '../i18n/language.tsx';
import product from '../product/product.module.css';
import { useWork } from '../session/session.tsx';
import { callKey } from '../session/use-call.ts';
import { useChange } from '../session/use-change.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { SubmissionFacts } from './submission-facts.tsx';
import { SubmissionResults } from './submission-results.tsx';
import { SubmissionStatus } from './submission-status.tsx';
import { SubmissionTimeline } from './submission-timeline.tsx';

const followMs = 2000;
const isUnderWay = ({ status }: SubmissionDetail) => status === 'Submitted' || status === 'Pending';

/** One submission: how far it is, and what became of each product. */
export function SubmissionPage() {
  const t = useMessages();
  const formats = useFormats();
  const { api, clientId, canWrite } = useWork();
  const { submissionId } = useParams({ from: '/shell/submissions/$submissionId' });
  const { data: channels } = useConnections();
  const submission = useQuery({
    queryKey: callKey(clientId, getSubmission, submissionId),
    queryFn: ({ signal }) => api.call(getSubmission, { params: { submissionId }, signal }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? followMs : false),
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
      actions={shown && canWrite && <Actions submission={shown} />}
    >
      {submission.isPending && <Skeleton height={320} />}
      {submission.isError && <ProblemAlert error={submission.error} retry={submission.refetch} />}
      {shown && (
        <div className={product.columns}>
          <SubmissionResults submission={shown} />
          <Stack gap="md">
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
            <SubmissionFacts submission={shown} channelName={channelName} />
          </Stack>
        </div>
      )}
    </Page>
  );
}

/** How many products a submission did not bring to their end well; none as long as it is under way. */
function failedCount({ results, status, productCount, finished }: SubmissionDetail): number {
  if (status === 'Cancelled') return 0;
  return finished !== null ? productCount - (results.Accepted ?? 0) : (results.Returned ?? 0) + (results.Rejected ?? 0);
}

function Actions({ submission }: { submission: SubmissionDetail }) {
  const t = useMessages();
  const formats = useFormats();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'cancel' | 'again'>();
  const { submissionId, status, fetched } = submission;
  const failed = failedCount(submission);
  const cancel = useChange(
    (api, _input: void) => api.call(cancelSubmission, { params: { submissionId } }),
    () => {
      setAsking(undefined);
      return t.submissions.taken;
    },
  );
  const again = useChange(
    (api, _input: void) => api.call(resubmitFailed, { params: { submissionId }, body: {} }),
    (answer) => {
      setAsking(undefined);
      if (answer.submissionId === null) return t.submit.nothing;
      void navigate({ to: '/submissions/$submissionId', params: { submissionId: answer.submissionId } });
      return t.submit.done(formats.number(answer.submitted));
    },
  );
  const [change, title, text, confirm] =
    asking === 'again'
      ? [again, t.submissions.againTitle, t.submissions.againText(formats.number(failed)), t.submit.send]
      : [cancel, t.submissions.cancelTitle, t.submissions.cancelText, t.submissions.cancel];
  return (
    <>
      {status === 'Submitted' && fetched === null && (
        <Button variant="default" onClick={() => setAsking('cancel')}>
          {t.submissions.cancel}
        </Button>
      )}
      {failed > 0 && <Button onClick={() => setAsking('again')}>{t.submissions.again}</Button>}
      <Modal
        opened={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={title}
        closeButtonProps={{ 'aria-label': t.common.close }}
      >
        <Stack>
          <Text size="sm">{text}</Text>
          <Group justify="flex-end">
            <Button variant="default" data-autofocus onClick={() => setAsking(undefined)}>
              {t.common.close}
            </Button>
            <Button loading={change.isPending} onClick={() => change.mutate()}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
