import { readCsvRows } from '../csv/csv-rows.ts';
import type { Row } from '../rows-types.ts';
import type { FileBytes, Spool } from '../source/file-bytes.ts';
import { openZipReader } from '../source/zip-reader.ts';
import { decodeText } from '../text/decode-text.ts';
import { readWorkbook } from '../xlsx/workbook.ts';
import { openContent, openWorkbookBytes, spoolInMemory } from './content.ts';
import type { FileFormat } from './format-types.ts';
import { openSheet } from './sheet.ts';

/** Unpacks and decodes a text file. @throws FileError if the file cannot be read */
export const openText = (file: FileBytes, format: FileFormat): AsyncGenerator<string, void, undefined> =>
  decodeText(openContent(file, format), format.encoding ?? 'utf-8');

async function* openWorkbook(
  file: FileBytes,
  format: FileFormat,
  spool: Spool,
): AsyncGenerator<Row[], void, undefined> {
  const zip = await openZipReader(await openWorkbookBytes(file, format, spool));
  yield* openSheet(zip, await readWorkbook(zip), format.sheet);
}

/**
 * Reads all rows of a table in lists, including the header and any rows above it. The memory that is needed does not depend on the number
 * of rows. Rows are yielded in lists, because each step of an asynchronous generator takes about as long as reading three cells.
 * @param format the format of a CSV file or a workbook
 * @throws FileError if the file cannot be read to its end
 */
export function openRowLists(
  file: FileBytes,
  format: FileFormat,
  spool: Spool = spoolInMemory,
): AsyncGenerator<Row[], void, undefined> {
  if (format.kind === 'xlsx') return openWorkbook(file, format, spool);
  return readCsvRows(openText(file, format), format.delimiter ?? ',');
}

/** Reads all rows of a table, like `openRowLists`, but one by one. */
export async function* openRows(
  file: FileBytes,
  format: FileFormat,
  spool?: Spool,
): AsyncGenerator<Row, void, undefined> {
  for await (const rows of openRowLists(file, format, spool)) for (const row of rows) yield row;
}

/** Unpacks a JSON or NDJSON file and converts it to UTF-8. @throws FileError if the file cannot be read */
export async function* openJson(file: FileBytes, format: FileFormat): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  for await (const text of openText(file, format)) yield encoder.encode(text);
}
