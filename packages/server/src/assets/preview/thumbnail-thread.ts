// Runs in a separate process, because a decoder cannot be interrupted. If a picture takes too long, thumbnail-process-service.ts kills the
// process.
import { loadSharp, makePreview, PreviewRefusedError } from '../content/image-preview.ts';
import type { ThumbnailAnswer } from './thumbnail-types.ts';

async function make(bytes: Uint8Array): Promise<ThumbnailAnswer> {
  try {
    return { preview: await makePreview(Buffer.from(bytes)) };
  } catch (error) {
    const code = error instanceof PreviewRefusedError ? error.code : undefined;
    return { code, message: error instanceof Error ? error.message : String(error) };
  }
}

process.on('message', (bytes: Uint8Array) => {
  void make(bytes).then((answer) => process.send?.(answer));
});
// exit if the parent process has ended
process.on('disconnect', () => process.exit(0));
// the time limit of the first picture begins only after the process has started and loaded the decoder
await loadSharp();
process.send?.('ready');
