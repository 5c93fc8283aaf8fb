import { Readable } from 'node:stream';
import {
  detectFormat,
  FileError,
  type FeedFormat,
  type FileFormat,
  findJsonFeed,
  type FormatChoices,
  isFeedFormat,
  openJson,
} from '@pimento/files';
import { type ImportSource, openImportSource, peek } from './import-source.ts';
import { openProductFile, type ProductFile } from './product-file.ts';

/** What an import reads: a body for the service, a table whose rows become products, or a feed. */
export type ImportInput =
  | { kind: 'body'; source: ImportSource }
  | { kind: 'table'; file: ProductFile; format: FileFormat }
  | { kind: 'feed'; file: ProductFile; format: FeedFormat };

const jsonName = /\.(?:json|ndjson|jsonl)(?:\.(?:gz|zst|br))?$/i;

const beginsLikeJson = (bytes: Uint8Array): boolean =>
  /^\s*[{[]/.test(new TextDecoder().decode(bytes.subarray(0, 4096)));

const beginsLikeFeed = (bytes: Uint8Array): boolean => findJsonFeed(new TextDecoder().decode(bytes)) !== undefined;

/** Opens JSON that the service does not take as it is: in another encoding, or in a zip file. */
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

async function openDetected(path: string, file: ProductFile, choices: FormatChoices): Promise<ImportInput> {
  const format = await detectFormat(file.bytes, { ...choices, name: file.name }, file.spool);
  if (isFeedFormat(format)) return { kind: 'feed', file, format };
  if (format.kind === 'csv' || format.kind === 'xlsx') return { kind: 'table', file, format };
  const isSentAsIs = path !== '-' && format.packing !== 'zip' && format.encoding === 'utf-8';
  if (isSentAsIs) return { kind: 'body', source: await openImportSource(path, sentAsIs(format.kind)) };
  return { kind: 'body', source: openTranscoded(file, format) };
}

/** Checks whether a file that is named JSON is a feed; what cannot be read is left to the service. */
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
 * Opens a file, or stdin for "-": JSON is sent to the service as it is, also compressed; anything else is detected by its content.
 * @throws UsageError, FileError, or the file system's own error
 */
export async function openImportInput(path: string, choices: FormatChoices): Promise<ImportInput> {
  const { kind, feed } = choices;
  const isOpen = kind === undefined && feed === undefined;
  const json = sentAsIs(kind);
  if (json !== undefined && choices.encoding === undefined)
    return { kind: 'body', source: await openImportSource(path, json) };
  if (isOpen && path !== '-' && jsonName.test(path) && !(await isJsonFeed(path)))
    return { kind: 'body', source: await openImportSource(path, undefined) };
  const peeked = path === '-' ? await peek(process.stdin) : undefined;
  if (peeked !== undefined && isOpen && beginsLikeJson(peeked.bytes) && !beginsLikeFeed(peeked.bytes))
    return { kind: 'body', source: await openImportSource(path, undefined, peeked) };
  const file = await openProductFile(path, peeked?.stream);
  try {
    return await openDetected(path, file, choices);
  } catch (error) {
    await file[Symbol.asyncDispose]();
    throw error;
  }
}
