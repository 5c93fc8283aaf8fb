import type { DownloadRunnerOptions } from './download-runner-options.ts';
import { download } from './download-service.ts';
import { createOutcomeRecorder, type TransferOutcome } from './download-outcome.ts';
import type { ClaimedDownload } from './download-store.ts';
import { createHostSlots } from './host-slots.ts';
import { createStartMarks } from './start-marks.ts';

/** Downloads that are received and not settled yet; with more, the disk or the database is the bottleneck. */
const maxUnsettled = 48;

/** The claimed downloads of this process, from the claim to the commit of their result. */
export interface DownloadTransfers extends AsyncDisposable {
  /** Queues claimed downloads and starts as many as the limits allow. */
  add(claims: readonly ClaimedDownload[]): void;
  /** Downloads that wait for a free slot. */
  queued(): number;
  /** Running and queued downloads, by host. */
  busyHosts(): Map<string, number>;
  /** Every download that this process has claimed and not settled yet. */
  claimed(): ClaimedDownload[];
  /** Resolves when the downloads that run now are settled. */
  settled(): Promise<void>;
  /** Aborts the running downloads and starts no more. */
  stop: () => void;
}

/** Carries out one download up to the commit of its result. @param onReceived called when the last byte has come, or none will come */
function createCarrier(options: DownloadRunnerOptions, stop: AbortSignal) {
  const record = createOutcomeRecorder(options);

  async function transfer(claim: ClaimedDownload, onReceived: () => void): Promise<TransferOutcome> {
    if (claim.isIdle) return { kind: 'idle' };
    try {
      return await download(options, claim, stop, onReceived);
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

/** @param hooks `onCapacity` is called when more can be claimed, `release` gives back what was not started */
export function startTransfers(
  options: DownloadRunnerOptions,
  hooks: { onCapacity(): void; release(claims: readonly ClaimedDownload[]): Promise<void> },
): DownloadTransfers {
  const stopping = new AbortController();
  const carryOut = createCarrier(options, stopping.signal);
  const slots = createHostSlots(options.perHost);
  const marks = createStartMarks(options);
  const claimed = new Set<ClaimedDownload>();
  const queue: ClaimedDownload[] = [];
  const tasks = new Set<Promise<void>>();

  function start(claim: ClaimedDownload): void {
    const free = slots.take(claim.host);
    marks.add(claim);
    // the next download starts while this one is brought to the disk and committed
    const task = carryOut(claim, () => {
      marks.drop(claim);
      if (free()) fill();
    }).finally(() => {
      claimed.delete(claim);
      tasks.delete(task);
      // only now: many are settled by one commit, and none of them must count any more
      fill();
    });
    tasks.add(task);
  }

  const hasCapacity = () =>
    slots.count() < options.concurrency && tasks.size - slots.count() < maxUnsettled && !stopping.signal.aborted;

  /** Starts queued downloads, as far as the limits allow, and asks for more in time. */
  function fill(): void {
    for (let index = 0; index < queue.length && hasCapacity();) {
      const claim = queue[index];
      if (claim === undefined || !slots.hasFree(claim.host)) index++;
      else {
        queue.splice(index, 1);
        start(claim);
      }
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
