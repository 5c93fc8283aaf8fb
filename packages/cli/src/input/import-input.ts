import { Readable } from 'node:stream';
import {
  detectFormat,
  detectRemembered,
  type FeedFormat,
  FileError,
  type FileFormat,
  findJsonFeed,
  type FormatChoices,
  isFeedFormat,
  openJson,
  type RememberedFormat,
} from '@pimento/files';
import { isAddress, openDownload } from './download.ts';
import { type ImportSource, openImportSource, peek } from './import-source.ts';
import { openProductFile, type ProductFile } from './product-file.ts';

/** The input of an import: a body for the service, a table whose rows become products, or a feed. */
export type ImportInput =
  | { kind: 'body'; source: ImportSource }
  | { kind: 'table'; file: ProductFile; format: FileFormat }
  | { kind: 'feed'; file: ProductFile; format: FeedFormat };

const jsonName = /\.(?:json|ndjson|jsonl)(?:\.(?:gz|zst|br))?$/i;

/** Returns true if the name of a file, or the path of a URL without its query, has the extension of a JSON file. */
const isJsonName = (path: string): boolean => jsonName.test(isAddress(path) ? new URL(path).pathname : path);

const beginsLikeJson = (bytes: Uint8Array): boolean =>
  /^\s*[{[]/.test(new TextDecoder().decode(bytes.subarray(0, 4096)));

const beginsLikeFeed = (bytes: Uint8Array): boolean => findJsonFeed(new TextDecoder().decode(bytes)) !== undefined;

/** Opens JSON as unpacked UTF-8, because the service accepts neither ZIP files nor other encodings. */
function openTranscoded(file: ProductFile, format: FileFormat): ImportSource {
  async function* content() {
    await using _ = file;
    yield* openJson(file.bytes, format);
  }
  return {
    name: file.name,
    bytes: undefined,
    contentType: format.kind === 'json' ? 'application/json' : 'application/x-ndjson',
    contentEncoding: undefined,
    stream: Readable.from(content(), { objectMode: false }),
  };
}

async function openDetected(
  path: string,
  file: ProductFile,
  choices: FormatChoices,
  remembered: RememberedFormat | null | undefined,
): Promise<ImportInput> {
  // A mapping refers to columns, so a file with a mapping is not read as a feed.
  const known = { ...choices, name: file.name, isPlain: remembered !== undefined };
  const format = await detectRemembered(file.bytes, known, remembered, file.spool);
  if (isFeedFormat(format)) return { kind: 'feed', file, format };
  if (format.kind === 'csv' || format.kind === 'xlsx') return { kind: 'table', file, format };
  const isSentAsIs = path !== '-' && !isAddress(path) && format.packing !== 'zip' && format.encoding === 'utf-8';
  if (isSentAsIs) return { kind: 'body', source: await openImportSource(path, sentAsIs(format.kind)) };
  return { kind: 'body', source: openTranscoded(file, format) };
}

/** Opens stdin or a download. Returns undefined for a file. */
async function openStream(path: string): Promise<Readable | undefined> {
  if (path === '-') return process.stdin;
  return isAddress(path) ? openDownload(path) : undefined;
}

/** Returns true if a file with a JSON file name is a feed. Returns false for an unreadable file, which the service will reject. */
async function isJsonFeed(path: string): Promise<boolean> {
  await using file = await openProductFile(path);
  try {
    return isFeedFormat(await detectFormat(file.bytes, { name: path }));
  } catch (error) {
    if (error instanceof FileError) return false;
    throw error;
  }
}

const sentAsIs = (format: FileFormat['kind'] | undefined): 'json' | 'ndjson' | undefined =>
  format === 'json' || format === 'ndjson' ? format : undefined;

/**
 * Opens a file, a URL, or stdin for "-". JSON in UTF-8 is sent to the service unchanged, even if it is compressed. The format of other
 * files is detected from their content.
 * @param remembered the format that is stored in the mapping, null if the mapping stores none, or undefined without a mapping
 * @throws UsageError, FileError, or the file system's own error
 */
export async function openImportInput(
  path: string,
  choices: FormatChoices,
  remembered?: RememberedFormat | null,
): Promise<ImportInput> {
  const { kind, feed } = choices;
  const isOpen = kind === undefined && feed === undefined;
  const json = sentAsIs(kind);
  const stream = await openStream(path);
  const peeked = stream && (await peek(stream));
  if (json !== undefined && choices.encoding === undefined)
    return { kind: 'body', source: await openImportSource(path, json, peeked) };
  if (peeked === undefined && isOpen && isJsonName(path) && !(await isJsonFeed(path)))
    return { kind: 'body', source: await openImportSource(path, undefined) };
  // Brotli has no signature, so only the file name identifies it.
  const isBrotli = isAddress(path) && isJsonName(path) && /\.br$/i.test(new URL(path).pathname);
  const isPlainJson = peeked !== undefined && beginsLikeJson(peeked.bytes) && !beginsLikeFeed(peeked.bytes);
  if (isOpen && (isPlainJson || isBrotli))
    return { kind: 'body', source: await openImportSource(path, undefined, peeked) };
  const file = await openProductFile(path, peeked?.stream);
  try {
    return await openDetected(path, file, choices, remembered);
  } catch (error) {
    await file[Symbol.asyncDispose]();
    throw error;
  }
}
