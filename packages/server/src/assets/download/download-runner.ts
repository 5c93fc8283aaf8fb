import { createWorker, poolSize, startLeaseWorker } from '../../platform/index.ts';
import type { DownloadRunnerOptions } from './download-runner-options.ts';
import { type DownloadTransfers, startTransfers } from './download-transfers.ts';
import {
  type ClaimedDownload,
  claimDownloads,
  expireDownloads,
  heartbeatDownloads,
  releaseDownloads,
} from './download-store.ts';
import { type DownloadCapacity, findWindowEnd, type HostPosition } from './due-download-views.ts';

export interface DownloadRunner extends AsyncDisposable {
  /** Looks for due downloads immediately. */
  wake: () => void;
  /** Resolves when no download is due and none is running. */
  drain: () => Promise<void>;
}

/** Maximum number of queued downloads, as a multiple of the concurrency limit, so that free slots do not wait for the database. */
const ahead = 4;

/**
 * Maximum number of windows of hosts (see `findWindowEnd`) that one call of the claiming function examines. A window takes 19 ms (40,000
 * waiting downloads from 4,000 hosts, busy machine with 2 cores).
 */
const maxWindows = 4;

const start: HostPosition = { clientId: '', host: '' };
/** Position after all hosts of a client. U+10FFFF is the last character in the order of the database. */
const endOf = (clientId: string): HostPosition => ({ clientId, host: '\u{10ffff}' });

/** Creates a function that claims due downloads, cycling through the clients and their hosts. */
function createClaiming({ prepared, owner, concurrency, perHost }: DownloadRunnerOptions) {
  let after = start;
  // one client gets at most three quarters of the claims, so that other clients' downloads can start before this client's downloads end
  const perClient = poolSize(concurrency * ahead).alone;

  /** Returns the position at which the next claims begin. */
  async function follow(claims: readonly ClaimedDownload[], capacity: DownloadCapacity): Promise<HostPosition> {
    const last = claims.at(-1);
    if (last && claims.length === capacity.max) return endOf(last.clientId);
    const end = await findWindowEnd(prepared, capacity.after);
    if (!end) return start;
    const claimed = claims.filter(({ clientId }) => clientId === end.clientId).length;
    const hasShare = (capacity.busyClients.get(end.clientId) ?? 0) + claimed >= perClient;
    return hasShare ? endOf(end.clientId) : end;
  }

  return async (transfers: DownloadTransfers): Promise<ClaimedDownload[]> => {
    const max = concurrency * ahead - transfers.queued();
    if (max <= 0) return [];
    const limits = {
      max,
      perHost: perHost * ahead,
      perClient,
      busyHosts: transfers.busyHosts(),
      busyClients: transfers.busyClients(),
    };
    let hasStarted = after === start;
    for (let windows = 0; windows < maxWindows; windows++) {
      const capacity = { ...limits, after };
      const claims = await claimDownloads(prepared, owner, capacity);
      after = await follow(claims, capacity);
      if (claims.length > 0) return claims;
      if (after !== start) continue;
      if (hasStarted) return [];
      hasStarted = true;
    }
    return [];
  };
}

/** Starts a worker that claims and runs due downloads, within the concurrency limits. */
export async function startDownloadRunner(options: DownloadRunnerOptions): Promise<DownloadRunner> {
  const { database, owner } = options;
  const claimDue = createClaiming(options);
  await using started = new AsyncDisposableStack();
  const transfers = started.use(
    startTransfers(options, {
      onCapacity: () => {
        worker.wake();
      },
      release: (claims) => releaseDownloads(database, owner, claims),
    }),
  );
  started.use(
    await startLeaseWorker(options, {
      name: 'downloads',
      alone: options.alone,
      heartbeat: () => heartbeatDownloads(database, owner, transfers.claimed()),
      expire: (olderThanSeconds) => expireDownloads(database, olderThanSeconds),
      onExpired: () => {
        worker.wake();
      },
    }),
  );
  const worker = started.use(
    createWorker(options, {
      name: 'downloads',
      everyMs: 1_000,
      async next() {
        transfers.add(await claimDue(transfers));
        return false;
      },
    }),
  );
  // Deferred last, so that it runs first. Stopping aborts the downloads for which the worker waits, so the worker ends quickly.
  started.defer(transfers.stop);
  const resources = started.move();
  return {
    wake: worker.wake,
    async drain() {
      do {
        await transfers.settled();
        await worker.drain();
      } while (transfers.claimed().length > 0);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
