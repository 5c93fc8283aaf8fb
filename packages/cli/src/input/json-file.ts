import { readFile } from 'node:fs/promises';
import { text as readText } from 'node:stream/consumers';
import { UsageError } from './usage-error.ts';

/** Reads and parses a JSON file, or stdin for "-". @throws UsageError if the content is not valid JSON */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = path === '-' ? await readText(process.stdin) : await readFile(path, 'utf8');
  try {
    const content: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return content;
  } catch (error) {
    throw new UsageError(`${path} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
