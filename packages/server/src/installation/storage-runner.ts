import { getStored } from '../access/index.ts';
import {
  type ClientId,
  createWorker,
  type Database,
  type Worker,
  type WorkerDeps,
  type WorkerRun,
} from '../platform/index.ts';
import { claimDueClients, saveStorage } from './storage-store.ts';
import { readSizes } from './storage-views.ts';

export interface StorageDeps extends WorkerDeps {
  database: Database;
}

const everyMs = 10_000;
/** After this time, a run claims no more clients, so that measuring 10,000 clients takes about 1 % of a core. */
const runMs = 100;
/** Maximum number of clients that are claimed together. A run measures at least this many if so many are due. */
const batch = 5;
/** A client is measured again after five minutes or after a hundred times the duration of the measurement, whichever is longer. */
const againSeconds = 300;
const pausePerSecond = 100;

async function measure({ database, clock }: StorageDeps, clientId: ClientId): Promise<void> {
  const startedAt = clock.monotonic();
  const { products, fileBytes, bodyBytes } = await getStored(database, clientId);
  const sizes = await readSizes(database, clientId, products);
  const seconds = (clock.monotonic() - startedAt) / 1000;
  const nextSeconds = Math.max(againSeconds, seconds * pausePerSecond);
  await saveStorage(database, clientId, { products, fileBytes, bodyBytes, ...sizes }, nextSeconds);
}

/** Starts the worker that measures what each client stores, a few clients at a time. */
export function startStorageMeasurement(deps: StorageDeps): Worker {
  const { database, clock } = deps;
  let startedAt: number | undefined;
  const mayGoOn = (run: WorkerRun) =>
    !run.signal.aborted && (run.isUrgent() || clock.monotonic() - (startedAt ?? 0) < runMs);
  return createWorker(deps, {
    name: 'storage of clients',
    everyMs,
    async next(run) {
      startedAt ??= clock.monotonic();
      const due = await claimDueClients(database, batch);
      for (const clientId of due) if (!run.signal.aborted) await measure(deps, clientId);
      const hasMore = due.length > 0 && mayGoOn(run);
      if (!hasMore) startedAt = undefined;
      return hasMore;
    },
  });
}
