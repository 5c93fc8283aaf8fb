import { Paper, Text } from '@mantine/core';
import type { SubmissionDetail } from '@pimento/contract';
import { adapterMessage } from '../connections/adapter-message.ts';
import connections from '../connections/connections.module.css';
import layout from '../ui/layout.module.css';
import { useFormats, useLanguage } from '../i18n/language.tsx';

/** The details of a submission, such as channel, account and sender, and the adapter's messages about the submission as a whole. */
export function SubmissionFacts({ submission, channelName }: { submission: SubmissionDetail; channelName: string }) {
  const { messages: t, language } = useLanguage();
  const formats = useFormats();
  const { accountName, actorName, origin, comment, messages, productCount, operation, changedAfterEnd } = submission;
  const by = t.submissions.origins[origin];
  return (
    <Paper withBorder p="md">
      <dl className={layout.fields}>
        {operation === 'withdraw' && (
          <>
            <dt>{t.submissions.kind}</dt>
            <dd>{t.submissions.kinds[operation]}</dd>
          </>
        )}
        <dt>{t.submissions.channel}</dt>
        <dd>{channelName}</dd>
        <dt>{t.submissions.account}</dt>
        <dd>{accountName}</dd>
        <dt>{t.submissions.products}</dt>
        <dd className="number">{formats.number(productCount)}</dd>
        {changedAfterEnd > 0 && (
          <>
            <dt>{t.submissions.changedAfterEnd}</dt>
            <dd>{t.submissions.changedAfterEndHint(formats.number(changedAfterEnd))}</dd>
          </>
        )}
        <dt>{t.submissions.by}</dt>
        <dd>{actorName === null ? by : `${actorName} · ${by}`}</dd>
        <dt>{t.submissions.comment}</dt>
        <dd style={{ whiteSpace: 'pre-wrap' }}>
          {comment ?? (
            <Text span inherit c="dimmed">
              {t.submissions.noComment}
            </Text>
          )}
        </dd>
        {messages.length > 0 && (
          <>
            <dt>{t.submissions.messages}</dt>
            <dd>
              <ul className={connections.reasons}>
                {messages.map((message) => (
                  <li key={message}>{adapterMessage(language, message)}</li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
    </Paper>
  );
}
