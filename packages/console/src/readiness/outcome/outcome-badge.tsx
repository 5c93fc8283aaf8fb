import type { ReadinessOutcome } from '@pimento/contract';
import { CountBadge } from '../../ui/counts/count-badge.tsx';
import { useReadinessTexts } from '../texts/readiness-texts.ts';
import { outcomeTones } from './outcome-tones.ts';

export function OutcomeBadge({ outcome }: { outcome: ReadinessOutcome }) {
  const t = useReadinessTexts();
  return <CountBadge label={t.outcomes[outcome]} tone={outcomeTones[outcome]} title={t.outcomeHints[outcome]} />;
}
