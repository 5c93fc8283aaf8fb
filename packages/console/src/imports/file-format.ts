import { describeImportFile } from '@pimento/client';

const contentTypes = { json: 'application/json', ndjson: 'application/x-ndjson' } as const;

/** Returns the content headers of an import file, from its name and first bytes. A file of unknown format is sent as JSON. */
export function contentHeaders(fileName: string, firstBytes: Uint8Array): Record<string, string> {
  const { format, contentEncoding } = describeImportFile(fileName, firstBytes);
  return {
    'content-type': contentTypes[format ?? 'json'],
    ...(contentEncoding === undefined ? {} : { 'content-encoding': contentEncoding }),
  };
}

const jsonName = /\.(?:json|ndjson|jsonl)(?:\.(?:gz|zst|br))?$/i;
/** Brotli has no magic bytes, so the name must identify it. Only JSON imports accept brotli. */
const brotliName = /\.br$/i;

/**
 * Checks whether a file is JSON or NDJSON, which is imported unchanged; any other file is treated as a table. Decides by the name; if the
 * extension is unknown, text that starts like JSON is JSON.
 */
export function isJsonFile(fileName: string, firstBytes: Uint8Array): boolean {
  if (jsonName.test(fileName) || brotliName.test(fileName)) return true;
  if (/\.(?:csv|tsv|tab|txt|xlsx|xlsm|zip)(?:\.(?:gz|zst))?$/i.test(fileName)) return false;
  const { contentEncoding } = describeImportFile(fileName, firstBytes);
  return contentEncoding === undefined && /^\s*[[{]/.test(new TextDecoder().decode(firstBytes));
}
