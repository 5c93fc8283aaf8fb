import { rename, rm } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type FileFormat, type RejectedRows, writeRejected } from '@pimento/files';
import { UsageError } from './usage-error.ts';

const kindOf = ({ kind }: FileFormat): 'csv' | 'xlsx' => (kind === 'xlsx' ? 'xlsx' : 'csv');

/** Refuses a file name whose format differs from that of the table. @throws UsageError */
export function checkErrorPath(path: string, format: FileFormat): void {
  const kind = kindOf(format);
  if (/\.xlsx$/i.test(path) !== (kind === 'xlsx'))
    throw new UsageError(`The rejected rows have the format of the file: --errors must name a .${kind} file.`);
}

/** Writes rejected rows to a file, in the format of their table. @returns the number of products */
export async function writeErrorFile(
  path: string,
  format: FileFormat,
  header: readonly string[],
  rejected: AsyncIterable<RejectedRows>,
): Promise<number> {
  let products = 0;
  async function* counted() {
    for await (const product of rejected) {
      products += 1;
      yield product;
    }
  }
  const unfinished = `${path}.part`;
  try {
    const content = writeRejected(header, counted(), { kind: kindOf(format), delimiter: format.delimiter ?? ',' });
    await pipeline(content, createWriteStream(unfinished));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return products;
}
