import type { Clock, Database, Log, ObjectStore } from '../platform/index.ts';
import { commitArrivals } from './arrival-service.ts';
import type { Arrival } from './asset-types.ts';
import { createArrivalQueue } from './arrival-queue.ts';
import { DownloadFailure } from './download-failure.ts';
import { nextTryIn } from './download-rules.ts';
import { download, type DownloadDeps } from './download-service.ts';
import {
  type AssetRef,
  beatDownloads,
  type ClaimedDownload,
  claimDownloads,
  deleteIdleDownload,
  heartbeatLimitSeconds,
  reapDownloads,
  releaseDownloads,
  saveFailure,
  saveUnchanged,
} from './download-store.ts';

export interface DownloadRunnerOptions extends DownloadDeps {
  database: Database;
  store: ObjectStore;
  clock: Clock;
  log: Log;
  /** The process that works on downloads. */
  owner: string;
  /** Downloads at once. */
  concurrency: number;
  perHost: number;
  /** Milliseconds after the first, second, … failure. */
  waits: readonly number[];
  /** Told when there may be thumbnails to make. */
  onStored(): void;
}

export interface DownloadRunner extends AsyncDisposable {
  /** Looks for downloads that are due now. */
  wake: () => void;
  /** Resolves when nothing is due and nothing under way. */
  drain: () => Promise<void>;
  beat: () => Promise<void>;
  reap: () => Promise<void>;
}

const notStored = new DownloadFailure('not-stored', 'The file was downloaded but could not be stored.');

/** Takes up downloads that are due, a little ahead of what is under way, so that nobody waits for the database in between. */
export function createDownloadRunner(options: DownloadRunnerOptions): DownloadRunner {
  const { database, clock, log, owner, concurrency, perHost } = options;
  const stop = new AbortController();
  const mine = new Set<ClaimedDownload>();
  const queued: ClaimedDownload[] = [];
  const active = new Map<string, number>();
  const working = new Set<Promise<void>>();
  let hostAfter = '';
  let looking: Promise<void> | undefined;
  let lookAgain = false;

  const arrivals = createArrivalQueue<Arrival>((batch) =>
    commitArrivals({ database, store: options.store }, batch, owner).then(() => undefined),
  );

  async function postpone(claim: ClaimedDownload, failure: DownloadFailure): Promise<void> {
    const { clientId, host, tries } = claim;
    const wait = nextTryIn(failure, tries, options.waits, Math.random());
    const nextTryAt = wait === undefined ? null : new Date(clock.now().getTime() + wait);
    log.info({ clientId, host, code: failure.code, tries, nextTryAt }, 'a download failed');
    await saveFailure(database, owner, claim, { code: failure.code, info: failure.message, nextTryAt });
  }

  async function saveOutcome(claim: ClaimedDownload): Promise<void> {
    const outcome = await download(options, claim, stop.signal);
    if (outcome.kind === 'arrived') {
      await arrivals.add(outcome.arrival);
      if (outcome.arrival.isPicture) options.onStored();
    } else if (outcome.kind === 'unchanged') await saveUnchanged(database, owner, claim);
    else await postpone(claim, outcome.failure);
  }

  async function dropIdle(claim: ClaimedDownload): Promise<void> {
    const isGone = await database.transaction().execute((transaction) => deleteIdleDownload(transaction, owner, claim));
    if (!isGone) await releaseDownloads(database, owner, [claim]);
  }

  async function work(claim: ClaimedDownload): Promise<void> {
    try {
      await (claim.isIdle ? dropIdle(claim) : saveOutcome(claim));
    } catch (error) {
      if (!stop.signal.aborted)
        log.warn({ err: error, clientId: claim.clientId, host: claim.host }, 'a download could not be stored');
      const isOver = stop.signal.aborted ? releaseDownloads(database, owner, [claim]) : postpone(claim, notStored);
      // Where even this fails, the heartbeat ends and another process takes it up.
      await isOver.catch(() => undefined);
    }
  }

  function begin(claim: ClaimedDownload): void {
    active.set(claim.host, (active.get(claim.host) ?? 0) + 1);
    const task = work(claim).finally(() => {
      const left = (active.get(claim.host) ?? 1) - 1;
      if (left === 0) active.delete(claim.host);
      else active.set(claim.host, left);
      mine.delete(claim);
      working.delete(task);
      fill();
      if (mine.size <= concurrency) wake();
    });
    working.add(task);
  }

  /** Begins what is queued, as far as the limits allow. */
  function fill(): void {
    for (let place = 0; place < queued.length && working.size < concurrency && !stop.signal.aborted;) {
      const claim = queued[place];
      if (claim === undefined || (active.get(claim.host) ?? 0) >= perHost) place++;
      else {
        queued.splice(place, 1);
        begin(claim);
      }
    }
  }

  async function look(): Promise<void> {
    const most = concurrency * 2 - mine.size;
    if (most <= 0 || stop.signal.aborted) return;
    const busy = new Map<string, number>();
    for (const { host } of mine) busy.set(host, (busy.get(host) ?? 0) + 1);
    const wish = { most, perHost: perHost * 2, busy };
    let claims = await claimDownloads(database, owner, { ...wish, after: hostAfter });
    if (claims.length === 0 && hostAfter !== '') claims = await claimDownloads(database, owner, { ...wish, after: '' });
    hostAfter = claims.length === most ? (claims.at(-1)?.host ?? '') : '';
    for (const claim of claims) {
      mine.add(claim);
      queued.push(claim);
    }
    fill();
  }

  async function lookWhileAsked(): Promise<void> {
    do {
      lookAgain = false;
      try {
        await look();
      } catch (error) {
        if (!stop.signal.aborted) log.warn({ err: error }, 'looking for downloads failed');
      }
    } while (lookAgain && !stop.signal.aborted);
    looking = undefined;
  }

  function wake(): void {
    if (looking) lookAgain = true;
    else if (!stop.signal.aborted) looking = lookWhileAsked();
  }

  return {
    wake,
    async drain() {
      do {
        wake();
        await looking;
        await Promise.all(working);
      } while (working.size > 0 || looking !== undefined);
    },
    beat: () => beatDownloads(database, owner, [...mine] satisfies AssetRef[]),
    async reap() {
      const found = await reapDownloads(database, heartbeatLimitSeconds);
      if (found > 0) wake();
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await looking;
      await Promise.all(working);
      await releaseDownloads(database, owner, queued).catch(() => undefined);
    },
  };
}
