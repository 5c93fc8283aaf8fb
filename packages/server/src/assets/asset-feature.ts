import type { FastifyRequest } from 'fastify';
import {
  type AllowedRanges,
  type BufferPool,
  type Resolve,
  createBufferPool,
  createCommitQueue,
  type Connection,
  type Database,
  type ObjectStore,
  openObjectStore,
  type Reply,
  type Route,
  type ClientId,
  type WorkerDeps,
} from '../platform/index.ts';
import type { ClientQuotas } from '../access/index.ts';
import type { TypeChange } from '../structure/index.ts';
import { commitArrivals, isSameAsset } from './records/arrival-service.ts';
import { saveUploads } from './records/arrival-store.ts';
import { assetOverviewRoutes } from './asset-overview-routes.ts';
import { assetRoutes } from './asset-routes.ts';
import type { Arrival } from './records/asset-types.ts';
import { type AssetRunner, type DownloadLimits, startAssetRunner, usualLimits } from './asset-runner.ts';
import { replyContent, type ServedContent } from './content/content-reply.ts';
import { contentRoutes } from './content-routes.ts';
import { conversionRoutes } from './conversion/conversion-routes.ts';
import { createThumbnailMaker, type ThumbnailMaker } from './preview/thumbnail-service.ts';
import { queueConversions } from './conversion/conversion-service.ts';
import type { IsPinned } from './garbage-collection-service.ts';

export interface AssetOptions {
  /** The URL of the object store, in the format of PIMENTO_ASSETS_URL. */
  address: string;
  /** Maximum size of one file in bytes. */
  maxBytes: number;
  /** How long unreferenced files and assets are kept. */
  graceMs: number;
  /** Maximum number of concurrent downloads, in total and per host. */
  concurrency: number;
  perHost: number;
  /** Private address ranges to which downloads may connect. */
  allowed: AllowedRanges;
  /** Lifetime in seconds of the store addresses to which programs are redirected. With 0, the default, Pimento sends every file itself. */
  presignSeconds?: number;
  /** Overrides of the default delays and time limits. */
  limits?: Partial<DownloadLimits>;
  /** Resolves host names. The default is the system resolver. */
  resolve?: Resolve;
}

export interface AssetDeps extends WorkerDeps {
  database: Database;
  /** Connection pool that uses prepared statements. */
  prepared: Database;
  /** Identifies this process as the owner of downloads, conversions and splits. */
  owner: string;
  /** True if no other process uses this database. If so, all unfinished work is treated as abandoned when this process starts. */
  alone: boolean;
  clientExists: (connection: Connection, clientId: ClientId) => Promise<boolean>;
  isPinned: IsPinned;
  quotas: ClientQuotas;
}

export interface AssetFeature extends AsyncDisposable {
  routes: Route[];
  runner: AssetRunner;
  /** The object store and its address. The keys of a client's objects begin with the client's id. */
  storage: { store: ObjectStore; storeAddress: string };
  /** Queues conversions. Called in the transaction that changes the types of definitions. */
  onTypeChange: TypeChange;
  /** Serves a stored file with the same headers and range support as the content of an asset. */
  serve: (content: ServedContent, request: Pick<FastifyRequest, 'method' | 'headers'>) => Promise<Reply>;
}

/** Files of a known size up to 2 MiB are received into memory. All uploads and downloads share 32 MiB. */
const bufferLimits = { largest: 2 << 20, max: 32 << 20, kept: 8 << 20 };

type RouteDeps = Omit<Parameters<typeof assetRoutes>[0], 'arrivals' | 'onStored' | 'onDue'> &
  Pick<AssetDeps, 'clock' | 'log' | 'clientExists' | 'quotas'> & {
    thumbnails: ThumbnailMaker;
    presignSeconds: number;
    buffers: BufferPool;
    runner: AssetRunner;
    onTypeChange: TypeChange;
  };

function createRoutes(deps: RouteDeps): Route[] {
  const { prepared, store, runner, clock } = deps;
  const arrivals = createCommitQueue(
    (batch: Arrival[]) =>
      commitArrivals({ prepared, store }, batch, (transaction) => saveUploads(transaction, batch, clock.now())),
    isSameAsset,
  );
  return [
    ...assetRoutes({ ...deps, arrivals, onStored: runner.wakePreviews, onDue: runner.wakeDownloads }),
    ...assetOverviewRoutes({ ...deps, onDue: runner.wakeDownloads }),
    ...contentRoutes(deps),
    ...conversionRoutes({ ...deps, onQueued: runner.wakeConversions }),
  ];
}

/** Opens the store, starts the background work and creates the routes. */
export async function openAssets(deps: AssetDeps, options: AssetOptions): Promise<AssetFeature> {
  const { clock } = deps;
  const { maxBytes, graceMs, allowed, concurrency, perHost, resolve, presignSeconds = 0 } = options;
  await using opened = new AsyncDisposableStack();
  const store = opened.use(await openObjectStore(options.address, clock));
  const thumbnails = opened.use(createThumbnailMaker());
  const buffers = createBufferPool(bufferLimits);
  const runner = opened.use(
    await startAssetRunner({
      ...deps,
      store,
      thumbnails,
      buffers,
      allowed,
      maxBytes,
      graceMs,
      limits: { ...usualLimits, ...options.limits, concurrency, perHost },
      ...(resolve ? { resolve } : {}),
    }),
  );
  const onTypeChange: TypeChange = (transaction, clientId, changes) =>
    queueConversions(transaction, clock, clientId, changes);
  const resources = opened.move();
  return {
    runner,
    storage: { store, storeAddress: options.address },
    onTypeChange,
    serve: (content, request) => replyContent({ store, presignSeconds }, content, request),
    routes: createRoutes({ ...deps, store, presignSeconds, thumbnails, buffers, maxBytes, runner, onTypeChange }),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
