import { isSeparatorLine, type Row } from '../rows-types.ts';

/** Number of rows that are searched for the header. */
export const headRows = 20;

const filled = ({ cells }: Row): number => cells.filter((cell) => cell.trim() !== '').length;

/** Returns the row that the user chose as the header, or undefined if it is not among the given rows. */
export const statedHeader = (rows: readonly Row[], headerRow: number): Row | undefined =>
  rows.find(({ row }) => row === headerRow);

/**
 * Guesses the header row among the first 20 rows. This is the row with `__ID` or, if there is none, the first row that has at least 60 % as
 * many filled cells as the fullest row. Titles and remarks above a table fill only one or two cells.
 */
export function guessHeader(rows: readonly Row[]): Row | undefined {
  const head = rows.slice(0, headRows).filter((row) => !isSeparatorLine(row));
  const own = head.find(({ cells }) => cells.some((cell) => cell.trim().toUpperCase() === '__ID'));
  if (own !== undefined) return own;
  const widest = Math.max(0, ...head.map(filled));
  return head.find((row) => filled(row) >= widest * 0.6);
}
