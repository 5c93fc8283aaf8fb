import type { IncomingMessage } from 'node:http';
import type { Asset } from '@pimento/contract';
import { type ClientCaller, type Database, type ObjectStore, PimentoError } from '../platform/index.ts';
import type { ArrivalQueue } from './arrival-queue.ts';
import { assetIdOf } from './asset-id-rules.ts';
import { getAsset, unknownAsset } from './asset-service.ts';
import { isAssetUsed } from './asset-store.ts';
import type { Arrival } from './asset-types.ts';
import { inspectContent } from './content-inspection.ts';
import { ContentTooLarge, storeContent } from './content-intake.ts';
import { chooseFileName } from './file-name-rules.ts';
import { takeOneFile } from './multipart-file.ts';

export interface UploadDeps {
  database: Database;
  store: ObjectStore;
  /** Bytes of one file. */
  maxBytes: number;
  arrivals: ArrivalQueue<Arrival>;
  /** Told when there may be thumbnails to make. */
  onStored(): void;
}

/** Head, tail and fields of a form beside its file. */
const formBytes = 1024 * 1024;

const tooLarge = (maxBytes: number) =>
  new PimentoError('body-too-large', `A file may have ${maxBytes} bytes at most.`, { limit: maxBytes });

const notReferred = (asked: string) =>
  unknownAsset(asked, ' that a product refers to. Import the product that names it first');

/**
 * Stores the file of a multipart form as the content of an asset; whatever content it had is replaced.
 * @throws PimentoError unknown-asset, body-too-large, and all that takeOneFile refuses
 */
export async function uploadAsset(
  deps: UploadDeps,
  caller: ClientCaller,
  query: { assetId: string; contentType?: string | undefined },
  request: IncomingMessage,
): Promise<Asset> {
  const { database, store, maxBytes } = deps;
  const { clientId } = caller;
  const assetId = assetIdOf(query.assetId);
  if (!(await isAssetUsed(database, clientId, assetId))) throw notReferred(query.assetId);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + formBytes) throw tooLarge(maxBytes);
  const { content, file } = await takeOneFile(request, async (file) => {
    try {
      return { file, content: await storeContent(store, clientId, file.bytes, maxBytes) };
    } catch (error) {
      throw error instanceof ContentTooLarge ? tooLarge(maxBytes) : error;
    }
  });
  const inspection = await inspectContent(content, { stated: query.contentType, header: file.contentType });
  const arrival: Arrival = {
    ...inspection,
    clientId,
    assetId,
    sha256: content.sha256,
    size: content.size,
    name: chooseFileName(assetId, [file.name]),
    origin: 'upload',
    etag: null,
    lastModified: null,
  };
  if (!(await deps.arrivals.add(arrival))) throw notReferred(query.assetId);
  if (inspection.isPicture) deps.onStored();
  return getAsset(database, clientId, query.assetId);
}
