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

/** A decoder takes the whole file into memory. */
const maxBytes = 64 * 1024 ** 2;

/** The key of a thumbnail in the store: beside the bytes that it was made from. */
export function thumbnailKey(clientId: ClientId, sha256: string, size: ThumbnailSize): string {
  return `${contentKey(clientId, sha256)}.${size}.webp`;
}

/** The smallest of the three sizes that is not smaller than the requested one. @param asked the name of a size, or pixels */
export function chooseThumbnail(asked: string): ThumbnailSize {
  const named = thumbnailSizes.find((size) => size === asked);
  return named ?? thumbnailSizes.find((size) => thumbnailPixels[size] >= Number(asked)) ?? 'large';
}

let last: Promise<unknown> = Promise.resolve();

/** Runs one after the other in a process: a large picture takes 160 MB while it is decoded. */
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

/** Claims one waiting picture and makes its thumbnails. @returns false if none waits */
export async function makeNextThumbnails(deps: PreviewDeps): Promise<boolean> {
  const due = await claimPreview(deps.database);
  if (due) await makeThumbnails(deps, due);
  return due !== undefined;
}
