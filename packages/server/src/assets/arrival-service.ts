import { type Connection, type Database, type ObjectStore, PimentoError } from '../platform/index.ts';
import { saveArrivals } from './asset-store.ts';
import type { Arrival } from './asset-types.ts';
import { contentKey } from './content-intake.ts';
import { holdContents } from './content-store.ts';

/**
 * Commits bytes that lie in the store already as the contents of their assets: from then on they are READY.
 * @param owner the process that downloaded them; null for uploads
 * @param check runs first, inside the transaction, and may refuse
 * @returns how many assets were written
 * @throws PimentoError unavailable where bytes were collected in the very moment in which they were stored again
 */
export async function commitArrivals(
  deps: { database: Database; store: ObjectStore },
  arrivals: readonly Arrival[],
  owner: string | null,
  check: (transaction: Connection) => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  return deps.database.transaction().execute(async (transaction) => {
    await holdContents(transaction, arrivals);
    const found = await Promise.all(
      arrivals.map(({ clientId, sha256 }) => deps.store.head(contentKey(clientId, sha256))),
    );
    if (found.some((info) => info === undefined)) {
      throw new PimentoError(
        'unavailable',
        'The file was lost while it was being stored. Send it again.',
        {},
        { 'retry-after': '1' },
      );
    }
    await check(transaction);
    return saveArrivals(transaction, arrivals, owner);
  });
}
