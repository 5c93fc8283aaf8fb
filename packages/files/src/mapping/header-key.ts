import { withoutGuard } from '../csv/formula-guard.ts';
import type { Row } from '../rows-types.ts';
import { isErrorColumn } from './error-columns.ts';
import { headRows } from './guess-header.ts';

/**
 * Returns a text that is the same for tables with the same headers, whatever their order. Columns without header and the columns of error
 * files do not count.
 */
export function headerKey(headers: readonly string[]): string {
  const counted = headers.map((header) => header.trim()).filter((header) => header !== '' && !isErrorColumn(header));
  return JSON.stringify(counted.toSorted());
}

/** Returns the keys of the rows that can be the header, because titles above a table are found by guesses only. */
export function possibleHeaderKeys(rows: readonly Row[]): string[] {
  const keys = rows.slice(0, headRows).flatMap(({ cells }) => [headerKey(cells), headerKey(cells.map(withoutGuard))]);
  return [...new Set(keys)];
}
