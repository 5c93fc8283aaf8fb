import type { Agent } from 'undici';
import type { ByteRoom, Clock, Database, Log, ObjectStore } from '../platform/index.ts';
import type { AllowedRanges } from './download/address-rules.ts';
import { convertNext } from './conversion/conversion-service.ts';
import { createDownloadRunner } from './download/download-runner.ts';
import { heartbeatLimitSeconds, reapDownloads } from './download/download-store.ts';
import { type Collected, collectGarbage, type IsPinned } from './garbage-collector.ts';
import { createGuardedAgent, type Resolve, resolveName } from './download/guarded-agent.ts';
import { makeNextThumbnails } from './preview/preview-service.ts';
import { createWorkLoop } from './work-loop.ts';

export interface DownloadLimits {
  concurrency: number;
  perHost: number;
  connectMs: number;
  idleMs: number;
  totalMs: number;
  /** Milliseconds after the first, second, … failure. */
  waits: readonly number[];
}

export const usualLimits: DownloadLimits = {
  concurrency: 16,
  perHost: 6,
  connectMs: 10_000,
  idleMs: 30_000,
  totalMs: 15 * 60_000,
  waits: [10_000, 60_000, 5 * 60_000, 30 * 60_000],
};

export interface AssetWorkOptions {
  database: Database;
  /** With plans that last. */
  prepared: Database;
  store: ObjectStore;
  room: ByteRoom;
  clock: Clock;
  log: Log;
  owner: string;
  /** No other process works on this database: whatever is unfinished now was abandoned. */
  alone: boolean;
  maxBytes: number;
  limits: DownloadLimits;
  /** Private ranges that downloads may go to. */
  allowed: AllowedRanges;
  resolve?: Resolve;
  /** What nothing refers to is kept for so long. */
  graceMs: number;
  isPinned: IsPinned;
}

export interface AssetWork extends AsyncDisposable {
  /** Looks for downloads now. */
  wakeDownloads: () => void;
  wakePreviews: () => void;
  wakeConversions: () => void;
  /** Resolves when everything that is due has been done: conversions, downloads, thumbnails. */
  drain: () => Promise<void>;
  collect: () => Promise<Collected>;
}

const lookMs = 1_000;
const slowLookMs = 10_000;
const beatMs = 5_000;
const collectMs = 3_600_000;

/** Everything about assets that happens in the background. */
export async function startAssetWork(options: AssetWorkOptions): Promise<AssetWork> {
  const { database, store, log, owner, limits } = options;
  const agentLimits = { connectMs: limits.connectMs, idleMs: limits.idleMs, connectionsPerHost: limits.perHost };
  const agent: Agent = await createGuardedAgent(options.allowed, agentLimits, options.resolve ?? resolveName);
  const previews = createWorkLoop(
    () => makeNextThumbnails({ database, store, log }),
    (error) => log.warn({ err: error }, 'making thumbnails failed'),
  );
  const conversions = createWorkLoop(
    async () => {
      const hasWorked = await convertNext(database, owner);
      if (hasWorked) downloads.wake();
      return hasWorked;
    },
    (error) => log.warn({ err: error }, 'converting an attribute failed'),
  );
  const downloads = createDownloadRunner({
    ...options,
    agent,
    totalMs: limits.totalMs,
    concurrency: limits.concurrency,
    perHost: limits.perHost,
    waits: limits.waits,
    onStored: previews.wake,
  });
  let collecting: Promise<unknown> = Promise.resolve();
  let isStopping = false;

  async function attempt(what: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isStopping) log.warn({ err: error }, what);
    }
  }

  await reapDownloads(database, options.alone ? 0 : heartbeatLimitSeconds);
  const wakeAll = () => {
    previews.wake();
    conversions.wake();
  };
  downloads.wake();
  wakeAll();
  const timers = [
    setInterval(downloads.wake, lookMs),
    setInterval(wakeAll, slowLookMs),
    setInterval(() => void attempt('heartbeat of downloads failed', downloads.beat), beatMs),
    setInterval(() => void attempt('looking for abandoned downloads failed', downloads.reap), beatMs * 2),
    setInterval(() => {
      collecting = attempt('collecting unused files failed', () => collectGarbage(options));
    }, collectMs),
  ];

  return {
    wakeDownloads: downloads.wake,
    wakePreviews: previews.wake,
    wakeConversions: conversions.wake,
    async drain() {
      await conversions.idle();
      await downloads.drain();
      await previews.idle();
    },
    collect: () => collectGarbage(options),
    async [Symbol.asyncDispose]() {
      isStopping = true;
      for (const timer of timers) clearInterval(timer);
      await Promise.all([
        downloads[Symbol.asyncDispose](),
        previews[Symbol.asyncDispose](),
        conversions[Symbol.asyncDispose](),
        collecting,
      ]);
      await agent.destroy();
    },
  };
}
