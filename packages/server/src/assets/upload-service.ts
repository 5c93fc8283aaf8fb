import type { IncomingMessage } from 'node:http';
import type { Asset } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { findEndedKeys } from '../access/index.ts';
import {
  chunksOf,
  type ClientCaller,
  type Clock,
  type CommitQueue,
  type Database,
  type ObjectStore,
  PimentoError,
} from '../platform/index.ts';
import type { ClientQuotas } from '../access/index.ts';
import { assetIdOf } from './references/asset-id-rules.ts';
import { unknownAsset } from './records/asset-service.ts';
import { isAssetUsed } from './records/asset-store.ts';
import type { Arrival } from './records/asset-types.ts';
import { inspectContent } from './content/content-inspection.ts';
import { ContentTooLargeError, storeContent } from './content/content-intake.ts';
import { chooseFileName } from './content/file-name-rules.ts';
import { takeOneFile } from './content/multipart-file.ts';

export interface UploadDeps {
  /** Connection pool that uses prepared statements. Every file needs the same few statements. */
  prepared: Database;
  store: ObjectStore;
  quotas: ClientQuotas;
  /** Maximum size of one file in bytes. */
  maxBytes: number;
  arrivals: CommitQueue<Arrival, Asset>;
  clock: Pick<Clock, 'now'>;
  /** Called after storing a file that may need thumbnails. */
  onStored(): void;
}

/** Allowance in bytes for the other parts of a form: headers, fields and boundaries. */
const formBytes = 1024 * 1024;

const tooLarge = (maxBytes: number) =>
  new PimentoError(problem('body-too-large', { kind: 'file', maxBytes }), { limit: maxBytes });

const emptyFile = () => new PimentoError(problem('invalid-body', { kind: 'empty-file' }));

const withoutParameters = (contentType: string | undefined) => contentType?.split(';', 1)[0]?.trim();

/** Throws if the key was revoked or has expired during the upload, because a large upload can take a long time. */
async function requireUsableKey(connection: Database, { keyId }: ClientCaller, now: Date): Promise<void> {
  if (keyId === null || (await findEndedKeys(connection, [keyId], now)).length === 0) return;
  throw new PimentoError(
    problem('unauthorized', { kind: 'ended' }),
    {},
    { 'www-authenticate': 'Bearer realm="pimento"' },
  );
}

const notReferred = (asked: string) => unknownAsset(asked, 'not-referenced');

/**
 * Stores the file of a multipart form as the content of an asset, and replaces the previous content.
 * @throws PimentoError unauthorized if the key ended during the upload, unknown-asset, body-too-large, quota-exceeded, invalid-body if the
 * file is empty, and all errors of takeOneFile and commitArrivals
 */
export async function uploadAsset(
  deps: UploadDeps,
  caller: ClientCaller,
  query: { assetId: string; contentType?: string | undefined },
  request: IncomingMessage,
  pace: AbortSignal,
): Promise<Asset> {
  const { prepared, store, maxBytes } = deps;
  const { clientId } = caller;
  const assetId = assetIdOf(query.assetId);
  const sentBytes = Number(request.headers['content-length'] ?? 0);
  if (sentBytes > maxBytes + formBytes) throw tooLarge(maxBytes);
  await deps.quotas.require(clientId, 'fileBytes', sentBytes);
  // This query runs while the beginning of the form is read; its result is ignored if the form has no file.
  const use = isAssetUsed(prepared, clientId, assetId);
  use.catch(() => undefined);
  const { content, file } = await takeOneFile(
    request,
    async (file) => {
      if (!(await use)) throw notReferred(query.assetId);
      try {
        return { file, content: await storeContent(store, clientId, chunksOf(file.bytes), maxBytes) };
      } catch (error) {
        throw error instanceof ContentTooLargeError ? tooLarge(maxBytes) : error;
      }
    },
    pace,
  );
  if (content.size === 0) throw emptyFile();
  await requireUsableKey(prepared, caller, deps.clock.now());
  const { byteType, ...inspection } = await inspectContent(content, {
    stated: withoutParameters(query.contentType),
    header: file.contentType,
  });
  content.dropHead();
  const uploaded = await deps.arrivals.add({
    ...inspection,
    clientId,
    assetId,
    sha256: content.sha256,
    size: content.size,
    makeDurable: content.makeDurable,
    name: chooseFileName(assetId, [file.name], byteType),
    origin: 'upload',
    etag: null,
    lastModified: null,
  });
  if (!uploaded) throw notReferred(query.assetId);
  if (inspection.isPicture) deps.onStored();
  return uploaded;
}
