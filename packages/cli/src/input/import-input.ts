import { Readable } from 'node:stream';
import { detectFormat, type FileFormat, type FormatChoices, openJson } from '@pimento/files';
import { type ImportSource, openImportSource, peek } from './import-source.ts';
import { openProductFile, type ProductFile } from './product-file.ts';

/** The input of an import: a body for the service, or a table whose rows are converted to products. */
export type ImportInput =
  | { kind: 'body'; source: ImportSource }
  | { kind: 'table'; file: ProductFile; format: FileFormat };

const jsonName = /\.(?:json|ndjson|jsonl)(?:\.(?:gz|zst|br))?$/i;

const beginsLikeJson = (bytes: Uint8Array): boolean =>
  /^\s*[{[]/.test(new TextDecoder().decode(bytes.subarray(0, 4096)));

/** Opens JSON that the service does not accept unchanged: JSON in another encoding or in a zip file. */
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
  if (format.kind === 'csv' || format.kind === 'xlsx') return { kind: 'table', file, format };
  const isSentAsIs = path !== '-' && format.packing !== 'zip' && format.encoding === 'utf-8';
  if (isSentAsIs) return { kind: 'body', source: await openImportSource(path, format.kind) };
  return { kind: 'body', source: openTranscoded(file, format) };
}

/**
 * Opens a file, or stdin for "-": JSON is sent to the service unchanged, compressed or not; the format of any other file is detected by its
 * content.
 * @throws UsageError, FileError, or the file system's own error
 */
export async function openImportInput(path: string, choices: FormatChoices): Promise<ImportInput> {
  const { kind } = choices;
  const isJson = kind === 'json' || kind === 'ndjson';
  if ((isJson && choices.encoding === undefined) || (kind === undefined && path !== '-' && jsonName.test(path)))
    return { kind: 'body', source: await openImportSource(path, isJson ? kind : undefined) };
  const peeked = path === '-' ? await peek(process.stdin) : undefined;
  if (peeked !== undefined && kind === undefined && beginsLikeJson(peeked.bytes))
    return { kind: 'body', source: await openImportSource(path, undefined, peeked) };
  const file = await openProductFile(path, peeked?.stream);
  try {
    return await openDetected(path, file, choices);
  } catch (error) {
    await file[Symbol.asyncDispose]();
    throw error;
  }
}
