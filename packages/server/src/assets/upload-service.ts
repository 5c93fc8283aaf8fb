import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Asset } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { type ClientQuotas, findEndedKeys } from '../access/index.ts';
import {
  type BufferPool,
  chunksOf,
  type ClientCaller,
  type ClientId,
  type Clock,
  type CommitQueue,
  type Database,
  type ObjectStore,
  PimentoError,
} from '../platform/index.ts';
import { isPathStep } from '../structure/core.ts';
import { assetIdOf } from './references/asset-id-rules.ts';
import { unknownAsset } from './records/asset-service.ts';
import { findUploadTarget } from './records/upload-views.ts';
import type { Arrival } from './records/asset-types.ts';
import { type Inspection, inspectContent } from './content/content-inspection.ts';
import { ContentTooLargeError, storeBytes, storeContent, type StoredContent } from './content/content-intake.ts';
import { chooseFileName } from './content/file-name-rules.ts';
import { type MultipartFile, takeOneFile } from './content/multipart-file.ts';

export interface UploadDeps {
  /** Connection pool that uses prepared statements. Every file needs the same few statements. */
  prepared: Database;
  store: ObjectStore;
  /** Memory for small files. */
  buffers: BufferPool;
  quotas: ClientQuotas;
  /** Maximum size of one file in bytes. */
  maxBytes: number;
  arrivals: CommitQueue<Arrival, Asset>;
  clock: Pick<Clock, 'now'>;
  /** Called after storing a file that may need thumbnails. */
  onStored(): void;
}

/** Allowance in bytes for the other parts of a form, which are headers, fields and boundaries. */
const formBytes = 1024 * 1024;

const tooLarge = (maxBytes: number) =>
  new PimentoError(problem('body-too-large', { kind: 'file', maxBytes }), { limit: maxBytes });

const emptyFile = () => new PimentoError(problem('invalid-body', { kind: 'empty-file' }));

const withoutParameters = (contentType: string | undefined) => contentType?.split(';', 1)[0]?.trim();

/**
 * Returns the error for an upload whose key was revoked or expired during the upload. @returns undefined if the key is usable, or for a
 * user
 */
async function refuseEndedKey({ prepared, clock }: UploadDeps, { keyId }: ClientCaller) {
  if (keyId === null || (await findEndedKeys(prepared, [keyId], clock.now())).length === 0) return undefined;
  return new PimentoError(
    problem('unauthorized', { kind: 'ended' }),
    {},
    { 'www-authenticate': 'Bearer realm="pimento"' },
  );
}

/** Returns the error for an upload that was refused. Either its new asset already exists, or no product refers to its asset. */
const refusalOf = ({ assetId, create }: UploadQuery) =>
  create === true
    ? new PimentoError(problem('already-exists', { kind: 'asset', assetId: assetId.slice(0, 300) }))
    : unknownAsset(assetId, 'not-referenced');

interface UploadQuery {
  assetId: string;
  /** True to create the asset, which must not exist yet. */
  create?: boolean | undefined;
  contentType?: string | undefined;
}

/** Refuses to create an asset whose id cannot be a step of a URL path. @throws PimentoError invalid-parameter */
function requireAddress({ assetId, create }: UploadQuery): void {
  if (create !== true || !isPathStep(assetIdOf(assetId))) return;
  const fault = { parameter: 'assetId', fault: { rule: 'no-path-step' as const } };
  throw new PimentoError(problem('invalid-parameter', { kind: 'values', place: 'query', faults: [fault] }), {
    parameter: 'assetId',
  });
}

/** @throws PimentoError unknown-asset if no product refers to the asset; already-exists if the asset to create exists; quota-exceeded */
async function admit(deps: UploadDeps, { clientId }: ClientCaller, query: UploadQuery, bytes: number): Promise<void> {
  const target = await findUploadTarget(deps.prepared, clientId, assetIdOf(query.assetId));
  if (query.create === true ? target.isKnown : !target.isUsed) throw refusalOf(query);
  await deps.quotas.requireCapacity(clientId, 'fileBytes', target.maxFileBytes, bytes); // last, because it counts the file
}

/** Returns the bytes of a file that is in memory. Usually, the file has one chunk. */
async function joined(bytes: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk as Buffer); // a file is a stream of bytes
  const [first = Buffer.alloc(0)] = chunks;
  return chunks.length > 1 ? Buffer.concat(chunks) : first;
}

/** @throws ContentTooLargeError; errors of the stream and of the store */
async function storeFile(deps: UploadDeps, clientId: ClientId, file: MultipartFile): Promise<StoredContent> {
  if (!file.isInMemory) return storeContent(deps.store, clientId, chunksOf(file.bytes), deps.maxBytes);
  const bytes = await joined(file.bytes);
  if (bytes.byteLength > deps.maxBytes) throw new ContentTooLargeError();
  return storeBytes(deps.store, clientId, bytes);
}

type Received = Inspection & Pick<StoredContent, 'sha256' | 'size' | 'makeDurable'> & { name: string | undefined };

/** @throws PimentoError body-too-large, or invalid-body if the file is empty; errors of the stream and of the store */
async function receive(
  deps: UploadDeps,
  { clientId }: ClientCaller,
  query: UploadQuery,
  file: MultipartFile,
): Promise<Received> {
  try {
    const content = await storeFile(deps, clientId, file);
    if (content.size === 0) throw emptyFile();
    const { sha256, size, makeDurable } = content;
    const types = { stated: withoutParameters(query.contentType), header: file.contentType };
    const inspection = await inspectContent(content, types);
    content.dropHead();
    return { ...inspection, sha256, size, makeDurable, name: file.name };
  } catch (error) {
    throw error instanceof ContentTooLargeError ? tooLarge(deps.maxBytes) : error;
  }
}

/**
 * Stores the file of a multipart form as the content of an asset, and replaces the previous content.
 * @throws PimentoError invalid-parameter, unauthorized if the key ended during the upload, unknown-asset, already-exists, body-too-large,
 * quota-exceeded, invalid-body if the file is empty, and all errors of takeOneFile and commitArrivals
 */
export async function uploadAsset(
  deps: UploadDeps,
  caller: ClientCaller,
  query: UploadQuery,
  request: IncomingMessage,
  pace: AbortSignal,
): Promise<Asset> {
  const { clientId, keyId } = caller;
  const assetId = assetIdOf(query.assetId);
  requireAddress(query);
  const sentBytes = Number(request.headers['content-length'] ?? 0);
  if (sentBytes > deps.maxBytes + formBytes) throw tooLarge(deps.maxBytes);
  // The query runs while the beginning of the form is read. Its result is ignored if the form has no file.
  const admitted = admit(deps, caller, query, sentBytes);
  admitted.catch(() => undefined);
  const take = async (file: MultipartFile) => {
    await admitted;
    return receive(deps, caller, query, file);
  };
  const { byteType, name, ...received } = await takeOneFile(request, take, pace, deps.buffers);
  const uploaded = await deps.arrivals.add({
    ...received,
    clientId,
    assetId,
    keyId,
    isNew: query.create === true,
    name: chooseFileName(assetId, [name], byteType),
    origin: 'upload',
    etag: null,
    lastModified: null,
  });
  if (!uploaded) throw (await refuseEndedKey(deps, caller)) ?? refusalOf(query);
  if (received.isPicture) deps.onStored();
  return uploaded;
}
