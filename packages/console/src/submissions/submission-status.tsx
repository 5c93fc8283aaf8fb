import { Badge } from '@mantine/core';
import type { Submission } from '@pimento/contract';
import { useMessages } from '../i18n/language.tsx';

const colors = {
  Submitted: 'blue',
  Pending: 'violet',
  Success: 'olive',
  Partial: 'orange',
  Failed: 'red',
  Cancelled: 'gray',
} as const;

/** The status of a submission as a badge. */
export function SubmissionStatus({ status }: { status: Submission['status'] }) {
  const t = useMessages();
  return (
    <Badge variant="light" color={colors[status]} tt="none" miw="max-content">
      {t.submissions.statuses[status]}
    </Badge>
  );
}
