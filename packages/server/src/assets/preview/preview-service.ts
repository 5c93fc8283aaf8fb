import { buffer } from 'node:stream/consumers';
import { type ThumbnailSize, thumbnailPixels, thumbnailSizes } from '@pimento/contract';
import type { Database, Log, ObjectStore, ClientId } from '../../platform/index.ts';
import { contentKey } from '../content/content-intake.ts';
import { makePreview, PreviewRefused } from '../content/image-preview.ts';
import { claimPreview, type DuePreview, type PreviewOutcome, savePreview } from './preview-store.ts';

export interface PreviewDeps {
  database: Database;
  store: ObjectStore;
  log: Log;
}

/** A decoder takes the whole file into memory. */
const mostBytes = 64 * 1024 ** 2;

/** Where a thumbnail lies: beside the bytes that it was made of. */
export function thumbnailKey(clientId: ClientId, sha256: string, size: ThumbnailSize): string {
  return `${contentKey(clientId, sha256)}.${size}.webp`;
}

/** The smallest of the three that is not smaller than what was asked for. @param asked one of their names, or pixels */
export function chooseThumbnail(asked: string): ThumbnailSize {
  const named = thumbnailSizes.find((size) => size === asked);
  return named ?? thumbnailSizes.find((size) => thumbnailPixels[size] >= Number(asked)) ?? 'large';
}

let last: Promise<unknown> = Promise.resolve();

/** One picture after the other in a process, whoever asks: a large one takes 160 MB while it is decoded. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work);
  last = done.catch(() => undefined);
  return done;
}

async function tryPreview({ store, log }: PreviewDeps, due: DuePreview): Promise<PreviewOutcome> {
  const { clientId, sha256, size } = due;
  if (size > mostBytes) {
    return { code: 'too-many-bytes', info: `The file has ${size} bytes; no more than ${mostBytes} are decoded.` };
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
    return { code: error instanceof PreviewRefused ? error.code : 'broken-picture', info };
  }
}

/** Makes the thumbnails of one picture and notes that they are there, or that there are none. */
export async function makeThumbnails(deps: PreviewDeps, due: DuePreview): Promise<void> {
  await savePreview(deps.database, due, await inTurn(() => tryPreview(deps, due)));
}

/** Takes up one picture that waits. False where none does. */
export async function makeNextThumbnails(deps: PreviewDeps): Promise<boolean> {
  const due = await claimPreview(deps.database);
  if (due) await makeThumbnails(deps, due);
  return due !== undefined;
}
