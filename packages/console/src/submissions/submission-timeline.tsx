import { Text, Timeline } from '@mantine/core';
import type { SubmissionDetail } from '@pimento/contract';
import { IconBan, IconBell, IconCheck, IconDownload, IconSend } from '@tabler/icons-react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { reachedSteps } from './submission-state.ts';

/** The steps of a submission. A completed step shows its time. An open step shows what the submission is waiting for. */
export function SubmissionTimeline({ submission }: { submission: SubmissionDetail }) {
  const t = useMessages();
  const formats = useFormats();
  const { created, event, fetched, finished, lastReport, status } = submission;
  const { steps } = t.submissions;
  const isCancelled = status === 'Cancelled';
  const eventText = event
    ? `${formats.moment(event.created)} · ${event.acknowledged ? t.submissions.acknowledged : t.submissions.unacknowledged}`
    : t.submissions.noEvent;
  const answered = finished ?? lastReport;
  const isFinished = finished !== null;
  return (
    <Timeline active={reachedSteps(submission)} bulletSize={26} lineWidth={2}>
      <Step icon={IconSend} title={steps.submitted} text={formats.moment(created)} />
      <Step icon={IconBell} title={steps.event} text={eventText} />
      {isCancelled ? (
        <Step icon={IconBan} title={t.submissions.cancelled} text={finished === null ? '' : formats.moment(finished)} />
      ) : (
        <Step
          icon={IconDownload}
          title={steps.fetched}
          text={fetched === null ? t.submissions.waitingFetch : formats.moment(fetched)}
        />
      )}
      {!isCancelled && (
        <Step
          icon={IconCheck}
          title={steps.answered}
          text={
            answered === null
              ? t.submissions.waitingAnswer
              : `${formats.moment(answered)} · ${isFinished ? t.submissions.finished : t.submissions.unfinished}`
          }
        />
      )}
    </Timeline>
  );
}

/** One step. `rest` contains the props that Mantine's timeline adds to each of its children, such as `active`. */
function Step({ icon: Icon, title, text, ...rest }: { icon: typeof IconSend; title: string; text: string }) {
  return (
    <Timeline.Item {...rest} bullet={<Icon size={14} aria-hidden />} title={title}>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    </Timeline.Item>
  );
}
