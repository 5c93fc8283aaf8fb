import type { RowProblem } from '@pimento/files';
import { counted } from './counted.ts';

const shownProblems = 10;

/** Describes the products that were not sent because of problems in their rows. */
export function summarizeRows(rejected: number, problems: readonly RowProblem[]): string {
  if (rejected === 0) return '';
  const shown = problems.slice(0, shownProblems).map(({ message }) => `  ${message}`);
  const more = problems.length > shown.length ? ['  …'] : [];
  return ['', `Not sent because of their rows: ${counted(rejected, 'product')}`, ...shown, ...more].join('\n');
}
