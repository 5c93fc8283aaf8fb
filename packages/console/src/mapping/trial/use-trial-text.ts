import type { MappingTrial } from '@pimento/contract';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { useMappingTexts } from '../texts/mapping-texts.ts';

/** Returns a function that describes the progress of a trial or, after the trial, the number of products whose outcome changes. */
export function useTrialText(): (trial: MappingTrial) => string {
  const t = useMappingTexts();
  const messages = useMessages();
  const formats = useFormats();
  return ({ status, checked, total, outcomes }) => {
    if (status === 'Running') return t.trial.running(formats.number(checked), formats.number(total));
    if (status !== 'Completed') return t.trial.ended[status];
    const changed = Map.groupBy(
      outcomes.filter(({ before, after }) => before !== after),
      ({ after }) => after,
    );
    const parts = Array.from(changed, ([after, moves]) => {
      const products = moves.reduce((sum, move) => sum + move.products, 0);
      return t.trial.become(formats.number(products), messages.outcomes[after]);
    });
    return parts.length === 0 ? t.trial.same : parts.join(', ');
  };
}
