import { createCommitQueue, StoreUnavailableError, transaction } from '../../platform/index.ts';
import { commitArrivals, isSameAsset } from '../records/arrival-service.ts';
import { saveDownloads } from '../records/arrival-store.ts';
import type { Arrival } from '../records/asset-types.ts';
import type { DownloadRunnerOptions } from './download-runner-options.ts';
import { DownloadError } from './download-error.ts';
import { nextTryIn } from './download-rules.ts';
import type { DownloadOutcome } from './download-service.ts';
import {
  type ClaimedDownload,
  deleteIdleDownload,
  releaseDownloads,
  saveFailure,
  saveUnchanged,
} from './download-store.ts';

/** Outcome of a download, including a download that was not started. */
export type TransferOutcome =
  | DownloadOutcome
  | { kind: 'idle' }
  | { kind: 'stopped' }
  | { kind: 'broken'; error: unknown };

const notStored = new DownloadError('not-stored', 'The file was downloaded but could not be stored.');
const failedHere = new DownloadError('internal-error', 'The download failed in Pimento. The reason is in its log.');

/** Returns the failure to record for a download that failed, or for one whose outcome could not be recorded because of `error`. */
function failureOf(outcome: TransferOutcome, error: unknown): DownloadError {
  if (outcome.kind === 'failed') return outcome.failure;
  const isOfStore = outcome.kind === 'arrived' || error instanceof StoreUnavailableError;
  return isOfStore ? notStored : failedHere;
}

/**
 * Creates a function that records the outcome of a download. Files that arrive at the same time are recorded in one commit. The function
 * never rejects.
 */
export function createOutcomeRecorder(
  options: DownloadRunnerOptions,
): (claim: ClaimedDownload, outcome: TransferOutcome) => Promise<void> {
  const { database, clock, log, owner } = options;
  const arrivals = createCommitQueue(
    (batch: Arrival[]) => commitArrivals(options, batch, (transaction) => saveDownloads(transaction, batch, owner)),
    isSameAsset,
  );

  async function postpone(claim: ClaimedDownload, failure: DownloadError): Promise<void> {
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

  async function save(claim: ClaimedDownload, outcome: TransferOutcome): Promise<void> {
    switch (outcome.kind) {
      case 'arrived':
        await arrivals.add(outcome.arrival);
        if (outcome.arrival.isPicture) options.onStored();
        return;
      case 'unchanged':
        return saveUnchanged(database, owner, claim);
      case 'failed':
        return postpone(claim, outcome.failure);
      case 'idle':
        return dropIdle(claim);
      case 'stopped':
        return releaseDownloads(database, owner, [claim]);
      case 'broken':
        throw outcome.error;
    }
  }

  return async (claim, outcome) => {
    try {
      await save(claim, outcome);
    } catch (error) {
      const { clientId, host } = claim;
      log.warn({ err: error, clientId, host, outcome: outcome.kind }, 'a download failed or could not be recorded');
      // If this also fails, the lease expires and the download becomes due again.
      await postpone(claim, failureOf(outcome, error)).catch(() => undefined);
    }
  };
}
