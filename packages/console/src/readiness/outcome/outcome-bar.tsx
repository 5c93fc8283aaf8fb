import type { Readiness } from '@pimento/contract';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../../i18n/language.tsx';
import { CountBar, type CountSegment } from '../../ui/counts/count-bar.tsx';
import { shownOutcomes } from '../readiness-types.ts';
import { useReadinessTexts } from '../texts/readiness-texts.ts';
import { outcomeTones } from './outcome-tones.ts';

/** A bar that shows the number of products by outcome. Each segment links to the list of its products. */
export function OutcomeBar(props: {
  channel: { channelId: string; name: string };
  outcomes: Readiness['outcomes'];
  /** Called when a segment is opened on the same page as the list. */
  onOpen?: () => void;
}) {
  const { channel, outcomes, onOpen } = props;
  const { channelId, name } = channel;
  const t = useReadinessTexts();
  const formats = useFormats();
  const segments = shownOutcomes
    .filter((outcome) => outcomes[outcome] > 0)
    .map((outcome): CountSegment => {
      const count = outcomes[outcome];
      const label = t.outcomes[outcome];
      return {
        id: outcome,
        label,
        count,
        tone: outcomeTones[outcome],
        link: (segment) => (
          <Link
            to="/channels/$channelId"
            params={{ channelId }}
            search={{ tab: 'readiness', outcome }}
            aria-label={t.segment(label, count, formats.number(count))}
            title={t.outcomeHints[outcome]}
            onClick={onOpen}
            {...segment}
          />
        ),
      };
    });
  return <CountBar name={t.byOutcome(name)} segments={segments} />;
}
