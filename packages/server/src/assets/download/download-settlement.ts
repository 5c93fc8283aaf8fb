import { transaction } from '../../platform/core.ts';
import { createArrivalQueue } from '../records/arrival-queue.ts';
import { commitArrivals, isSameAsset } from '../records/arrival-service.ts';
import { saveDownloads } from '../records/arrival-store.ts';
import type { Arrival } from '../records/asset-types.ts';
import type { DownloadRunnerOptions } from './download-runner-options.ts';
import { DownloadFailure } from './download-failure.ts';
import { nextTryIn } from './download-rules.ts';
import type { DownloadOutcome } from './download-service.ts';
import {
  type ClaimedDownload,
  deleteIdleDownload,
  releaseDownloads,
  saveFailure,
  saveUnchanged,
} from './download-store.ts';

/** What became of a download, or that it was not even begun. */
export type Settled = DownloadOutcome | { kind: 'idle' } | { kind: 'stopped' } | { kind: 'broken'; error: unknown };

const notStored = new DownloadFailure('not-stored', 'The file was downloaded but could not be stored.');

/** Writes what became of downloads; arrivals are committed together as they come. The promise never fails. */
export function createSettlement(
  options: DownloadRunnerOptions,
): (claim: ClaimedDownload, settled: Settled) => Promise<void> {
  const { database, clock, log, owner } = options;
  const arrivals = createArrivalQueue(
    (batch: Arrival[]) => commitArrivals(options, batch, (transaction) => saveDownloads(transaction, batch, owner)),
    isSameAsset,
  );

  async function postpone(claim: ClaimedDownload, failure: DownloadFailure): Promise<void> {
    const { clientId, host, tries } = claim;
    const wait = nextTryIn(failure, tries, options.waits, Math.random());
    const nextTryAt = wait === undefined ? null : new Date(clock.now().getTime() + wait);
    log.info({ clientId, host, code: failure.code, tries, nextTryAt }, 'a download failed');
    await saveFailure(database, owner, claim, { code: failure.code, info: failure.message, nextTryAt });
  }

  async function dropIdle(claim: ClaimedDownload): Promise<void> {
    const isGone = await transaction(database, (transaction) => deleteIdleDownload(transaction, owner, claim));
    if (!isGone) await releaseDownloads(database, owner, [claim]);
  }

  async function save(claim: ClaimedDownload, settled: Settled): Promise<void> {
    switch (settled.kind) {
      case 'arrived':
        await arrivals.add(settled.arrival);
        if (settled.arrival.isPicture) options.onStored();
        return;
      case 'unchanged':
        return saveUnchanged(database, owner, claim);
      case 'failed':
        return postpone(claim, settled.failure);
      case 'idle':
        return dropIdle(claim);
      case 'stopped':
        return releaseDownloads(database, owner, [claim]);
      case 'broken':
        throw settled.error;
    }
  }

  return async (claim, settled) => {
    try {
      await save(claim, settled);
    } catch (error) {
      log.warn({ err: error, clientId: claim.clientId, host: claim.host }, 'a download could not be stored');
      // Where even this fails, the heartbeat ends and another process takes it up.
      await postpone(claim, notStored).catch(() => undefined);
    }
  };
}
