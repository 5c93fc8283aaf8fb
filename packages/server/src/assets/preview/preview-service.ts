import { buffer } from 'node:stream/consumers';
import { type ThumbnailSize, thumbnailPixels, thumbnailSizes } from '@pimento/contract';
import type { Database, Log, ObjectStore, ClientId } from '../../platform/index.ts';
import { contentKey } from '../content/content-intake.ts';
import { makePreview, PreviewRefusedError } from '../content/image-preview.ts';
import { claimPreview, type DuePreview, type PreviewOutcome, savePreview } from './preview-store.ts';

export interface PreviewDeps {
  database: Database;
  store: ObjectStore;
  log: Log;
}

/** Maximum size of a picture, because a decoder loads the whole file into memory. */
const maxBytes = 64 * 1024 ** 2;

/** Returns the storage key of a thumbnail, which is next to the original file. */
export function thumbnailKey(clientId: ClientId, sha256: string, size: ThumbnailSize): string {
  return `${contentKey(clientId, sha256)}.${size}.webp`;
}

/** Chooses the smallest of the three sizes that is at least the requested size. @param asked the name of a size, or pixels */
export function chooseThumbnail(asked: string): ThumbnailSize {
  const named = thumbnailSizes.find((size) => size === asked);
  return named ?? thumbnailSizes.find((size) => thumbnailPixels[size] >= Number(asked)) ?? 'large';
}

let last: Promise<unknown> = Promise.resolve();

/** Runs work sequentially within the process, because decoding a large picture takes 160 MB. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work);
  last = done.catch(() => undefined);
  return done;
}

async function tryPreview({ store, log }: PreviewDeps, due: DuePreview): Promise<PreviewOutcome> {
  const { clientId, sha256, size } = due;
  if (size > maxBytes) {
    return { code: 'too-many-bytes', info: `The file has ${size} bytes; no more than ${maxBytes} are decoded.` };
  }
  const bytes = await buffer(await store.get(contentKey(clientId, sha256)));
  try {
    const preview = await makePreview(bytes);
    for (const name of thumbnailSizes) {
      const { makeDurable } = await store.putWhole(thumbnailKey(clientId, sha256, name), preview.thumbnails[name]);
      await makeDurable();
    }
    return preview;
  } catch (error) {
    const info = error instanceof Error ? error.message : String(error);
    log.info({ clientId, sha256, reason: info }, 'no thumbnail');
    return { code: error instanceof PreviewRefusedError ? error.code : 'broken-picture', info };
  }
}

/** Makes the thumbnails of one picture and records the result. */
export async function makeThumbnails(deps: PreviewDeps, due: DuePreview): Promise<void> {
  await savePreview(deps.database, due, await inTurn(() => tryPreview(deps, due)));
}

/** Claims one waiting picture and makes its thumbnails. @returns false if none is waiting */
export async function makeNextThumbnails(deps: PreviewDeps): Promise<boolean> {
  const due = await claimPreview(deps.database);
  if (due) await makeThumbnails(deps, due);
  return due !== undefined;
}
