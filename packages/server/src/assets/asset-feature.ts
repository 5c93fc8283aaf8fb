import type { FastifyRequest } from 'fastify';
import {
  createBufferPool,
  createCommitQueue,
  type Connection,
  type Database,
  openObjectStore,
  type Reply,
  type Route,
  type ClientId,
  type WorkerDeps,
} from '../platform/index.ts';
import type { TypeChange } from '../structure/index.ts';
import type { AllowedRanges } from './download/address-rules.ts';
import { commitArrivals, isSameAsset } from './records/arrival-service.ts';
import { saveUploads } from './records/arrival-store.ts';
import { assetOverviewRoutes } from './asset-overview-routes.ts';
import { assetRoutes } from './asset-routes.ts';
import type { Arrival } from './records/asset-types.ts';
import { type AssetRunner, type DownloadLimits, startAssetRunner, usualLimits } from './asset-runner.ts';
import { replyContent, type ServedContent } from './content/content-reply.ts';
import { contentRoutes } from './content-routes.ts';
import { conversionRoutes } from './conversion/conversion-routes.ts';
import { queueConversions } from './conversion/conversion-service.ts';
import type { IsPinned } from './garbage-collection-service.ts';
import type { Resolve } from './download/guarded-agent.ts';

export interface AssetOptions {
  /** Where bytes are stored, as PIMENTO_ASSETS_URL names it. */
  address: string;
  /** Bytes of one file. */
  maxBytes: number;
  /** What nothing refers to is kept for this long. */
  graceMs: number;
  /** Downloads at once, in all and from one host. */
  concurrency: number;
  perHost: number;
  /** Private address ranges that downloads may go to. */
  allowed: AllowedRanges;
  /** Other waits and time limits than the usual ones. */
  limits?: Partial<DownloadLimits>;
  /** How names are resolved; by default as the system does. */
  resolve?: Resolve;
}

export interface AssetDeps extends WorkerDeps {
  database: Database;
  /** Keeps the plans of its statements. */
  prepared: Database;
  /** This process, as the owner of downloads. */
  owner: string;
  /** No other process works on this database: whatever is unfinished was abandoned when this process starts. */
  alone: boolean;
  clientExists: (connection: Connection, clientId: ClientId) => Promise<boolean>;
  isPinned: IsPinned;
}

export interface AssetFeature extends AsyncDisposable {
  routes: Route[];
  runner: AssetRunner;
  /** Called when definitions change their type. */
  onTypeChange: TypeChange;
  /** Answers a request for a file whose bytes are stored, as the content of an asset is answered. */
  serve: (content: ServedContent, request: Pick<FastifyRequest, 'method' | 'headers'>) => Promise<Reply>;
}

/** Files of up to 2 MB are downloaded as a whole, as long as all of them together are few. */
const bufferLimits = { largest: 2 << 20, max: 32 << 20, kept: 8 << 20 };

type RouteDeps = Omit<Parameters<typeof assetRoutes>[0], 'arrivals' | 'onStored' | 'onDue'> &
  Pick<AssetDeps, 'clock' | 'log' | 'clientExists'> & { runner: AssetRunner; onTypeChange: TypeChange };

function createRoutes(deps: RouteDeps): Route[] {
  const { prepared, store, runner } = deps;
  const arrivals = createCommitQueue(
    (batch: Arrival[]) => commitArrivals({ prepared, store }, batch, (transaction) => saveUploads(transaction, batch)),
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
  const { maxBytes, graceMs, allowed, concurrency, perHost, resolve } = options;
  await using opened = new AsyncDisposableStack();
  const store = opened.use(await openObjectStore(options.address, clock));
  const runner = opened.use(
    await startAssetRunner({
      ...deps,
      store,
      buffers: createBufferPool(bufferLimits),
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
    onTypeChange,
    serve: (content, request) => replyContent(store, content, request),
    routes: createRoutes({ ...deps, store, maxBytes, runner, onTypeChange }),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
