// A process of its own, because a decoder cannot be interrupted: thumbnail-process-service.ts kills it when a picture takes too long.
import { makePreview, PreviewRefusedError } from '../content/image-preview.ts';
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
// the time of a picture begins when this process has started
process.send?.('ready');
// the service is gone
process.on('disconnect', () => process.exit(0));
