import { Readable } from 'node:stream';
import { detectRemembered, type FileFormat, type FormatChoices, openJson, type RememberedFormat } from '@pimento/files';
import { isAddress, openDownload } from './download.ts';
import { type ImportSource, openImportSource, peek } from './import-source.ts';
import { openProductFile, type ProductFile } from './product-file.ts';

/** What an import reads: a body for the service, or a table whose rows become products. */
export type ImportInput =
  | { kind: 'body'; source: ImportSource }
  | { kind: 'table'; file: ProductFile; format: FileFormat };

const jsonName = /\.(?:json|ndjson|jsonl)(?:\.(?:gz|zst|br))?$/i;

/** The query of an address is no part of the name. */
const isJsonName = (path: string): boolean => jsonName.test(isAddress(path) ? new URL(path).pathname : path);

const beginsLikeJson = (bytes: Uint8Array): boolean =>
  /^\s*[{[]/.test(new TextDecoder().decode(bytes.subarray(0, 4096)));

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

async function openDetected(
  path: string,
  file: ProductFile,
  choices: FormatChoices,
  remembered: RememberedFormat | null | undefined,
): Promise<ImportInput> {
  const format = await detectRemembered(file.bytes, { ...choices, name: file.name }, remembered, file.spool);
  if (format.kind === 'csv' || format.kind === 'xlsx') return { kind: 'table', file, format };
  const isSentAsIs = path !== '-' && !isAddress(path) && format.packing !== 'zip' && format.encoding === 'utf-8';
  if (isSentAsIs) return { kind: 'body', source: await openImportSource(path, format.kind) };
  return { kind: 'body', source: openTranscoded(file, format) };
}

/** Opens stdin or a download; undefined for a file. */
async function openStream(path: string): Promise<Readable | undefined> {
  if (path === '-') return process.stdin;
  return isAddress(path) ? openDownload(path) : undefined;
}

/**
 * Opens a file, an address, or stdin for "-": JSON is sent to the service as it is, also compressed; anything else is detected by its
 * content.
 * @param remembered what the mapping remembers about the format
 * @throws UsageError, FileError, or the file system's own error
 */
export async function openImportInput(
  path: string,
  choices: FormatChoices,
  remembered?: RememberedFormat | null,
): Promise<ImportInput> {
  const { kind } = choices;
  const isJson = kind === 'json' || kind === 'ndjson';
  const stream = await openStream(path);
  const peeked = stream && (await peek(stream));
  if ((isJson && choices.encoding === undefined) || (kind === undefined && path !== '-' && isJsonName(path)))
    return { kind: 'body', source: await openImportSource(path, isJson ? kind : undefined, peeked) };
  if (peeked !== undefined && kind === undefined && beginsLikeJson(peeked.bytes))
    return { kind: 'body', source: await openImportSource(path, undefined, peeked) };
  const file = await openProductFile(path, peeked?.stream);
  try {
    return await openDetected(path, file, choices, remembered);
  } catch (error) {
    await file[Symbol.asyncDispose]();
    throw error;
  }
}
