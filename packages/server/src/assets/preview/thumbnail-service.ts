import { type ClientId, createFairTurns } from '../../platform/index.ts';
import { type Preview, PreviewRefusedError } from '../content/image-preview.ts';
import { createThumbnailProcess } from './thumbnail-process-service.ts';

/**
 * Makes thumbnails in two processes. Clients take turns, and one client uses at most one process. There are only two processes, because
 * decoding a large picture takes 160 MB of memory.
 */
export interface ThumbnailMaker extends AsyncDisposable {
  /**
   * @param signal aborts the wait for a turn, and the decoding
   * @throws PreviewRefusedError if the picture must not be decoded or takes too long; DecoderUnavailableError; Error if decoding fails;
   * errors of `bytes`; PimentoError too-many-requests if too many pictures of the client are waiting; the reason of an abort
   */
  make(clientId: ClientId, bytes: () => Promise<Buffer>, signal?: AbortSignal): Promise<Preview>;
}

const processes = 2;

/** Maximum time in milliseconds for a picture in the first and the second attempt. */
const usualTimes = { quickMs: 2_000, slowMs: 20_000 };

interface Task {
  clientId: ClientId;
  bytes: () => Promise<Buffer>;
  signal: AbortSignal | undefined;
}

const tookTooLong = (error: unknown) => error instanceof PreviewRefusedError && error.code === 'took-too-long';

/**
 * Creates a maker. A picture that takes longer than `quickMs` is interrupted, and tried again with the limit `slowMs` when no other slow
 * picture is in progress. Therefore, slow pictures never occupy both processes for longer than `quickMs`.
 */
export function createThumbnailMaker(times = usualTimes): ThumbnailMaker {
  const turns = createFairTurns({ max: processes, alone: 1 }, { waiting: 1_000 });
  const slowTurns = createFairTurns({ max: 1, alone: 1 }, { waiting: 1_000 });
  const all = Array.from({ length: processes }, () => createThumbnailProcess());
  const free = [...all];

  async function attempt({ clientId, bytes, signal }: Task, maxMs: number): Promise<Preview> {
    using _turn = await turns.enter(clientId, signal);
    const decoder = free.pop();
    if (!decoder) throw new Error('there are more turns than processes');
    const kill = () => void decoder[Symbol.asyncDispose]();
    signal?.addEventListener('abort', kill, { once: true });
    try {
      const picture = await bytes();
      signal?.throwIfAborted();
      return await decoder.make(picture, maxMs);
    } finally {
      signal?.removeEventListener('abort', kill);
      // The process that was used last is used first, so that the other process can end if one is enough.
      free.push(decoder);
    }
  }

  return {
    async make(clientId, bytes, signal) {
      const task = { clientId, bytes, signal };
      try {
        return await attempt(task, times.quickMs);
      } catch (error) {
        if (!tookTooLong(error)) throw error;
      }
      using _turn = await slowTurns.enter(clientId, signal);
      return await attempt(task, times.slowMs);
    },
    async [Symbol.asyncDispose]() {
      for (const decoder of all) await decoder[Symbol.asyncDispose]();
    },
  };
}
