import { detectDelimiter } from '../csv/delimiter.ts';
import { readFirstCsvRows } from '../csv/csv-rows.ts';
import type { FoundFeed } from '../feed-types.ts';
import { findJsonFeed } from '../recognise/json-signs.ts';
import { findTableFeed } from '../recognise/table-signs.ts';
import { beginsLikeXml, findXmlFeed, xmlEncoding } from '../recognise/xml-signs.ts';
import { FileError } from '../source/file-error.ts';
import { decodeText } from '../text/decode-text.ts';
import { detectEncoding } from '../text/encoding.ts';
import { chosenFeed, feedReason } from './feed-choice.ts';
import type { FileFormat, FileKind, FormatChoices } from './format-types.ts';

/** Returns the text of the first bytes. An incomplete character at the end is omitted. */
async function headText(bytes: Uint8Array, encoding: NonNullable<FileFormat['encoding']>): Promise<string> {
  const chunks = decodeText(
    (async function* () {
      yield bytes;
    })(),
    encoding,
  );
  const first = await chunks.next();
  await chunks.return();
  return first.done === true ? '' : first.value;
}

/** Detects JSON by its first characters. Returns undefined for other text. */
function findJson(text: string): { kind: FileKind; reason: string } | undefined {
  if (/^\s*(?:\{\s*"products"|\[\s*(?:[{\]]|$))/.test(text))
    return { kind: 'json', reason: 'begins like a JSON document with products' };
  if (/^\s*\{\s*(?:"|\}|$)/.test(text)) return { kind: 'ndjson', reason: 'begins with a JSON object' };
  return undefined;
}

/** Number of rows that are examined to recognise a feed. */
const feedRows = 20;

function findCsvFeed(text: string, delimiter: string, isWhole: boolean): FoundFeed | undefined {
  try {
    return findTableFeed(readFirstCsvRows(text, delimiter, isWhole).slice(0, feedRows));
  } catch {
    return undefined; // reading the table reports the error
  }
}

/** Describes an XML file, which is always a feed. @throws FileError format-unknown, encoding-wrong */
async function describeXml(bytes: Uint8Array, choices: FormatChoices): Promise<FileFormat> {
  if (choices.isPlain === true)
    throw new FileError(
      'format-unknown',
      'The file is XML, which has no columns. Read it as a feed, without a mapping.',
    );
  const declared = xmlEncoding(bytes, await headText(bytes, detectEncoding(bytes).encoding));
  const encoding = choices.encoding ?? declared.encoding;
  const text = await headText(bytes, encoding);
  const found = chosenFeed(choices, () => findXmlFeed(text)) ?? findXmlFeed(text);
  const reason =
    choices.encoding === undefined ? `${encoding.toUpperCase()}: ${declared.reason}` : 'encoding as chosen';
  return { kind: 'xml', feed: found.feed, encoding, reasons: [feedReason(found), reason] };
}

/** Detects format, encoding and delimiter of a text file from its first bytes. @param isWhole true if there are no more bytes */
export async function detectText(bytes: Uint8Array, choices: FormatChoices, isWhole: boolean): Promise<FileFormat> {
  const found = detectEncoding(bytes);
  const encoding = choices.encoding ?? found.encoding;
  const reasons = [
    choices.encoding === undefined ? `${encoding.toUpperCase()}: ${found.reason}` : 'encoding as chosen',
  ];
  const text = await headText(bytes, encoding);
  if ((choices.kind ?? 'xml') === 'xml' && beginsLikeXml(text)) return describeXml(bytes, choices);
  const json = findJson(text);
  const kind = choices.kind ?? json?.kind ?? 'csv';
  if (kind === 'xml') throw new FileError('format-unknown', 'The file is not XML.');
  if (kind !== 'csv') {
    const feed = chosenFeed(choices, () => findJsonFeed(text));
    if (feed !== undefined) return { kind, feed: feed.feed, encoding, reasons: [feedReason(feed), ...reasons] };
    reasons.unshift(choices.kind === undefined ? `${kind.toUpperCase()}: ${json?.reason}` : 'format as chosen');
    return { kind, encoding, reasons };
  }
  const split = detectDelimiter(text, isWhole);
  const isTab = choices.name !== undefined && /\.(tsv|tab)(\.\w+)?$/i.test(choices.name);
  const delimiter = choices.delimiter ?? (split.reason.startsWith('no ') && isTab ? '\t' : split.delimiter);
  reasons.unshift(choices.delimiter === undefined ? `CSV: ${split.reason}` : 'delimiter as chosen');
  const feed = chosenFeed(choices, () => findCsvFeed(text, delimiter, isWhole));
  if (feed !== undefined) reasons.unshift(feedReason(feed));
  return { kind, feed: feed?.feed, encoding, delimiter, reasons };
}
