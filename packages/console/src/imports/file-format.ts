import { describeImportFile } from '@pimento/client';
import { findForeign, findJsonFeed, type ForeignFormat } from '@pimento/files/browser';

const contentTypes = { json: 'application/json', ndjson: 'application/x-ndjson' } as const;

/** Returns the content headers of an import file, from its name and first bytes. A file of unknown format is sent as JSON. */
export function contentHeaders(fileName: string, firstBytes: Uint8Array): Record<string, string> {
  const { format, contentEncoding } = describeImportFile(fileName, firstBytes);
  return {
    'content-type': contentTypes[format ?? 'json'],
    ...(contentEncoding === undefined ? {} : { 'content-encoding': contentEncoding }),
  };
}

const jsonName = /\.(?:json|ndjson|jsonl|jsonld)(?:\.(?:gz|zst|br))?$/i;
/** Brotli files have no signature, so they are recognised by name. Only JSON imports accept them. */
const brotliName = /\.br$/i;

/**
 * Returns true if a file is JSON or NDJSON, which is sent unchanged. Any other file is treated as a table. The extension of the file
 * decides. A file with an unknown extension counts as JSON if it is not compressed and its text starts like JSON.
 */
export function isJsonFile(fileName: string, firstBytes: Uint8Array): boolean {
  if (jsonName.test(fileName) || brotliName.test(fileName)) return true;
  if (/\.(?:csv|tsv|tab|txt|xlsx|xlsm|zip)(?:\.(?:gz|zst))?$/i.test(fileName)) return false;
  const { contentEncoding } = describeImportFile(fileName, firstBytes);
  return contentEncoding === undefined && /^\s*[[{]/.test(new TextDecoder().decode(firstBytes));
}

const headBytes = 256 * 1024;

/** Returns the text at the beginning of a file. Unpacks gzip, because browsers can unpack it. */
async function headText(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return new TextDecoder().decode(bytes);
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  let text = '';
  const decoder = new TextDecoder();
  try {
    for (let step = await reader.read(); !step.done && text.length < headBytes; step = await reader.read())
      text += decoder.decode(step.value, { stream: true });
  } catch {
    // an error is expected, because only the beginning of the packed file is read
  }
  return text;
}

/** Returns true if a file is JSON or NDJSON and not a feed. Such a file is imported immediately. Any other file is previewed first. */
export async function isDirectImport(file: File): Promise<boolean> {
  const firstBytes = new Uint8Array(await file.slice(0, 4096).arrayBuffer());
  return isJsonFile(file.name, firstBytes) && findJsonFeed(await headText(file)) === undefined;
}

/**
 * Refuses a file that cannot contain products, before it is uploaded.
 * @throws Error with the message of `texts` for the format of the file
 */
export async function requireReadable(file: Blob, texts: Record<ForeignFormat, string>): Promise<void> {
  const foreign = findForeign(new Uint8Array(await file.slice(0, 4).arrayBuffer()));
  if (foreign !== undefined) throw new Error(texts[foreign]);
}
