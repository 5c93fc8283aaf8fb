import type { FastifyRequest } from 'fastify';
import {
  createByteRoom,
  type Clock,
  type Connection,
  type Database,
  type Log,
  openObjectStore,
  type Reply,
  type Route,
  StartRefused,
  type ClientId,
} from '../platform/index.ts';
import type { TypeChange } from '../structure/index.ts';
import { readAllowedRanges } from './download/address-rules.ts';
import { createArrivalQueue } from './records/arrival-queue.ts';
import { commitArrivals, isSameAsset } from './records/arrival-service.ts';
import { saveUploads } from './records/arrival-store.ts';
import { assetOverviewRoutes } from './asset-overview-routes.ts';
import { assetRoutes } from './asset-routes.ts';
import type { Arrival } from './records/asset-types.ts';
import { type AssetWork, type DownloadLimits, startAssetWork, usualLimits } from './asset-work.ts';
import { replyContent, type ServedContent } from './content/content-reply.ts';
import { contentRoutes } from './content-routes.ts';
import { conversionRoutes } from './conversion/conversion-routes.ts';
import { queueConversions } from './conversion/conversion-service.ts';
import type { IsPinned } from './garbage-collector.ts';
import type { Resolve } from './download/guarded-agent.ts';

export interface AssetOptions {
  /** Where bytes lie, as PIMENTO_ASSETS_URL names it. */
  address: string;
  /** Bytes of one file. */
  maxBytes: number;
  /** What nothing refers to is kept for so long. */
  graceMs: number;
  /** Downloads at once, in all and from one host. */
  concurrency: number;
  perHost: number;
  /** Private address ranges that downloads may go to. */
  allow: string;
  /** Other waits and time limits than the usual ones. */
  limits?: Partial<DownloadLimits>;
  /** How names are resolved; default as the system does. */
  resolve?: Resolve;
}

export interface AssetDeps {
  database: Database;
  /** With plans that last. */
  prepared: Database;
  clock: Clock;
  log: Log;
  /** The process that works on downloads. */
  owner: string;
  /** No other process works on this database: what is unfinished now was abandoned. */
  alone: boolean;
  clientExists: (connection: Connection, clientId: ClientId) => Promise<boolean>;
  isPinned: IsPinned;
}

export interface Assets extends AsyncDisposable {
  routes: Route[];
  work: AssetWork;
  /** What has to happen when definitions change their type. */
  onTypeChange: TypeChange;
  /** Answers a request for a file whose bytes are kept, as the content of an asset is answered. */
  serve: (content: ServedContent, request: Pick<FastifyRequest, 'method' | 'headers'>) => Promise<Reply>;
}

/** Files of up to 2 MB are downloaded as a whole, as long as all of them together are few. */
const roomLimits = { largest: 2 << 20, most: 32 << 20, kept: 8 << 20 };

/**
 * Opens the store, starts the work in the background and makes the routes.
 * @throws StartRefused where a setting cannot be used
 */
export async function openAssets(deps: AssetDeps, options: AssetOptions): Promise<Assets> {
  const { database, prepared, clock, log } = deps;
  const { maxBytes, graceMs, concurrency, perHost, resolve } = options;
  const allowed = readAllowedRanges(options.allow);
  if (!allowed) {
    throw new StartRefused('PIMENTO_DOWNLOAD_ALLOW must be a list of address ranges such as 10.1.0.0/16, fd00::/8.');
  }
  const store = await openObjectStore(options.address, clock);
  const room = createByteRoom(roomLimits);
  const work = await startAssetWork({
    ...deps,
    store,
    room,
    allowed,
    maxBytes,
    graceMs,
    limits: { ...usualLimits, ...options.limits, concurrency, perHost },
    ...(resolve ? { resolve } : {}),
  });
  const onTypeChange: TypeChange = (transaction, clientId, changes) =>
    queueConversions(transaction, clock, clientId, changes);
  const arrivals = createArrivalQueue(
    (batch: Arrival[]) => commitArrivals({ prepared, store }, batch, (transaction) => saveUploads(transaction, batch)),
    isSameAsset,
  );
  return {
    work,
    onTypeChange,
    serve: (content, request) => replyContent(store, content, request),
    routes: [
      ...assetRoutes({
        database,
        prepared,
        store,
        maxBytes,
        arrivals,
        onStored: work.wakePreviews,
        onDue: work.wakeDownloads,
      }),
      ...assetOverviewRoutes({ database, onDue: work.wakeDownloads }),
      ...contentRoutes({ database, store, log }),
      ...conversionRoutes({
        database,
        clock,
        onTypeChange,
        clientExists: deps.clientExists,
        onQueued: work.wakeConversions,
      }),
    ],
    async [Symbol.asyncDispose]() {
      await work[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    },
  };
}
