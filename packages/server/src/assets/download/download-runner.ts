import type { DownloadRunnerOptions } from './download-runner-options.ts';
import { download } from './download-service.ts';
import { createSettlement, type Settled } from './download-settlement.ts';
import {
  type AssetRef,
  beatDownloads,
  type ClaimedDownload,
  claimDownloads,
  heartbeatLimitSeconds,
  markBegun,
  reapDownloads,
  releaseDownloads,
} from './download-store.ts';

export interface DownloadRunner extends AsyncDisposable {
  /** Looks for downloads that are due now. */
  wake: () => void;
  /** Resolves when nothing is due and nothing under way. */
  drain: () => Promise<void>;
  beat: () => Promise<void>;
  reap: () => Promise<void>;
}

/** Taken up ahead of what is under way, so that nobody waits for the database in between. */
const ahead = 4;
/** What takes longer is said to be under way, together with all others: a statement for each file would cost more than most files do. */
const sayAfterMs = 150;
/** Received and not settled yet; more than this and the disk or the database is what everybody waits for. */
const mostUnsettled = 48;

/** Takes up downloads that are due and carries them out, as many at once as the limits allow. */
export function createDownloadRunner(options: DownloadRunnerOptions): DownloadRunner {
  const { database, prepared, log, owner, concurrency, perHost } = options;
  const stop = new AbortController();
  const settle = createSettlement(options);
  /** Everything that this process has taken up and not settled yet. */
  const mine = new Set<ClaimedDownload>();
  const queued: ClaimedDownload[] = [];
  /** Under way, by host. */
  const active = new Map<string, number>();
  let activeCount = 0;
  /** Under way, and not said to be. */
  const unsaid = new Set<ClaimedDownload>();
  let saying: NodeJS.Timeout | undefined;
  const tasks = new Set<Promise<void>>();
  let hostAfter = '';
  let looking: Promise<void> | undefined;
  let lookAgain = false;

  async function transfer(claim: ClaimedDownload, onReceived: () => void): Promise<Settled> {
    if (claim.isIdle) return { kind: 'idle' };
    try {
      return await download(options, claim, stop.signal, onReceived);
    } catch (error) {
      return stop.signal.aborted ? { kind: 'stopped' } : { kind: 'broken', error };
    }
  }

  function note(host: string, change: 1 | -1): void {
    const count = (active.get(host) ?? 0) + change;
    if (count === 0) active.delete(host);
    else active.set(host, count);
    activeCount += change;
  }

  async function sayBegun(): Promise<void> {
    saying = undefined;
    const begun = [...unsaid];
    unsaid.clear();
    try {
      await markBegun(database, owner, begun);
    } catch (error) {
      if (!stop.signal.aborted) log.warn({ err: error }, 'downloads could not be said to be under way');
    }
  }

  async function carryOut(claim: ClaimedDownload): Promise<void> {
    note(claim.host, 1);
    unsaid.add(claim);
    saying ??= setTimeout(() => void sayBegun(), sayAfterMs);
    let isActive = true;
    // The next one begins while this one is being brought to the disk and committed.
    const makeWay = () => {
      if (!isActive) return;
      isActive = false;
      note(claim.host, -1);
      fill();
    };
    const settled = await transfer(claim, makeWay);
    makeWay();
    unsaid.delete(claim);
    await settle(claim, settled);
    mine.delete(claim);
  }

  function begin(claim: ClaimedDownload): void {
    const task = carryOut(claim).finally(() => {
      tasks.delete(task);
      // Only now: many are settled by one commit, and none of them must count any more.
      fill();
    });
    tasks.add(task);
  }

  /** Begins what is queued, as far as the limits allow, and asks for more in time. */
  function fill(): void {
    const hasRoom = () => activeCount < concurrency && tasks.size - activeCount < mostUnsettled;
    for (let place = 0; place < queued.length && hasRoom() && !stop.signal.aborted;) {
      const claim = queued[place];
      if (claim === undefined || (active.get(claim.host) ?? 0) >= perHost) place++;
      else {
        queued.splice(place, 1);
        begin(claim);
      }
    }
    if (queued.length < concurrency) wake();
  }

  async function look(): Promise<void> {
    const most = concurrency * ahead - queued.length;
    if (most <= 0 || stop.signal.aborted) return;
    const busy = new Map(active);
    for (const { host } of queued) busy.set(host, (busy.get(host) ?? 0) + 1);
    const wish = { most, perHost: perHost * ahead, busy };
    let claims = await claimDownloads(prepared, owner, { ...wish, after: hostAfter });
    if (claims.length === 0 && hostAfter !== '') claims = await claimDownloads(prepared, owner, { ...wish, after: '' });
    hostAfter = claims.length === most ? (claims.at(-1)?.host ?? '') : '';
    if (claims.length === 0) return;
    for (const claim of claims) mine.add(claim);
    queued.push(...claims);
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
        await Promise.all(tasks);
      } while (tasks.size > 0 || looking !== undefined);
    },
    beat: () => beatDownloads(database, owner, [...mine] satisfies AssetRef[]),
    async reap() {
      const found = await reapDownloads(database, heartbeatLimitSeconds);
      if (found > 0) wake();
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      clearTimeout(saying);
      await looking;
      await Promise.all(tasks);
      await releaseDownloads(database, owner, queued).catch(() => undefined);
    },
  };
}
