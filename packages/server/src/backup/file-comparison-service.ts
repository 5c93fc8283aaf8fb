import { allowIdle, type Database, type ObjectStore, transaction, type Transaction } from '../platform/index.ts';
import {
  addListedFiles,
  countOrphanedFiles,
  createFileTable,
  findMissingFiles,
  type ListedFile,
  type MissingFiles,
} from './contents/missing-file-views.ts';

const batch = 5_000;
/** Maximum time in milliseconds for listing all files, which takes minutes for a large bucket. */
const listingMs = 3_600_000;
const maxShown = 5;
/** Maximum number of missing files that are looked up again, one by one. */
const maxChecked = 1_000;

/** Stores the keys of the files in a temporary table, and runs `work` in the same transaction. */
function withListedFiles<T>(
  database: Database,
  files: AsyncIterable<ListedFile>,
  work: (opened: Transaction) => Promise<T>,
): Promise<T> {
  return transaction(database, async (opened) => {
    await allowIdle(opened, listingMs);
    await createFileTable(opened);
    let next: ListedFile[] = [];
    for await (const { key, isOld } of files) {
      next.push({ key, isOld });
      if (next.length < batch) continue;
      await addListedFiles(opened, next);
      next = [];
    }
    await addListedFiles(opened, next);
    return work(opened);
  });
}

/** Finds the files that a database refers to but that a list does not contain. */
export function findUnlisted(database: Database, keys: AsyncIterable<{ key: string }>): Promise<MissingFiles> {
  async function* listed(): AsyncGenerator<ListedFile> {
    for await (const { key } of keys) yield { key, isOld: true };
  }
  return withListedFiles(database, listed(), (opened) => findMissingFiles(opened, maxShown));
}

export interface StoreComparison {
  stored: { count: number; bytes: number };
  /** Number of files without a row, not counting files that were stored recently. */
  orphaned: number;
  missing: MissingFiles;
}

/**
 * Compares an installation's object store with its database. Pimento may be running at the same time.
 * @param before files stored after this time may not have a row yet
 */
export async function compareWithStore(database: Database, store: ObjectStore, before: Date): Promise<StoreComparison> {
  const stored = { count: 0, bytes: 0 };
  async function* listed(): AsyncGenerator<ListedFile> {
    for await (const folder of store.folders())
      for await (const { key, size, modifiedAt } of store.list(`${folder}/`)) {
        stored.count += 1;
        stored.bytes += size;
        yield { key, isOld: modifiedAt < before };
      }
  }
  const found = await withListedFiles(database, listed(), async (opened) => ({
    orphaned: await countOrphanedFiles(opened),
    missing: await findMissingFiles(opened, maxChecked),
  }));
  // a file may have arrived after its folder was listed, so it is looked up again
  const missing: string[] = [];
  for (const key of found.missing.keys) if (!(await store.head(key))) missing.push(key);
  const arrived = found.missing.keys.length - missing.length;
  return {
    stored,
    orphaned: found.orphaned,
    missing: { count: found.missing.count - arrived, keys: missing.slice(0, maxShown) },
  };
}
