import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** Reads the lines of a file in groups, so that a file of any size needs the memory of one group. A line without its end is left out. */
export async function* readLines(file: string): AsyncGenerator<string[]> {
  let rest = '';
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 256 * 1024 })) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
  }
}

/** Returns the length of a file up to the end of its last complete line, in bytes. */
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
