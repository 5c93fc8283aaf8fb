import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** Reads the lines of a file in groups, so that only one group is in memory. Omits a last line that does not end with a line feed. */
export async function* readLines(file: string): AsyncGenerator<string[]> {
  let rest = '';
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 256 * 1024 })) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
  }
}

/** Returns the number of bytes up to the end of the last complete line of a file. */
export async function completeLength(file: string): Promise<number> {
  let length = 0;
  let complete = 0;
  await pipeline(createReadStream(file), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      const last = chunk.lastIndexOf('\n');
      if (last !== -1) complete = length + last + 1;
      length += chunk.length;
    }
  });
  return complete;
}
