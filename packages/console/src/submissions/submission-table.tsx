import { Anchor, Group, Table, Text } from '@mantine/core';
import { productResults, type Submission } from '@pimento/contract/wire';
import { Link } from '@tanstack/react-router';
import { stateTone } from '../connections/state-tones.ts';
import { useConnections } from '../connections/use-connections.ts';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { CountBadge } from '../ui/counts/count-badge.tsx';
import layout from '../ui/layout.module.css';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import { SubmissionStatus } from './submission-status.tsx';

export function SubmissionTable({ submissions, hideChannel }: { submissions: Submission[]; hideChannel: boolean }) {
  const t = useMessages();
  const formats = useFormats();
  const { data: channels } = useConnections();
  const nameOf = (channelId: string) => channels?.find((one) => one.channelId === channelId)?.name ?? channelId;
  return (
    <TableFrame
      label={t.submissions.title}
      headings={[
        { label: t.submissions.sent },
        ...(hideChannel ? [] : [{ label: t.submissions.channel }]),
        { label: t.submissions.status },
        { label: t.submissions.products, align: 'right' },
        { label: t.submissions.results },
        { label: t.submissions.by, visibleFrom: 'lg' },
        { label: t.submissions.comment },
      ]}
      minWidth={680}
    >
      {submissions.map((submission) => (
        <Table.Tr key={submission.submissionId}>
          <Table.Td style={{ whiteSpace: 'nowrap' }}>
            <Anchor
              component={Link}
              to={`/submissions/${submission.submissionId}`}
              size="sm"
              className={layout.rowLink}
            >
              {formats.moment(submission.created)}
            </Anchor>
            {submission.operation === 'withdraw' && (
              <Text size="xs" c="dimmed">
                {t.submissions.withdrawal}
              </Text>
            )}
          </Table.Td>
          {!hideChannel && (
            <Table.Td>
              <Text size="sm">{nameOf(submission.channelId)}</Text>
              <Text size="xs" c="dimmed" visibleFrom="lg">
                {submission.accountName}
              </Text>
            </Table.Td>
          )}
          <Table.Td>
            <SubmissionStatus status={submission.status} />
          </Table.Td>
          <Table.Td ta="right" className="number">
            {formats.number(submission.productCount)}
          </Table.Td>
          <Table.Td>
            <ResultCounts results={submission.results} />
          </Table.Td>
          <Table.Td visibleFrom="lg">
            <Text size="sm">{submission.actorName ?? t.submissions.origins[submission.origin]}</Text>
            {submission.actorName !== null && (
              <Text size="xs" c="dimmed">
                {t.submissions.origins[submission.origin]}
              </Text>
            )}
          </Table.Td>
          <Table.Td maw={240}>
            <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
              {submission.comment ?? '–'}
            </Text>
          </Table.Td>
        </Table.Tr>
      ))}
    </TableFrame>
  );
}

/** The number of products by result. Products without a result (`Submitted`) are omitted, because the status shows them. */
function ResultCounts({ results }: { results: Submission['results'] }) {
  const t = useMessages();
  const formats = useFormats();
  const shown = productResults.filter((result) => result !== 'Submitted' && (results[result] ?? 0) > 0);
  return (
    <Group gap={4}>
      {shown.map((result) => (
        <CountBadge
          key={result}
          label={`${t.states[result]} ${formats.number(results[result] ?? 0)}`}
          tone={stateTone(result)}
        />
      ))}
      {shown.length === 0 && '–'}
    </Group>
  );
}
