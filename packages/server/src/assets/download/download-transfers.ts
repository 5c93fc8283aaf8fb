import { describeSpan, inSpan } from '../../platform/index.ts';
import type { DownloadRunnerOptions } from './download-runner-options.ts';
import { download } from './download-service.ts';
import { createOutcomeRecorder, type TransferOutcome } from './download-outcome.ts';
import type { ClaimedDownload } from './download-store.ts';
import { createTransferSlots } from './transfer-slots.ts';
import { createStartMarks } from './start-marks.ts';

/** Maximum number of downloads that are received but not committed. If it is reached, the disk or the database is too slow. */
const maxUnsettled = 48;

/** The claimed downloads of this process, from the claim to the commit of the result. */
export interface DownloadTransfers extends AsyncDisposable {
  /** Queues claimed downloads and starts as many as the limits allow. */
  add(claims: readonly ClaimedDownload[]): void;
  /** Returns the number of downloads that wait for a free slot. */
  queued(): number;
  /** Counts running and queued downloads, keyed by host without port and by client. */
  busyHosts(): Map<string, number>;
  busyClients(): Map<string, number>;
  /** Returns all claimed downloads of this process whose results are not committed yet. */
  claimed(): ClaimedDownload[];
  /** Resolves when the results of all downloads that are running at the time of the call have been recorded. */
  settled(): Promise<void>;
  /** Aborts the running downloads and starts no more. */
  stop: () => void;
}

/**
 * Creates a function that runs one download and commits its result. The function calls `onReceived` when the last byte has been received,
 * or when no more bytes will come.
 */
function createCarrier(options: DownloadRunnerOptions, stop: AbortSignal) {
  const record = createOutcomeRecorder(options);

  async function transfer(claim: ClaimedDownload, onReceived: () => void): Promise<TransferOutcome> {
    if (claim.isIdle) return { kind: 'idle' };
    try {
      const attributes = { 'server.address': claim.host, 'pimento.client': claim.clientId };
      return await inSpan({ name: 'download', kind: 'client', attributes }, async () => {
        const outcome = await download(options, claim, stop, onReceived);
        describeSpan({ 'pimento.outcome': outcome.kind });
        return outcome;
      });
    } catch (error) {
      return stop.aborted ? { kind: 'stopped' } : { kind: 'broken', error };
    }
  }

  return async (claim: ClaimedDownload, onReceived: () => void): Promise<void> => {
    const outcome = await transfer(claim, onReceived);
    onReceived();
    await record(claim, outcome);
  };
}

/** @param hooks `onCapacity` is called when more downloads can be claimed; `release` returns unstarted downloads to the queue */
export function startTransfers(
  options: DownloadRunnerOptions,
  hooks: { onCapacity(): void; release(claims: readonly ClaimedDownload[]): Promise<void> },
): DownloadTransfers {
  const stopping = new AbortController();
  const carryOut = createCarrier(options, stopping.signal);
  const slots = createTransferSlots(options);
  const marks = createStartMarks(options);
  const claimed = new Set<ClaimedDownload>();
  const queue: ClaimedDownload[] = [];
  const tasks = new Set<Promise<void>>();

  function start(claim: ClaimedDownload): void {
    const free = slots.take(claim);
    marks.add(claim);
    // `onReceived` frees the slot, so the next download starts while this one is still being written and committed
    const task = carryOut(claim, () => {
      marks.drop(claim);
      if (free()) fill();
    }).finally(() => {
      claimed.delete(claim);
      tasks.delete(task);
      // `fill` is called only after the removal, so that downloads of the same commit no longer count towards `maxUnsettled`.
      fill();
    });
    tasks.add(task);
  }

  const hasCapacity = () =>
    slots.count() < options.concurrency && tasks.size - slots.count() < maxUnsettled && !stopping.signal.aborted;

  /** Starts queued downloads within the limits, and requests more before the queue is empty. */
  function fill(): void {
    for (let index = 0; index < queue.length && hasCapacity();) {
      const claim = queue[index];
      const canStart = claim !== undefined && slots.canStart(claim, queue);
      for (const next of canStart ? queue.splice(index, 1) : []) start(next);
      if (!canStart) index++;
    }
    if (queue.length < options.concurrency) hooks.onCapacity();
  }

  function stop(): void {
    stopping.abort();
    marks[Symbol.dispose]();
  }

  return {
    add(claims) {
      if (claims.length === 0) return;
      for (const claim of claims) claimed.add(claim);
      queue.push(...claims);
      fill();
    },
    queued: () => queue.length,
    busyHosts: () => slots.busyHosts(queue),
    busyClients: () => slots.busyClients(queue),
    claimed: () => [...claimed],
    settled: () => Promise.all(tasks).then(() => undefined),
    stop,
    async [Symbol.asyncDispose]() {
      stop();
      await Promise.all(tasks);
      await hooks.release(queue).catch(() => undefined);
    },
  };
}
