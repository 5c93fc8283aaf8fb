import { createHash } from 'node:crypto';
import { withoutGuard } from '../csv/formula-guard.ts';
import type { Row } from '../rows-types.ts';
import { isErrorColumn } from './error-columns.ts';
import { headRows } from './guess-header.ts';

/**
 * Hash of the headers of a table, whatever their order; columns without header and the columns of error files do not count. Files of one
 * supplier have the same fingerprint.
 */
export function headerFingerprint(headers: readonly string[]): string {
  const counted = headers.map((header) => header.trim()).filter((header) => header !== '' && !isErrorColumn(header));
  return createHash('sha256').update(JSON.stringify(counted.toSorted())).digest('hex').slice(0, 32);
}

/** Returns the fingerprints of the rows that can be the header, because titles above a table are found by guesses only. */
export function possibleFingerprints(rows: readonly Row[]): string[] {
  const head = rows.slice(0, headRows);
  const all = head.flatMap(({ cells }) => [
    headerFingerprint(cells),
    ...(cells.some((cell) => cell.startsWith("'")) ? [headerFingerprint(cells.map(withoutGuard))] : []),
  ]);
  return [...new Set(all)];
}
