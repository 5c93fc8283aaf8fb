import type { IncomingMessage } from 'node:http';
import type { Asset } from '@pimento/contract';
import { type ByteRoom, type ClientCaller, type Database, type ObjectStore, PimentoError } from '../platform/index.ts';
import type { ArrivalQueue } from './arrival-queue.ts';
import { assetIdOf } from './asset-id-rules.ts';
import { unknownAsset } from './asset-service.ts';
import { isAssetUsed } from './asset-store.ts';
import type { Arrival } from './asset-types.ts';
import { createByteChannel } from './byte-channel.ts';
import { inspectContent } from './content-inspection.ts';
import { ContentTooLarge, storeContent, type StoredContent, storeWhole } from './content-intake.ts';
import { chooseFileName } from './file-name-rules.ts';
import { type FileReceiver, type FormFile, takeOneFile } from './multipart-file.ts';
import { openWholeFile, type WholeFile } from './whole-file.ts';

export interface UploadDeps {
  /** With plans that last: the same two statements for every file. */
  prepared: Database;
  store: ObjectStore;
  /** For files that are received as a whole. */
  room: ByteRoom;
  /** Bytes of one file. */
  maxBytes: number;
  arrivals: ArrivalQueue<Arrival, Asset>;
  /** Told when there may be thumbnails to make. */
  onStored(): void;
}

/** Head, tail and fields of a form beside its file. */
const formBytes = 1024 * 1024;

const tooLarge = (maxBytes: number) =>
  new PimentoError('body-too-large', `A file may have ${maxBytes} bytes at most.`, { limit: maxBytes });

const notReferred = (asked: string) =>
  unknownAsset(asked, ' that a product refers to. Import the product that names it first');

interface Received {
  file: FormFile;
  content: StoredContent;
}

/** Receives a file into memory; it is stored once all of its form is here. */
function receiveWhole(whole: WholeFile, file: FormFile): FileReceiver<FormFile> {
  const { promise: done, resolve, reject } = Promise.withResolvers<FormFile>();
  return { write: whole.write, end: () => resolve(file), fail: reject, done };
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
  const { prepared, store, room, maxBytes } = deps;
  const { clientId } = caller;
  const assetId = assetIdOf(query.assetId);
  const length = Number(request.headers['content-length'] ?? Infinity);
  if (Number.isFinite(length) && length > maxBytes + formBytes) throw tooLarge(maxBytes);

  async function receiveWholly(whole: WholeFile): Promise<Received> {
    // Whether anybody refers to it is seen when it is settled: these bytes are too few to ask beforehand.
    const file = await takeOneFile(request, (file) => receiveWhole(whole, file));
    if (whole.bytes().byteLength > maxBytes) throw tooLarge(maxBytes);
    return { file, content: await storeWhole(store, clientId, whole) };
  }

  function receiveStream(file: FormFile): FileReceiver<Received> {
    const { write, end, fail, bytes } = createByteChannel(request);
    const receive = async () => {
      if (!(await isAssetUsed(prepared, clientId, assetId))) throw notReferred(query.assetId);
      try {
        return { file, content: await storeContent(store, clientId, bytes, maxBytes) };
      } catch (error) {
        throw error instanceof ContentTooLarge ? tooLarge(maxBytes) : error;
      }
    };
    return { write, end, fail, done: receive() };
  }

  const whole = openWholeFile(room, length);
  try {
    const { file, content } = await (whole ? receiveWholly(whole) : takeOneFile(request, receiveStream));
    const inspection = await inspectContent(content, { stated: query.contentType, header: file.contentType });
    content.dropHead();
    whole?.drop();
    const uploaded = await deps.arrivals.add({
      ...inspection,
      clientId,
      assetId,
      sha256: content.sha256,
      size: content.size,
      makeDurable: content.makeDurable,
      name: chooseFileName(assetId, [file.name]),
      origin: 'upload',
      etag: null,
      lastModified: null,
    });
    if (!uploaded) throw notReferred(query.assetId);
    if (inspection.isPicture) deps.onStored();
    return uploaded;
  } finally {
    whole?.drop();
  }
}
