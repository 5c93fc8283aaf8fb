import { type ClientId, createWorker, type Worker, type WorkerDeps } from '../../platform/index.ts';
import { makeThumbnails, type PreviewDeps } from './preview-service.ts';
import { claimPreview, type DuePreview } from './preview-store.ts';

/** Max number of pictures in progress, each of another client. Most of them wait for a process. */
const maxPictures = 4;

/** Starts the worker that makes the thumbnails of new pictures. Clients take turns, and a picture that takes long delays no other client. */
export function startPreviews(deps: PreviewDeps & WorkerDeps): Worker {
  const running = new Map<ClientId, Promise<void>>();
  let clientAfter = '';

  async function claimNext(): Promise<DuePreview | undefined> {
    if (running.size >= maxPictures) return undefined;
    const except = [...running.keys()];
    const claim = (after: string) => claimPreview(deps.database, { after, except });
    return (await claim(clientAfter)) ?? (await claim(''));
  }

  const stopping = new AbortController();
  const worker = createWorker(deps, {
    name: 'thumbnails',
    everyMs: 10_000,
    async next() {
      const due = await claimNext();
      if (due) {
        clientAfter = due.clientId;
        const making = makeThumbnails(deps, due, stopping.signal).finally(() => running.delete(due.clientId));
        // a failure is thrown by the step that waits for this picture
        making.catch(() => undefined);
        running.set(due.clientId, making);
        return true;
      }
      if (running.size === 0) return false;
      await Promise.race(running.values());
      return true;
    },
  });
  return {
    ...worker,
    async [Symbol.asyncDispose]() {
      const pictures = [...running.values()];
      stopping.abort();
      await Promise.allSettled(pictures);
      await worker[Symbol.asyncDispose]();
    },
  };
}
