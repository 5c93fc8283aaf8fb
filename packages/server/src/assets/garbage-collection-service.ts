import { thumbnailSizes } from '@pimento/contract';
import {
  allowIdle,
  type Clock,
  type Database,
  type Log,
  type ObjectStore,
  type ClientId,
  transaction,
  type Transaction,
} from '../platform/index.ts';
import { contentKey } from './content/content-intake.ts';
import {
  type ContentRow,
  deleteContentRow,
  deleteIdleAssets,
  listUnusedContents,
  lockForDeletion,
} from './content/content-store.ts';
import { areFilesHeld } from './content/file-hold-store.ts';
import { thumbnailKey } from './preview/preview-service.ts';

/**
 * Returns true if a stored file is still needed by anything other than an asset, for example by the snapshot of a submission. Called while
 * the file's row is locked.
 */
export type IsPinned = (transaction: Transaction, clientId: ClientId, sha256: string) => Promise<boolean>;

export interface CollectorOptions {
  database: Database;
  store: ObjectStore;
  clock: Clock;
  log: Log;
  /** Minimum age of the data to delete. Newer data is kept because a transaction that refers to it may not be committed yet. */
  graceMs: number;
  isPinned: IsPinned;
}

export interface Collected {
  /** Number of deleted partial files, which interrupted uploads and downloads had left in the store. */
  swept: number;
  /** Number of deleted assets that never had content and that no product refers to, including assets whose download failed. */
  assets: number;
  /** Number of deleted files without references. */
  contents: number;
}

/**
 * If a download has failed and no product refers to the asset, the asset is kept for this time, so that users can see why the download
 * failed.
 */
const failedMs = 7 * 86_400_000;
const pageSize = 200;
/**
 * Time that the transaction of a deletion may be idle. It is longer than the store takes to delete a file and its thumbnails, each with two
 * attempts of 30 s.
 */
const deletionMs = 900_000;

/** Deletes a file and its thumbnails if nothing needs them. @returns true if they were deleted */
export function deleteContent({ database, store, isPinned }: CollectorOptions, content: ContentRow): Promise<boolean> {
  return transaction(database, async (transaction) => {
    if (await areFilesHeld(transaction)) return false;
    if (!(await lockForDeletion(transaction, content))) return false;
    if (await isPinned(transaction, content.clientId, content.sha256)) return false;
    const { clientId, sha256 } = content;
    // The row must stay locked until the last deletion. Otherwise an upload could store the bytes again, and the deletion would remove
    // them.
    await allowIdle(transaction, deletionMs);
    for (const size of thumbnailSizes) await store.delete(thumbnailKey(clientId, sha256, size));
    await store.delete(contentKey(clientId, sha256));
    await deleteContentRow(transaction, content);
    return true;
  });
}

/**
 * Deletes unreferenced files, unreferenced assets without content, and the partial files of interrupted writes. A file's row is locked
 * during deletion, and a transaction that adds a reference first locks the same row and checks that the file exists. Therefore, no asset is
 * READY without its bytes.
 */
export async function collectGarbage(options: CollectorOptions): Promise<Collected> {
  const { database, store, clock } = options;
  const now = clock.now().getTime();
  const before = new Date(now - options.graceMs);
  const failedBefore = new Date(now - Math.max(failedMs, options.graceMs));
  const collected = { swept: await store.sweep(before), assets: 0, contents: 0 };

  async function collect(content: ContentRow): Promise<void> {
    if (await deleteContent(options, content)) collected.contents++;
  }

  async function deleteIdle(): Promise<void> {
    let deleted: number;
    do {
      deleted = await transaction(database, (transaction) =>
        deleteIdleAssets(transaction, { waitingBefore: before, failedBefore }, pageSize),
      );
      collected.assets += deleted;
    } while (deleted > 0);
  }

  async function deleteUnused(): Promise<void> {
    let page = await listUnusedContents(database, before, undefined, pageSize);
    while (page.length > 0) {
      for (const content of page) await collect(content);
      page = await listUnusedContents(database, before, page.at(-1), pageSize);
    }
  }

  await deleteIdle();
  await deleteUnused();
  return collected;
}
