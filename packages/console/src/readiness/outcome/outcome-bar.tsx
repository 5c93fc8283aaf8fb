import type { Readiness } from '@pimento/contract';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../../i18n/language.tsx';
import classes from '../readiness.module.css';
import { shownOutcomes } from '../readiness-types.ts';
import { useReadinessTexts } from '../texts/readiness-texts.ts';

/** A bar of the numbers of products by outcome; each segment links to the list of its products. */
export function OutcomeBar(props: {
  channel: { channelId: string; name: string };
  outcomes: Readiness['outcomes'];
  /** Called when a segment is opened on the page that has the list. */
  onOpen?: () => void;
}) {
  const { channel, outcomes, onOpen } = props;
  const { channelId, name } = channel;
  const t = useReadinessTexts();
  const formats = useFormats();
  const segments = shownOutcomes.filter((outcome) => outcomes[outcome] > 0);
  if (segments.length === 0) return null;
  return (
    <div role="group" aria-label={t.byOutcome(name)}>
      <div className={classes.bar}>
        {segments.map((outcome) => (
          <Link
            key={outcome}
            to="/channels/$channelId"
            params={{ channelId }}
            search={{ tab: 'readiness', outcome }}
            className={classes.segment}
            data-outcome={outcome}
            style={{ flex: `${outcomes[outcome]} 1 0` }}
            aria-label={t.segment(t.outcomes[outcome], outcomes[outcome], formats.number(outcomes[outcome]))}
            title={t.outcomeHints[outcome]}
            onClick={onOpen}
          >
            {formats.number(outcomes[outcome])}
          </Link>
        ))}
      </div>
      <div className={classes.legend} aria-hidden>
        {segments.map((outcome) => (
          <span key={outcome}>
            <span className={classes.swatch} data-outcome={outcome} />
            {t.outcomes[outcome]} <span className="number">{formats.number(outcomes[outcome])}</span>
          </span>
        ))}
      </div>
    </div>
  );
}
