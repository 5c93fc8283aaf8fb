import {
  type AllowedRanges,
  createGuardedAgent,
  type Resolve,
  type BufferPool,
  createWorker,
  type Database,
  type ObjectStore,
  type Worker,
  type WorkerDeps,
} from '../platform/index.ts';
import { convertNext } from './conversion/conversion-service.ts';
import { splitNext } from './conversion/split-service.ts';
import { refusalOf } from './download/address-refusal.ts';
import { startDownloadRunner } from './download/download-runner.ts';
import { walkNextFolder } from './file-walk-service.ts';
import { type Collected, collectGarbage, type IsPinned } from './garbage-collection-service.ts';
import { startPreviews } from './preview/preview-runner.ts';
import type { ThumbnailMaker } from './preview/thumbnail-service.ts';

export interface DownloadLimits {
  /** Maximum number of concurrent downloads, in total and per host. */
  concurrency: number;
  perHost: number;
  connectMs: number;
  idleMs: number;
  totalMs: number;
  /** Delay in milliseconds after the first, second, … failure. */
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
  /** Connection pool that uses prepared statements. */
  prepared: Database;
  store: ObjectStore;
  buffers: BufferPool;
  thumbnails: ThumbnailMaker;
  /** Identifies this process as the owner of downloads, conversions and splits. */
  owner: string;
  /** True if no other process uses this database. If so, all unfinished work is treated as abandoned when this process starts. */
  alone: boolean;
  maxBytes: number;
  limits: DownloadLimits;
  /** Private address ranges to which downloads may connect. */
  allowed: AllowedRanges;
  resolve?: Resolve;
  /** How long unreferenced files and assets are kept. Assets whose download failed are kept for at least seven days. */
  graceMs: number;
  isPinned: IsPinned;
}

export interface AssetRunner extends AsyncDisposable {
  /** Each `wake…` function makes its worker look for due work immediately. */
  wakeDownloads: () => void;
  wakePreviews: () => void;
  wakeConversions: () => void;
  /** Resolves when all due conversions, splits, downloads and thumbnails are done. */
  drain: () => Promise<void>;
  collect: () => Promise<Collected>;
}

/** @param onConverted called after each batch, because the batch may have queued downloads */
function startConversions(options: AssetRunnerOptions, onConverted: () => void): Worker {
  return createWorker(options, {
    name: 'conversions of attributes',
    everyMs: 10_000,
    async next() {
      const hasSplit = await splitNext(options);
      const hasWorked = (await convertNext(options.database, options.owner)) || hasSplit;
      if (hasWorked) onConverted();
      return hasWorked;
    },
  });
}

/** Starts the worker that searches the store for files without a row. It runs hourly, so that an interrupted search is soon continued. */
function startFileWalk(options: AssetRunnerOptions): Worker {
  return createWorker(options, {
    name: 'files without a row',
    everyMs: 3_600_000,
    atStart: false,
    next: async ({ signal }) => !signal.aborted && (await walkNextFolder(options, signal)) !== undefined,
  });
}

/** Deletes unneeded files and assets immediately. Also searches the whole store for files without a row, even if no search is due. */
async function collectAll(options: AssetRunnerOptions): Promise<Collected> {
  const collected = await collectGarbage(options);
  const signal = new AbortController().signal;
  // The time is one millisecond ahead. Without this, a search that ended in the current millisecond would not be due.
  const dueBefore = new Date(options.clock.now().getTime() + 1);
  for (let deleted: number | undefined = 0; deleted !== undefined;) {
    deleted = await walkNextFolder(options, signal, dueBefore);
    collected.contents += deleted ?? 0;
  }
  return collected;
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

export async function startAssetRunner(options: AssetRunnerOptions): Promise<AssetRunner> {
  const { limits } = options;
  await using started = new AsyncDisposableStack();
  const { connectMs, idleMs, perHost: connectionsPerHost } = limits;
  const agentOptions = { connectMs, idleMs, connectionsPerHost, refuse: refusalOf, resolve: options.resolve };
  const agent = await createGuardedAgent(options.allowed, agentOptions);
  started.defer(() => agent.destroy());
  const previews = started.use(startPreviews(options));
  const downloads = started.use(await startDownloadRunner({ ...options, ...limits, agent, onStored: previews.wake }));
  const conversions = started.use(startConversions(options, downloads.wake));
  started.use(startGarbageCollection(options));
  started.use(startFileWalk(options));
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
    collect: () => collectAll(options),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
