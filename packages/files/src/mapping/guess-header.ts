import type { Row } from '../rows-types.ts';

/** Rows that are looked at to find the header. */
const headRows = 20;

const filled = ({ cells }: Row): number => cells.filter((cell) => cell.trim() !== '').length;

/** Excel's statement of the delimiter in the first line. */
const isSeparatorLine = ({ row, cells }: Row): boolean => row === 1 && /^"?sep=/.test(cells[0] ?? '');

/**
 * Finds the header: the row with `__ID`, otherwise the first of the first rows that is nearly as wide as the widest. Titles and remarks
 * above a table fill one or two cells only.
 */
export function guessHeader(rows: readonly Row[]): Row | undefined {
  const head = rows.slice(0, headRows).filter((row) => !isSeparatorLine(row));
  const own = head.find(({ cells }) => cells.some((cell) => cell.trim().toUpperCase() === '__ID'));
  if (own !== undefined) return own;
  const widest = Math.max(0, ...head.map(filled));
  return head.find((row) => filled(row) >= widest * 0.6);
}
