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
