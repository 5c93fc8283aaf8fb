import type { FileBytes } from '@pimento/files';
import { createProgressBar } from '../../output/progress-bar.ts';
import type { ProductFile } from '../../input/product-file.ts';

/** Creates a progress bar, and a wrapper for the bytes of a file that advances the bar while they are read. The caller clears the bar. */
export function withProgress({ name, bytes: file }: ProductFile) {
  const bar = createProgressBar(process.stderr, name, file.size);
  const bytes: FileBytes = {
    size: file.size,
    async *read(start, end) {
      for await (const chunk of file.read(start, end)) {
        bar.advance(chunk.length);
        yield chunk;
      }
    },
  };
  return { bytes, bar };
}
