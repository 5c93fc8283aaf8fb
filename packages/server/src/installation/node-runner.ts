import { hostname } from 'node:os';
import { createWorker, type Database, type WorkerDeps, type WorkerRuns } from '../platform/index.ts';
import { deleteGoneNodes, deleteNode, saveNode } from './node-store.ts';

export interface NodeDeps extends WorkerDeps {
  database: Database;
  workerRuns: WorkerRuns;
  /** Id of this process. */
  owner: string;
  /** True if no other process uses this database. */
  alone: boolean;
  version: string;
}

const heartbeatMs = 5_000;
/** Name of the worker that writes the heartbeat. Its own runs are not saved, because it would always be shown as running. */
const name = 'process: heartbeat';
const goneSeconds = 86_400;

/** Lists this process as part of the installation until it stops. */
export async function startNode(deps: NodeDeps): Promise<AsyncDisposable> {
  const { database, clock, owner: nodeId, role = 'all', version, workerRuns, alone } = deps;
  const node = { nodeId, host: hostname(), process: process.pid, role, version, startedAt: clock.now() };
  await deleteGoneNodes(database, alone ? 0 : goneSeconds);
  await using opened = new AsyncDisposableStack();
  // if the database is unreachable, the row stays until another process deletes it as gone
  opened.defer(() => deleteNode(database, nodeId).catch(() => undefined));
  opened.use(
    createWorker(deps, {
      name,
      everyMs: heartbeatMs,
      maxPauseMs: heartbeatMs,
      isOwn: true,
      next: async () => {
        const others = workerRuns.list().filter((run) => run.name !== name);
        await saveNode(database, node, others);
        return false;
      },
    }),
  );
  opened.use(
    createWorker(deps, {
      name: 'process: gone ones',
      everyMs: 3_600_000,
      atStart: false,
      next: async () => {
        await deleteGoneNodes(database, goneSeconds);
        return false;
      },
    }),
  );
  return opened.move();
}
