import { type ClientId, clientIdOf, type ObjectInfo } from '../platform/index.ts';
import { listUnknownHashes } from './content/content-store.ts';
import { claimWalk, finishWalk, renewWalk, saveWalked, type WalkClaim } from './file-walk-store.ts';
import { type CollectorOptions, deleteContent } from './garbage-collection-service.ts';

export interface WalkOptions extends CollectorOptions {
  /** Id of this process as the owner of the walk. */
  owner: string;
}

/**
 * Time from the end of a walk to the start of the next walk. Walks are rarely needed, because a file lacks a row only if a process ended
 * between storing the bytes and committing.
 */
const betweenWalksMs = 7 * 86_400_000;
/** If a walk was not renewed for this time, another process takes over. A page takes seconds, unless many files are deleted. */
const claimMs = 600_000;
/** Number of objects between two renewals of the claim. */
const pageSize = 200;
const storedKey = /^([^/]+)\/([\da-f]{64})(?:\.\w+\.webp)?$/;

function claimOf({ owner, clock }: WalkOptions): WalkClaim {
  const now = clock.now();
  return { owner, now, until: new Date(now.getTime() + claimMs) };
}

/** Deletes the given files that have no row. @param sizes hash → bytes @returns the number of deleted files */
async function deleteUnknown(
  options: WalkOptions,
  clientId: ClientId,
  sizes: ReadonlyMap<string, number>,
): Promise<number> {
  let deleted = 0;
  for (const sha256 of await listUnknownHashes(options.database, clientId, [...sizes.keys()])) {
    if (await deleteContent(options, { clientId, sha256, size: sizes.get(sha256) ?? 0 })) deleted += 1;
  }
  return deleted;
}

/** Yields pages of the files in a folder that are old enough to be deleted, each page as hash → size in bytes. */
async function* pagesOf(objects: AsyncIterable<ObjectInfo>, before: Date): AsyncGenerator<Map<string, number>> {
  let sizes = new Map<string, number>();
  let count = 0;
  for await (const { key, size, modifiedAt } of objects) {
    const sha256 = storedKey.exec(key)?.[2];
    if (sha256 !== undefined && modifiedAt < before) sizes.set(sha256, size);
    if (++count % pageSize !== 0) continue;
    yield sizes;
    sizes = new Map();
  }
  yield sizes;
}

/** Returns the first folder after `through` in byte order. @returns undefined if there is none */
async function nextFolder({ store }: WalkOptions, through: string): Promise<string | undefined> {
  let next: string | undefined;
  for await (const folder of store.folders())
    if (folder > through && (next === undefined || folder < next)) next = folder;
  return next;
}

/**
 * Looks through the next folder of the store for files without a row, and deletes them. Such files are left behind if a process is
 * interrupted after storing the bytes and before committing. Only one process walks at a time, once a week.
 * @param dueBefore a walk starts if the last one ended before this time; by default a week ago
 * @returns the number of deleted files; undefined if no walk is due, if this walk has just ended or was aborted, or if another process has
 * claimed it
 */
export async function walkNextFolder(
  options: WalkOptions,
  signal: AbortSignal,
  dueBefore = new Date(options.clock.now().getTime() - betweenWalksMs),
): Promise<number | undefined> {
  const { database, store, clock, owner } = options;
  const through = await claimWalk(database, claimOf(options), dueBefore);
  if (through === undefined) return undefined;
  const folder = await nextFolder(options, through);
  if (folder === undefined) {
    await finishWalk(database, owner, clock.now());
    return undefined;
  }
  const before = new Date(clock.now().getTime() - options.graceMs);
  let deleted = 0;
  for await (const sizes of pagesOf(store.list(`${folder}/`), before)) {
    if (sizes.size > 0) deleted += await deleteUnknown(options, clientIdOf(folder), sizes);
    if (signal.aborted || !(await renewWalk(database, claimOf(options)))) return undefined;
  }
  await saveWalked(database, owner, folder);
  return deleted;
}
