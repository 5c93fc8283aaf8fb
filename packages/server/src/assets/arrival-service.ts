import { type Database, type ObjectStore, PimentoError } from '../platform/index.ts';
import { saveArrivals } from './asset-store.ts';
import type { Arrival } from './asset-types.ts';
import { contentKey } from './content-intake.ts';
import { holdContents } from './content-store.ts';

export const isSameAsset = (a: Arrival, b: Arrival): boolean => a.clientId === b.clientId && a.assetId === b.assetId;

/**
 * Commits bytes that lie in the store already as the contents of their assets: from then on they are READY.
 * @param owner the process that downloaded them; null for uploads
 * @returns those that were written: none that is no longer wanted, for instance because nobody refers to its asset any more
 * @throws PimentoError unavailable where bytes were collected in the very moment in which they were stored again
 */
export async function commitArrivals(
  deps: { database: Database; store: ObjectStore },
  arrivals: readonly Arrival[],
  owner: string | null,
): Promise<Set<Arrival>> {
  return deps.database.transaction().execute(async (transaction) => {
    await holdContents(transaction, arrivals);
    const found = await Promise.all(
      arrivals.map(({ clientId, sha256 }) => deps.store.head(contentKey(clientId, sha256))),
    );
    if (found.some((info) => info === undefined)) {
      const detail = 'The file was lost while it was being stored. Send it again.';
      throw new PimentoError('unavailable', detail, {}, { 'retry-after': '1' });
    }
    return saveArrivals(transaction, arrivals, owner);
  });
}
