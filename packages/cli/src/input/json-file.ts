import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { findForeignFormat, type ForeignFormat } from '@pimento/contract/first-bytes';
import { UsageError } from './usage-error.ts';

const advice: Record<ForeignFormat, string> = {
  'utf-16': 'is text in UTF-16: save it in UTF-8.',
  'utf-32': 'is text in UTF-32: save it in UTF-8.',
  gzip: 'is compressed with gzip: unpack it first.',
  zstd: 'is compressed with zstd: unpack it first.',
  zip: 'is a ZIP file, such as an Excel workbook, not JSON.',
};

/** Reads and parses a JSON file, or stdin for "-". @throws UsageError if the content is not valid JSON */
export async function readJsonFile(path: string): Promise<unknown> {
  const bytes = path === '-' ? await buffer(process.stdin) : await readFile(path);
  const format = findForeignFormat(bytes);
  if (format !== undefined) throw new UsageError(`${path} ${advice[format]}`);
  try {
    const content: unknown = JSON.parse(bytes.toString().replace(/^\uFEFF/, ''));
    return content;
  } catch (error) {
    throw new UsageError(`${path} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
