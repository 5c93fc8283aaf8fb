import { buffer } from 'node:stream/consumers';
import { type ThumbnailSize, thumbnailPixels, thumbnailSizes } from '@pimento/contract';
import {
  type ClientId,
  type Database,
  type Log,
  type ObjectStore,
  PimentoError,
  StoreUnavailableError,
} from '../../platform/index.ts';
import { contentKey } from '../content/content-intake.ts';
import { PreviewRefusedError } from '../content/image-preview.ts';
import { type DuePreview, type PreviewOutcome, savePreview } from './preview-store.ts';
import { DecoderUnavailableError } from './thumbnail-process-service.ts';
import type { ThumbnailMaker } from './thumbnail-service.ts';

export interface PreviewDeps {
  database: Database;
  store: ObjectStore;
  log: Log;
  thumbnails: ThumbnailMaker;
}

/** Maximum size of a picture's file in bytes, because a decoder loads the whole file into memory. */
const maxBytes = 64 * 1024 ** 2;

/** Returns the storage key of a thumbnail, which is next to the original file. */
export function thumbnailKey(clientId: ClientId, sha256: string, size: ThumbnailSize): string {
  return `${contentKey(clientId, sha256)}.${size}.webp`;
}

/**
 * Chooses the smallest size that is at least the requested size, or the largest size if there is none.
 * @param asked the name of a size, or pixels
 */
export function chooseThumbnail(asked: string): ThumbnailSize {
  const named = thumbnailSizes.find((size) => size === asked);
  return named ?? thumbnailSizes.find((size) => thumbnailPixels[size] >= Number(asked)) ?? 'large';
}

/** Returns true for errors that do not depend on the picture, such as too many waiting requests. */
const isTemporary = (error: unknown): boolean =>
  (error instanceof PimentoError && error.code === 'too-many-requests') ||
  error instanceof DecoderUnavailableError ||
  error instanceof StoreUnavailableError;

/** @throws PimentoError too-many-requests; DecoderUnavailableError, StoreUnavailableError; any error if `signal` is aborted */
async function tryPreview(
  { store, log, thumbnails }: PreviewDeps,
  due: DuePreview,
  signal: AbortSignal | undefined,
): Promise<PreviewOutcome> {
  const { clientId, sha256, size } = due;
  if (size > maxBytes) {
    return { code: 'too-many-bytes', info: `The file has ${size} bytes. The limit for previews is ${maxBytes}.` };
  }
  const bytes = async () => buffer(await store.get(contentKey(clientId, sha256)));
  try {
    const preview = await thumbnails.make(clientId, bytes, signal);
    for (const name of thumbnailSizes) {
      const { makeDurable } = await store.putWhole(thumbnailKey(clientId, sha256, name), preview.thumbnails[name]);
      await makeDurable();
    }
    return preview;
  } catch (error) {
    if (signal?.aborted || isTemporary(error)) throw error;
    const info = error instanceof Error ? error.message : String(error);
    log.info({ clientId, sha256, reason: info }, 'no thumbnail');
    return { code: error instanceof PreviewRefusedError ? error.code : 'broken-picture', info };
  }
}

/**
 * Makes the thumbnails of one picture and records the result.
 * @param signal if aborted, the picture is abandoned and no result is recorded
 * @throws PimentoError too-many-requests, DecoderUnavailableError, StoreUnavailableError, or any error if `signal` is aborted; nothing is
 * recorded, so the picture is tried again when its claim ends
 */
export async function makeThumbnails(deps: PreviewDeps, due: DuePreview, signal?: AbortSignal): Promise<void> {
  await savePreview(deps.database, due, await tryPreview(deps, due, signal));
}
