import type { IncomingMessage } from 'node:http';
import type { Asset } from '@pimento/contract';
import {
  type ClientCaller,
  type Connection,
  type Database,
  type ObjectStore,
  PimentoError,
} from '../platform/index.ts';
import { commitArrivals } from './arrival-service.ts';
import { assetIdOf } from './asset-id-rules.ts';
import { getAsset, unknownAsset } from './asset-service.ts';
import { isAssetUsed, lockAsset } from './asset-store.ts';
import { inspectContent } from './content-inspection.ts';
import { ContentTooLarge, storeContent } from './content-intake.ts';
import { chooseFileName } from './file-name-rules.ts';
import { takeOneFile } from './multipart-file.ts';

export interface UploadDeps {
  database: Database;
  store: ObjectStore;
  /** Bytes of one file. */
  maxBytes: number;
  /** Told when there may be thumbnails to make. */
  onStored(): void;
}

/** Head, tail and fields of a form beside its file. */
const formBytes = 1024 * 1024;

const tooLarge = (maxBytes: number) =>
  new PimentoError('body-too-large', `A file may have ${maxBytes} bytes at most.`, { limit: maxBytes });

async function requireUsed(connection: Connection, clientId: string, assetId: string, asked: string): Promise<void> {
  if (await isAssetUsed(connection, clientId, assetId)) return;
  throw unknownAsset(asked, ' that a product refers to. Import the product that names it first');
}

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
  await requireUsed(database, clientId, assetId, query.assetId);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + formBytes) throw tooLarge(maxBytes);
  const { content, file } = await takeOneFile(request, async (file) => {
    try {
      return { file, content: await storeContent(store, clientId, file.bytes, maxBytes) };
    } catch (error) {
      throw error instanceof ContentTooLarge ? tooLarge(maxBytes) : error;
    }
  });
  const inspection = await inspectContent(content, { stated: query.contentType, header: file.contentType });
  const arrival = {
    ...inspection,
    clientId,
    assetId,
    sha256: content.sha256,
    size: content.size,
    name: chooseFileName(assetId, [file.name]),
    origin: 'upload' as const,
    etag: null,
    lastModified: null,
  };
  await commitArrivals(deps, [arrival], null, async (transaction) => {
    await lockAsset(transaction, clientId, assetId);
    await requireUsed(transaction, clientId, assetId, query.assetId);
  });
  if (inspection.isPicture) deps.onStored();
  return getAsset(database, clientId, query.assetId);
}
