import { buffer } from 'node:stream/consumers';
import { type ThumbnailSize, thumbnailPixels, thumbnailSizes } from '@pimento/contract';
import {
  type ClientId,
  createFairTurns,
  type Database,
  type Log,
  type ObjectStore,
  poolSize,
} from '../../platform/index.ts';
import { contentKey } from '../content/content-intake.ts';
import { type Preview, PreviewRefusedError } from '../content/image-preview.ts';
import { createThumbnailProcess, DecoderUnavailableError } from './thumbnail-process-service.ts';
import { claimPreview, type DuePreview, type PreviewOutcome, savePreview } from './preview-store.ts';

export interface PreviewDeps {
  database: Database;
  store: ObjectStore;
  log: Log;
  thumbnails: ThumbnailMaker;
}

/** Makes thumbnails of one picture at a time, because decoding a large picture takes 160 MB of memory. Clients take turns. */
export interface ThumbnailMaker extends AsyncDisposable {
  make(clientId: ClientId, bytes: () => Promise<Buffer>): Promise<Preview>;
}

/** Maximum file size of a picture, because a decoder loads the whole file into memory. */
const maxBytes = 64 * 1024 ** 2;

/** Returns the storage key of a thumbnail, which is next to the original file. */
export function thumbnailKey(clientId: ClientId, sha256: string, size: ThumbnailSize): string {
  return `${contentKey(clientId, sha256)}.${size}.webp`;
}

/** Chooses the smallest size that is at least the requested size, or the largest. @param asked the name of a size, or pixels */
export function chooseThumbnail(asked: string): ThumbnailSize {
  const named = thumbnailSizes.find((size) => size === asked);
  return named ?? thumbnailSizes.find((size) => thumbnailPixels[size] >= Number(asked)) ?? 'large';
}

export function createThumbnailMaker(): ThumbnailMaker {
  const turns = createFairTurns(poolSize(1), { waiting: 1_000 });
  const decoder = createThumbnailProcess();
  return {
    async make(clientId, bytes) {
      using _turn = await turns.enter(clientId);
      return await decoder.make(await bytes());
    },
    [Symbol.asyncDispose]: () => decoder[Symbol.asyncDispose](),
  };
}

/** @throws DecoderUnavailableError */
async function tryPreview({ store, log, thumbnails }: PreviewDeps, due: DuePreview): Promise<PreviewOutcome> {
  const { clientId, sha256, size } = due;
  if (size > maxBytes) {
    return { code: 'too-many-bytes', info: `The file has ${size} bytes; no more than ${maxBytes} are decoded.` };
  }
  const bytes = async () => buffer(await store.get(contentKey(clientId, sha256)));
  try {
    const preview = await thumbnails.make(clientId, bytes);
    for (const name of thumbnailSizes) {
      const { makeDurable } = await store.putWhole(thumbnailKey(clientId, sha256, name), preview.thumbnails[name]);
      await makeDurable();
    }
    return preview;
  } catch (error) {
    if (error instanceof DecoderUnavailableError) throw error;
    const info = error instanceof Error ? error.message : String(error);
    log.info({ clientId, sha256, reason: info }, 'no thumbnail');
    return { code: error instanceof PreviewRefusedError ? error.code : 'broken-picture', info };
  }
}

/**
 * Makes the thumbnails of one picture and records the result.
 * @throws DecoderUnavailableError; nothing is recorded, so that the picture is tried again when its claim ends
 */
export async function makeThumbnails(deps: PreviewDeps, due: DuePreview): Promise<void> {
  await savePreview(deps.database, due, await tryPreview(deps, due));
}

/**
 * Creates a function that makes the thumbnails of one waiting picture, and returns false if none is waiting. Successive calls rotate
 * through the clients.
 */
export function createThumbnailStep(deps: PreviewDeps): () => Promise<boolean> {
  let clientAfter = '';
  return async () => {
    const due = (await claimPreview(deps.database, clientAfter)) ?? (await claimPreview(deps.database, ''));
    clientAfter = due?.clientId ?? '';
    if (due) await makeThumbnails(deps, due);
    return due !== undefined;
  };
}
