import type { Client } from '@pimento/client';
import { getImportMappingDocument } from '@pimento/contract/wire';
import type { MappingDocument } from '@pimento/files';
import { readJsonFile } from './json-file.ts';
import { UsageError } from './usage-error.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isTarget = (target: unknown): boolean =>
  isObject(target) &&
  ['value', 'list', 'row'].includes(String(target['kind'])) &&
  Array.isArray(target['path']) &&
  target['path'].length > 0 &&
  target['path'].every(isText);

const isColumn = (column: unknown): boolean =>
  isObject(column) &&
  typeof column['header'] === 'string' &&
  ((column['target'] ?? null) === null || isTarget(column['target']));

/** Reads a mapping from a file. @throws UsageError if the content is not a mapping */
export async function readMappingFile(path: string): Promise<MappingDocument> {
  const document = await readJsonFile(path);
  if (!isObject(document) || !Array.isArray(document['columns']) || !document['columns'].every(isColumn))
    throw new UsageError(`${path} is not a file mapping: "columns" with "header" and "target" are expected.`);
  // The other members are optional. The service validates the whole mapping before it stores it.
  return { guarded: false, empty: 'leave', ...document } as unknown as MappingDocument;
}

/** Returns true if a source is the name of a file. Otherwise, it is the name of a stored mapping. */
const isFile = (source: string): boolean => /\.json$|[\\/]/i.test(source);

/** Reads a mapping from a file, or gets the stored mapping with the given name. @throws UsageError, ProblemError */
export async function readMapping(connect: () => Promise<Client>, source: string): Promise<MappingDocument> {
  if (isFile(source)) return readMappingFile(source);
  const client = await connect();
  return client.call(getImportMappingDocument, { params: { name: source } });
}
