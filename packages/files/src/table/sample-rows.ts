import type { FileFormat } from '../format/format-types.ts';
import { openRows } from '../format/open-rows.ts';
import type { Row } from '../rows-types.ts';
import type { FileBytes, Spool } from '../source/file-bytes.ts';

/** Number of rows that are read to guess or match a mapping. */
const sampleRows = 1_000;

/**
 * Reads the first rows of a table.
 * @throws FileError if these rows cannot be read
 */
export async function readSample(
  file: FileBytes,
  format: FileFormat,
  spool?: Spool,
): Promise<{ rows: Row[]; isWhole: boolean }> {
  const rows: Row[] = [];
  for await (const row of openRows(file, format, spool)) {
    if (rows.length === sampleRows) return { rows, isWhole: false };
    rows.push(row);
  }
  return { rows, isWhole: true };
}
