import type { ReadinessOutcome } from '@pimento/contract';
import classes from '../readiness.module.css';
import { useReadinessTexts } from '../texts/readiness-texts.ts';

/** The outcome of one product. */
export function OutcomeBadge({ outcome }: { outcome: ReadinessOutcome }) {
  const t = useReadinessTexts();
  return (
    <span className={classes.badge} data-outcome={outcome} title={t.outcomeHints[outcome]}>
      {t.outcomes[outcome]}
    </span>
  );
}
