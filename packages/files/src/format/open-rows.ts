import { readCsvRows } from '../csv/csv-rows.ts';
import type { Row } from '../rows-types.ts';
import type { FileBytes, Spool } from '../source/file-bytes.ts';
import { FileError } from '../source/file-error.ts';
import { openZipReader } from '../source/zip-reader.ts';
import { decodeText } from '../text/decode-text.ts';
import { readSharedStrings } from '../xlsx/shared-strings.ts';
import { readSheetRows } from '../xlsx/sheet-rows.ts';
import { readStyles } from '../xlsx/styles.ts';
import { readWorkbook } from '../xlsx/workbook.ts';
import { openContent, openWorkbookBytes, spoolInMemory } from './content.ts';
import type { FileFormat } from './format-types.ts';

async function* openSheet(file: FileBytes, format: FileFormat, spool: Spool): AsyncGenerator<Row, void, undefined> {
  const zip = await openZipReader(await openWorkbookBytes(file, format, spool));
  const workbook = await readWorkbook(zip);
  const sheet = workbook.sheets.find(({ name }) => name === format.sheet);
  if (sheet === undefined)
    throw new FileError('sheet-unknown', `The workbook has no sheet ${JSON.stringify(format.sheet)}.`);
  yield* readSheetRows(zip.open(sheet.part), {
    strings: workbook.strings === undefined ? undefined : await readSharedStrings(zip.open(workbook.strings)),
    styles: workbook.styles === undefined ? [] : await readStyles(zip.open(workbook.styles)),
    is1904: workbook.is1904,
  });
}

/**
 * Reads the rows of a table, header and titles included; memory does not depend on the number of rows.
 * @param format of a CSV file or a workbook
 * @throws FileError if the file cannot be read to its end
 */
export function openRows(
  file: FileBytes,
  format: FileFormat,
  spool: Spool = spoolInMemory,
): AsyncGenerator<Row, void, undefined> {
  if (format.kind === 'xlsx') return openSheet(file, format, spool);
  return readCsvRows(decodeText(openContent(file, format), format.encoding ?? 'utf-8'), format.delimiter ?? ',');
}

/** Opens a JSON or NDJSON file as unpacked UTF-8. @throws FileError if the file cannot be read */
export async function* openJson(file: FileBytes, format: FileFormat): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  for await (const text of decodeText(openContent(file, format), format.encoding ?? 'utf-8'))
    yield encoder.encode(text);
}
