import { createWorkLoop, type WorkLoop } from '../../assets/index.ts';
import type { Log } from '../../platform/index.ts';
import type { DeleteDeps } from './product-delete-service.ts';
import { deleteNext } from './product-deletion-service.ts';

const lookMs = 10_000;

/** Works through deletions of many products in the background; any number of processes may do so on one database. */
export function startProductDeletions(deps: DeleteDeps & { log: Log }): WorkLoop {
  const loop = createWorkLoop(
    () => deleteNext(deps),
    (error) => deps.log.warn({ err: error }, 'deleting products failed; it is tried again'),
  );
  loop.wake();
  const timer = setInterval(loop.wake, lookMs);
  return {
    ...loop,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await loop[Symbol.asyncDispose]();
    },
  };
}
