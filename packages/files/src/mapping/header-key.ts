import { withoutGuard } from '../csv/formula-guard.ts';
import type { Row } from '../rows-types.ts';
import { isErrorColumn } from './error-columns.ts';
import { headRows } from './guess-header.ts';

/**
 * Returns a string that is the same for tables with the same headers in any order. Ignores columns without a header and the columns of
 * error files.
 */
export function headerKey(headers: readonly string[]): string {
  const counted = headers.map((header) => header.trim()).filter((header) => header !== '' && !isErrorColumn(header));
  return JSON.stringify(counted.toSorted());
}

/** Returns the keys of the first rows. Each of them could be the header, because titles above a table are recognised only by guessing. */
export function possibleHeaderKeys(rows: readonly Row[]): string[] {
  const keys = rows.slice(0, headRows).flatMap(({ cells }) => [headerKey(cells), headerKey(cells.map(withoutGuard))]);
  return [...new Set(keys)];
}
