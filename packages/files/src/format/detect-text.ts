import { detectDelimiter } from '../csv/delimiter.ts';
import { decodeText } from '../text/decode-text.ts';
import { detectEncoding } from '../text/encoding.ts';
import type { FileFormat, FileKind, FormatChoices } from './format-types.ts';

/** Returns the text of the first bytes; an incomplete character at the end is omitted. */
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

/** Recognises JSON by its first characters; undefined for other text. */
function findJson(text: string): { kind: FileKind; reason: string } | undefined {
  if (/^\s*(?:\{\s*"products"|\[\s*(?:[{\]]|$))/.test(text))
    return { kind: 'json', reason: 'begins like a JSON document with products' };
  if (/^\s*\{\s*(?:"|\}|$)/.test(text)) return { kind: 'ndjson', reason: 'begins with a JSON object' };
  return undefined;
}

/** Detects format, encoding and delimiter of a text file from its first bytes. @param isWhole true if there are no more bytes */
export async function detectText(bytes: Uint8Array, choices: FormatChoices, isWhole: boolean): Promise<FileFormat> {
  const found = detectEncoding(bytes);
  const encoding = choices.encoding ?? found.encoding;
  const reasons = [
    choices.encoding === undefined ? `${encoding.toUpperCase()}: ${found.reason}` : 'encoding as chosen',
  ];
  const text = await headText(bytes, encoding);
  const json = findJson(text);
  const kind = choices.kind ?? json?.kind ?? 'csv';
  if (kind !== 'csv') {
    reasons.unshift(choices.kind === undefined ? `${kind.toUpperCase()}: ${json?.reason}` : 'format as chosen');
    return { kind, encoding, reasons };
  }
  const split = detectDelimiter(text, isWhole);
  const isTab = choices.name !== undefined && /\.(tsv|tab)(\.\w+)?$/i.test(choices.name);
  const delimiter = choices.delimiter ?? (split.reason.startsWith('no ') && isTab ? '\t' : split.delimiter);
  reasons.unshift(choices.delimiter === undefined ? `CSV: ${split.reason}` : 'delimiter as chosen');
  return { kind, encoding, delimiter, reasons };
}
