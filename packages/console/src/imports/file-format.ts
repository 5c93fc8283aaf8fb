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
/** Brotli has no first bytes to know it by, and only JSON imports accept it. */
const brotliName = /\.br$/i;

/**
 * Checks whether a file is JSON or NDJSON, which is imported as it is; everything else is treated as a table. The name decides; without a
 * known ending, text that begins like JSON is JSON.
 */
export function isJsonFile(fileName: string, firstBytes: Uint8Array): boolean {
  if (jsonName.test(fileName) || brotliName.test(fileName)) return true;
  if (/\.(?:csv|tsv|tab|txt|xlsx|xlsm|zip)(?:\.(?:gz|zst))?$/i.test(fileName)) return false;
  const { contentEncoding } = describeImportFile(fileName, firstBytes);
  return contentEncoding === undefined && /^\s*[[{]/.test(new TextDecoder().decode(firstBytes));
}
