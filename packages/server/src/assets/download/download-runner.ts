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

export interface DownloadRunner extends AsyncDisposable {
  /** Looks for due downloads immediately. */
  wake: () => void;
  /** Resolves when no download is due and none is running. */
  drain: () => Promise<void>;
}

/** Maximum number of claimed downloads, as a multiple of the concurrency limit, so that free slots do not wait for the database. */
const ahead = 4;

/** Creates a function that claims due downloads, cycling through the clients. */
function createClaiming({ prepared, owner, concurrency, perHost }: DownloadRunnerOptions) {
  let clientAfter = '';
  // one client gets at most three quarters of the claims, so that other clients' downloads can start before this client's downloads end
  const perClient = poolSize(concurrency * ahead).alone;
  return async (transfers: DownloadTransfers): Promise<ClaimedDownload[]> => {
    const max = concurrency * ahead - transfers.queued();
    if (max <= 0) return [];
    const capacity = {
      max,
      perHost: perHost * ahead,
      perClient,
      busyHosts: transfers.busyHosts(),
      busyClients: transfers.busyClients(),
    };
    let claims = await claimDownloads(prepared, owner, { ...capacity, after: clientAfter });
    if (claims.length === 0 && clientAfter !== '')
      claims = await claimDownloads(prepared, owner, { ...capacity, after: '' });
    clientAfter = claims.length === max ? (claims.at(-1)?.clientId ?? '') : '';
    return claims;
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
