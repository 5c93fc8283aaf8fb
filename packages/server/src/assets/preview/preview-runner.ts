import { type ClientId, createWorker, PimentoError, type Worker, type WorkerDeps } from '../../platform/index.ts';
import { makeThumbnails, type PreviewDeps } from './preview-service.ts';
import { claimPreview, type DuePreview, releasePreview } from './preview-store.ts';

/** Maximum number of pictures in progress, each of a different client. Some of them wait for a decoder process. */
const maxPictures = 4;

/** If a client has too many waiting requests for thumbnails, none of its pictures is claimed for this time. */
const refusedMs = 5_000;

/** Starts the worker that makes the thumbnails of new pictures. Clients take turns, and a slow picture delays only its own client. */
export function startPreviews(deps: PreviewDeps & WorkerDeps): Worker {
  const running = new Map<ClientId, Promise<void>>();
  /** Clients with too many waiting requests, and until when they are skipped, in milliseconds of the monotonic clock. */
  const refusedUntil = new Map<ClientId, number>();
  /** Errors that the worker has not reported yet. Each is thrown by the next step. */
  const failures: Error[] = [];
  let clientAfter = '';

  async function claimNext(): Promise<DuePreview | undefined> {
    if (running.size >= maxPictures) return undefined;
    const now = deps.clock.monotonic();
    for (const [clientId, until] of refusedUntil) if (until <= now) refusedUntil.delete(clientId);
    const except = [...running.keys(), ...refusedUntil.keys()];
    const claim = (after: string) => claimPreview(deps.database, { after, except });
    return (await claim(clientAfter)) ?? (await claim(''));
  }

  async function make(due: DuePreview, signal: AbortSignal): Promise<void> {
    try {
      await makeThumbnails(deps, due, signal);
    } catch (error) {
      await releasePreview(deps.database, due).catch(() => undefined);
      // This is not treated as a failure, because a failure would pause the worker, and thumbnails of other clients must not wait.
      if (error instanceof PimentoError && error.code === 'too-many-requests') {
        refusedUntil.set(due.clientId, deps.clock.monotonic() + refusedMs);
        deps.log.info(
          { clientId: due.clientId },
          'thumbnails wait, because too many requests of this client are waiting',
        );
        return;
      }
      failures.push(error instanceof Error ? error : new Error(String(error)));
    } finally {
      running.delete(due.clientId);
    }
  }

  const worker = createWorker(deps, {
    name: 'thumbnails',
    everyMs: 10_000,
    async next({ signal }) {
      const failure = failures.shift();
      if (failure) throw failure;
      const due = await claimNext();
      if (due) {
        clientAfter = due.clientId;
        running.set(due.clientId, make(due, signal));
        return true;
      }
      if (running.size === 0) return failures.length > 0;
      await Promise.race(running.values());
      return true;
    },
  });
  return {
    ...worker,
    async [Symbol.asyncDispose]() {
      await worker[Symbol.asyncDispose]();
      await Promise.all(running.values());
    },
  };
}
