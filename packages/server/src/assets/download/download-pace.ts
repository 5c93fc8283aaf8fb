import type { Readable } from 'node:stream';
import { createPaceJudge, usualPace } from '../../platform/index.ts';
import { DownloadError } from './download-error.ts';

/** Ends a download that is too slow, because it would occupy a download slot until the time limit of the whole download. */
export interface DownloadPace extends Disposable {
  add(bytes: number): void;
}

const intervalMs = usualPace.windowMs / 6;

/** Destroys a body that arrives too slowly. Time during which received bytes wait to be stored does not count. */
export function watchDownload(body: Readable, host: string): DownloadPace {
  const isTooSlow = createPaceJudge(usualPace);
  let bytes = 0;
  const timer = setInterval(() => {
    if (!isTooSlow({ bytes, isWaiting: body.readableLength === 0 })) return;
    const rate = `fewer than ${usualPace.bytesPerSecond} bytes a second`;
    body.destroy(new DownloadError('too-slow', `${host} sent ${rate} for ${usualPace.windowMs / 1000} seconds.`));
  }, intervalMs);
  return {
    add(count) {
      bytes += count;
    },
    [Symbol.dispose]() {
      clearInterval(timer);
    },
  };
}
