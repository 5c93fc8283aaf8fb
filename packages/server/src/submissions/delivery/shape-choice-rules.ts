import { type CodedProblem, problem } from '@pimento/contract/problem';
import type { SubmissionRow } from '../submission-types.ts';
import type { DeliveredShape } from './delivered-page-types.ts';
import type { DeliveredStandard } from './delivered-standard-views.ts';

/** The shape of a page. If both shapes were requested but there is no ruleset, the page has only the shape of the import, nested. */
export type ShapeChoice =
  | { kind: 'import'; isNested: boolean }
  | { kind: 'channel'; rulesetNo: number; hasProducts: boolean };

/**
 * Chooses the shape of a page. The products of a withdrawal have only their ids, whatever shape was requested.
 * @param requested undefined for the shape that the version of the standard specifies, or if it specifies none, the shape of the import
 * @returns the shape, or the problem if the channel shape is chosen but does not exist
 */
export function chooseShape(
  { operation, rulesetNo }: Pick<SubmissionRow, 'operation' | 'rulesetNo'>,
  standard: Pick<DeliveredStandard, 'deliver'> | undefined,
  requested: DeliveredShape | undefined,
): ShapeChoice | CodedProblem<'not-possible-now'> {
  const shape = operation === 'withdraw' ? 'import' : (requested ?? standard?.deliver ?? 'import');
  if (shape === 'import') return { kind: 'import', isNested: false };
  if (rulesetNo !== null && standard !== undefined)
    return { kind: 'channel', rulesetNo, hasProducts: shape === 'both' };
  return shape === 'both'
    ? { kind: 'import', isNested: true }
    : problem('not-possible-now', { kind: 'no-channel-shape' });
}

/**
 * Returns the version of the data standard to show in the head of a submission.
 * @returns undefined if there is none, or if an operator published the standard and it does not deliver the channel shape
 */
export function shownVersion(standard: DeliveredStandard | undefined): number | undefined {
  if (standard === undefined) return undefined;
  return standard.publisher === 'adapter' || standard.deliver === 'channel' ? standard.standardVersion : undefined;
}
