import type { FoundFeed } from '../feed-types.ts';
import { findTableFeed } from '../recognise/table-signs.ts';
import type { Row } from '../rows-types.ts';
import { FileError } from '../source/file-error.ts';
import type { ZipReader } from '../source/zip-reader.ts';
import { readSharedStrings } from '../xlsx/shared-string-reader.ts';
import { readSheetRows } from '../xlsx/sheet-rows.ts';
import { readStyles } from '../xlsx/styles.ts';
import type { Workbook } from '../xlsx/workbook.ts';
import { quotedText } from '../text/shown-text.ts';

/**
 * Reads the rows of a sheet.
 * @param maxStrings stops reading shared strings after about this number. A cell that refers to a later string gets the fault `cell-error`
 * @throws FileError sheet-unknown, file-damaged, file-too-large
 */
export async function* openSheet(
  zip: ZipReader,
  workbook: Workbook,
  name: string | undefined,
  maxStrings = Infinity,
): AsyncGenerator<Row[], void, undefined> {
  const sheet = workbook.sheets.find((one) => one.name === name);
  if (sheet === undefined) throw new FileError('sheet-unknown', `The workbook has no sheet ${quotedText(name)}.`);
  const { strings, styles, is1904 } = workbook;
  yield* readSheetRows(zip.open(sheet.part), {
    strings: strings === undefined ? undefined : await readSharedStrings(zip.open(strings), maxStrings),
    styles: styles === undefined ? [] : await readStyles(zip.open(styles)),
    is1904,
  });
}

/**
 * Number of shared strings that are read to recognise a feed. Excel numbers shared strings in the order of the cells, so the first rows
 * refer to the first strings.
 */
const headStrings = 5_000;
const headRows = 5;

/** Recognises a feed by the first rows of a sheet. */
export async function findSheetFeed(zip: ZipReader, workbook: Workbook, name: string): Promise<FoundFeed | undefined> {
  const rows: Row[] = [];
  for await (const more of openSheet(zip, workbook, name, headStrings)) {
    rows.push(...more.slice(0, headRows - rows.length));
    if (rows.length === headRows) break;
  }
  return findTableFeed(rows);
}

/** Matches the name of the product sheet in workbooks of Amazon, which begin with sheets of instructions. */
export const templateSheet = /^(?:Template|Vorlage|Modèle|Modello|Plantilla|Sjabloon)(?:$|-)/;
