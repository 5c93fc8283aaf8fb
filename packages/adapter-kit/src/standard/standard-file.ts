import { readFile } from 'node:fs/promises';
import type { DataStandard } from '@pimento/contract';

/**
 * Reads a data standard from a JSON file. The service validates the standard when it is published.
 * @throws Error if the file cannot be read or is not JSON
 */
export async function readStandard(file: string | URL): Promise<DataStandard> {
  return JSON.parse(await readFile(file, 'utf8')) as DataStandard; // checked by the service, which reports every problem
}
