import type { AutomaticSubmit } from '@pimento/contract';
import type { Messages } from '../../i18n/en.ts';
import type { Formats } from '../../i18n/formats.ts';
import { textOfProblem } from '../../ui/problem-text.ts';

/**
 * Returns why the last automatic submission submitted nothing or left out products, in the user's language. A problem that an earlier
 * version stored without a code is returned in English.
 * @returns undefined if there was no problem
 */
export function runProblem(
  t: Messages,
  formats: Pick<Formats, 'number'>,
  { lastProblem, lastFault }: Pick<AutomaticSubmit, 'lastProblem' | 'lastFault'>,
): { title: string; text: string } | undefined {
  if (lastProblem === null) return undefined;
  if (lastFault === null) return { title: t.automatic.lastProblem, text: lastProblem };
  const { skippedCount } = lastFault;
  const title = skippedCount === 0 ? t.automatic.lastProblem : t.automatic.leftOut(formats.number(skippedCount));
  return { title, text: textOfProblem(t, lastFault) };
}
