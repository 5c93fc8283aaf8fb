import type { FileBytes } from '@pimento/files';
import { createProgressBar } from '../output/progress-bar.ts';
import type { ProductFile } from './product-file.ts';

/** Returns the bytes of a file that advance a progress bar when they are read; the caller clears the bar. */
export function withProgress({ name, bytes: { size, read } }: ProductFile) {
  const bar = createProgressBar(process.stderr, name, size);
  const bytes: FileBytes = {
    size,
    async *read(start, end) {
      for await (const chunk of read(start, end)) {
        bar.advance(chunk.length);
        yield chunk;
      }
    },
  };
  return { bytes, bar };
}
