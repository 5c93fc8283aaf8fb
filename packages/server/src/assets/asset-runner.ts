import {
  type BufferPool,
  createWorker,
  type Database,
  type ObjectStore,
  type Worker,
  type WorkerDeps,
} from '../platform/index.ts';
import { convertNext } from './conversion/conversion-service.ts';
import type { AllowedRanges } from './download/address-rules.ts';
import { startDownloadRunner } from './download/download-runner.ts';
import { createGuardedAgent, type Resolve, resolveName } from './download/guarded-agent.ts';
import { type Collected, collectGarbage, type IsPinned } from './garbage-collection-service.ts';
import { makeNextThumbnails } from './preview/preview-service.ts';

export interface DownloadLimits {
  /** Downloads at once, in all and from one host. */
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

export interface AssetRunnerOptions extends WorkerDeps {
  database: Database;
  /** Keeps the plans of its statements. */
  prepared: Database;
  store: ObjectStore;
  buffers: BufferPool;
  /** This process, as the owner of downloads and conversions. */
  owner: string;
  /** No other process works on this database: whatever is unfinished was abandoned when this process starts. */
  alone: boolean;
  maxBytes: number;
  limits: DownloadLimits;
  /** Private ranges that downloads may go to. */
  allowed: AllowedRanges;
  resolve?: Resolve;
  /** What nothing refers to is kept for this long. */
  graceMs: number;
  isPinned: IsPinned;
}

/** All background work for assets. */
export interface AssetRunner extends AsyncDisposable {
  /** Each looks for due work of its kind now. */
  wakeDownloads: () => void;
  wakePreviews: () => void;
  wakeConversions: () => void;
  /** Resolves when everything that is due has been done: conversions, downloads, thumbnails. */
  drain: () => Promise<void>;
  collect: () => Promise<Collected>;
}

function startPreviews(options: AssetRunnerOptions): Worker {
  return createWorker(options, { name: 'thumbnails', everyMs: 10_000, next: () => makeNextThumbnails(options) });
}

/** @param onConverted called after each step: it may have found files to download */
function startConversions(options: AssetRunnerOptions, onConverted: () => void): Worker {
  return createWorker(options, {
    name: 'conversions of attributes',
    everyMs: 10_000,
    async next() {
      const hasWorked = await convertNext(options.database, options.owner);
      if (hasWorked) onConverted();
      return hasWorked;
    },
  });
}

function startGarbageCollection(options: AssetRunnerOptions): Worker {
  return createWorker(options, {
    name: 'unused files',
    everyMs: 3_600_000,
    atStart: false,
    async next() {
      await collectGarbage(options);
      return false;
    },
  });
}

/** Starts all background work for assets. */
export async function startAssetRunner(options: AssetRunnerOptions): Promise<AssetRunner> {
  const { limits } = options;
  await using started = new AsyncDisposableStack();
  const agentLimits = { connectMs: limits.connectMs, idleMs: limits.idleMs, connectionsPerHost: limits.perHost };
  const agent = await createGuardedAgent(options.allowed, agentLimits, options.resolve ?? resolveName);
  started.defer(() => agent.destroy());
  const previews = started.use(startPreviews(options));
  const downloads = started.use(await startDownloadRunner({ ...options, ...limits, agent, onStored: previews.wake }));
  const conversions = started.use(startConversions(options, downloads.wake));
  started.use(startGarbageCollection(options));
  const resources = started.move();
  return {
    wakeDownloads: downloads.wake,
    wakePreviews: previews.wake,
    wakeConversions: conversions.wake,
    async drain() {
      await conversions.drain();
      await downloads.drain();
      await previews.drain();
    },
    collect: () => collectGarbage(options),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
