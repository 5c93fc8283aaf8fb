import type { EvaluationOnlyCode } from '@pimento/contract';
import type { ProblemSentences } from '@pimento/contract/problem-sentences';
import { quoted } from './de-texts.ts';

type FormulaCode = Extract<
  EvaluationOnlyCode,
  | 'not-a-whole-number'
  | 'unknown-currency'
  | 'unknown-option'
  | 'unknown-time-zone'
  | 'wrong-type'
  | 'no-such-item'
  | 'not-in-table'
  | 'division-by-zero'
  | 'too-much-work'
  | 'broken-formula'
>;

/**
 * Returns the position in the formula as the end of a sentence, or an empty text if the position is missing. Uses `in`, because reading a
 * missing parameter throws.
 */
export const where = (position: { line?: number | undefined; column?: number | undefined }) =>
  'line' in position && 'column' in position ? ` (Zeile ${position.line}, Spalte ${position.column})` : '';

/** German sentences about formulas that have no value for a product. */
export const deFormulas: Pick<ProblemSentences, FormulaCode> = {
  'not-a-whole-number': (p) => `${quoted(p.attribute)}: Die Formel braucht eine ganze Zahl${where(p)}.`,
  'unknown-currency': (p) => `${quoted(p.attribute)}: Die Währung ist unbekannt${where(p)}.`,
  'unknown-option': (p) => `${quoted(p.attribute)}: Die Formel enthält eine unbekannte Option${where(p)}.`,
  'unknown-time-zone': (p) => `${quoted(p.attribute)}: Die Zeitzone ist unbekannt${where(p)}.`,
  'wrong-type': (p) => `${quoted(p.attribute)}: Erwartet wird ${p.expected}, gefunden wurde ${p.actual}${where(p)}.`,
  'no-such-item': (p) =>
    `${quoted(p.attribute)}: Die Formel liest Element ${p.n}; vorhanden sind ${p.count}${where(p)}.`,
  'not-in-table': (p) =>
    `${quoted(p.attribute)}: Die Nachschlagetabelle hat keine Zeile für ${quoted(p.value)}${where(p)}.`,
  'division-by-zero': (p) => `${quoted(p.attribute)}: Die Formel teilt durch null${where(p)}.`,
  'too-much-work': (p) => `${quoted(p.attribute)}: Die Formel überschreitet ihre Grenze (${p.limit})${where(p)}.`,
  'broken-formula': (p) =>
    `${quoted(p.attribute)}: Die Formel ist ungültig${where(p)}: ${'reason' in p ? p.reason : `${p.fault}${p.name === null ? '' : ` ${quoted(p.name)}`}.`}`,
};
