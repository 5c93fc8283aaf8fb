import type { Submission } from '@pimento/contract';
import { useMessages } from '../i18n/language.tsx';
import { CountBadge } from '../ui/counts/count-badge.tsx';
import type { CountTone } from '../ui/counts/count-tone.ts';

/** The same colors as for the states of products, so that waiting for the channel has one color everywhere. */
const tones: Record<Submission['status'], CountTone> = {
  Submitted: 'away',
  Pending: 'away',
  Success: 'good',
  Partial: 'lacking',
  Failed: 'bad',
  Cancelled: 'neutral',
};

export function SubmissionStatus({ status }: { status: Submission['status'] }) {
  const t = useMessages();
  return <CountBadge label={t.submissions.statuses[status]} tone={tones[status]} />;
}
