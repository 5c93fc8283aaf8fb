import { type ConnectionKey, listConnectionsBehind } from '../../channels/index.ts';
import { createWorker, type Worker, type WorkerDeps } from '../../platform/index.ts';
import { applyNextChanges } from './channel-change-service.ts';
import type { SubmitDeps } from './submit-service.ts';

const connectionsAtOnce = 100;

/**
 * Starts the worker that applies product changes to the states of products on channels. Requests that read changed states apply them as
 * well, so the interval only limits how much work remains for these requests. Several processes can run this on the same database.
 */
export function startChannelChanges(deps: SubmitDeps & WorkerDeps): Worker {
  let reached: ConnectionKey | undefined;
  return createWorker(deps, {
    name: 'changes on channels',
    everyMs: 60_000,
    async next({ signal }) {
      const keys = await listConnectionsBehind(deps.database, reached, connectionsAtOnce);
      for (const key of keys) while (!signal.aborted && (await applyNextChanges(deps, key)));
      reached = keys.length === connectionsAtOnce ? keys.at(-1) : undefined;
      return reached !== undefined;
    },
  });
}
