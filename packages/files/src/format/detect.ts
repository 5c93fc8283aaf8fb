import { findForeign, type ForeignFormat } from '../recognise/foreign-signs.ts';
import { collectBytes, type FileBytes, type Spool } from '../source/file-bytes.ts';
import { FileError } from '../source/file-error.ts';
import { findPacking, type Packing } from '../source/packing.ts';
import { openZipReader, type ZipReader } from '../source/zip-reader.ts';
import { readWorkbook, type Workbook } from '../xlsx/workbook.ts';
import { openContent, openWorkbookBytes, spoolInMemory } from './content.ts';
import { detectText } from './detect-text.ts';
import { checkFeedKind, chosenFeed, feedReason } from './feed-choice.ts';
import type { FileFormat, FormatChoices } from './format-types.ts';
import { findSheetFeed, templateSheet } from './sheet.ts';
import { quotedText } from '../text/shown-text.ts';

/** Maximum number of bytes of a text file that are examined. */
const headBytes = 256 * 1024;

const isWorkbook = (names: readonly string[]): boolean => names.includes('[Content_Types].xml');
/** Returns false for hidden files, and for files that archive programs of macOS add to a ZIP file. */
const isProduct = (name: string): boolean => !name.startsWith('__MACOSX/') && !/(?:^|\/)\./.test(name);

/** Explains for each format that cannot be read what the file is and what to do, as sentences for the user. */
const foreignText: Record<ForeignFormat, string> = {
  'old-workbook': 'The file is an old Excel workbook (.xls) or has a password. Save it as .xlsx without a password.',
  pdf: 'The file is a PDF document, which has no table that can be read. Export a CSV or Excel file from the system that made it.',
  image: 'The file is an image. Send a table, JSON or a feed file; product images belong under Assets.',
};

function checkOtherWorkbook(names: readonly string[]): void {
  if (names.includes('xl/workbook.bin'))
    throw new FileError('format-unknown', 'The file is a binary Excel workbook (.xlsb). Save it as .xlsx.');
  if (names.includes('mimetype') && names.includes('content.xml'))
    throw new FileError('format-unknown', 'The file is an OpenDocument file. Save it as .xlsx or CSV.');
}

function chooseEntry(names: readonly string[]): string {
  const wanted = names.filter(isProduct);
  const [only] = wanted;
  if (only === undefined) throw new FileError('file-empty', 'The zip file is empty.');
  if (wanted.length === 1) return only;
  const shown = wanted.slice(0, 5).join(', ');
  throw new FileError(
    'several-files',
    `The zip file contains ${wanted.length} files (${shown}${wanted.length > 5 ? ', …' : ''}). Send one file.`,
  );
}

/** Chooses the requested sheet or, if none is requested, the product sheet of an Amazon workbook or the first visible sheet. */
async function chooseSheet(zip: ZipReader, workbook: Workbook, wanted: string | undefined) {
  const { sheets } = workbook;
  const sheet =
    wanted === undefined
      ? (sheets.find(({ hidden }) => !hidden) ?? sheets[0])
      : sheets.find(({ name }) => name === wanted);
  if (sheet === undefined) {
    const known = sheets.map(({ name }) => quotedText(name)).join(', ');
    throw new FileError(
      'sheet-unknown',
      `The workbook has no sheet ${quotedText(wanted ?? '')}. Its sheets: ${known}.`,
    );
  }
  const found = await findSheetFeed(zip, workbook, sheet.name);
  const template = sheets.find(({ name, hidden }) => !hidden && templateSheet.test(name));
  if (found !== undefined || wanted !== undefined || template === undefined)
    return { sheet, found, reason: wanted === undefined ? 'first visible sheet' : 'sheet as chosen' };
  const inTemplate = await findSheetFeed(zip, workbook, template.name);
  return inTemplate?.feed === 'amazon'
    ? { sheet: template, found: inTemplate, reason: 'the sheet of the template' }
    : { sheet, found, reason: 'first visible sheet' };
}

async function describeWorkbook(file: FileBytes, choices: FormatChoices): Promise<FileFormat> {
  const zip = await openZipReader(file);
  const workbook = await readWorkbook(zip);
  const { sheet, found, reason } = await chooseSheet(zip, workbook, choices.sheet);
  const feed = chosenFeed(choices, () => found);
  return {
    kind: 'xlsx',
    feed: feed?.feed,
    sheet: sheet.name,
    sheets: workbook.sheets.map(({ name, hidden }) => ({ name, hidden })),
    reasons: [
      ...(feed === undefined ? [] : [feedReason(feed)]),
      'XLSX: a zip file with the parts of a workbook',
      `sheet ${quotedText(sheet.name)}: ${reason}`,
    ],
  };
}

interface Opened {
  packing: Packing | undefined;
  entry: string | undefined;
  reasons: string[];
}

/** Detects how a file is packed. A workbook counts as not packed, although it is a ZIP file. */
async function findOuter(file: FileBytes, head: Uint8Array): Promise<Opened> {
  const packing = findPacking(head);
  if (packing !== 'zip')
    return { packing, entry: undefined, reasons: packing === undefined ? [] : [`packed with ${packing}`] };
  const { names } = await openZipReader(file);
  checkOtherWorkbook(names);
  if (isWorkbook(names)) return { packing: undefined, entry: undefined, reasons: [] };
  const entry = chooseEntry(names);
  return { packing, entry, reasons: [`${entry} in a zip file`] };
}

/**
 * Detects the format of a file by its content. The name is used only if the content is ambiguous.
 * @param spool receives a workbook that is unpacked from a zip, gzip or Zstandard file. By default, up to 64 MB are unpacked into memory
 * @throws FileError if the file cannot be read
 */
export async function detectFormat(
  file: FileBytes,
  choices: FormatChoices = {},
  spool: Spool = spoolInMemory,
): Promise<FileFormat> {
  if (file.size === 0) throw new FileError('file-empty', 'The file is empty.');
  const outer = await findOuter(file, await collectBytes(file.read(0, Math.min(4, file.size)), 4));
  const { packing, entry } = outer;
  const head = await collectBytes(openContent(file, { packing, entry }), headBytes);
  const foreign = findForeign(head);
  if (foreign !== undefined) throw new FileError('format-unknown', foreignText[foreign]);
  const isZip = findPacking(head) === 'zip';
  if (findPacking(head) !== undefined && !isZip)
    throw new FileError('format-unknown', 'The file is packed twice. Unpack it first.');
  const inner = isZip
    ? await describeWorkbook(
        await openWorkbookBytes(file, { kind: 'xlsx', packing, entry, reasons: [] }, spool),
        choices,
      )
    : await detectText(head, choices, head.length < headBytes);
  checkFeedKind(inner);
  return { ...inner, packing, entry, reasons: [...outer.reasons, ...inner.reasons] };
}
