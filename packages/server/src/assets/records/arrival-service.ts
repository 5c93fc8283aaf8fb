import { type Database, type ObjectStore, PimentoError, type Transaction, transaction } from '../../platform/index.ts';
import { problem } from '@pimento/contract/problem';
import type { Arrival } from './asset-types.ts';
import { contentKey } from '../content/content-intake.ts';

export interface ArrivalDeps {
  /** Connection pool that uses prepared statements. Every file needs the same statement. */
  prepared: Database;
  store: ObjectStore;
}

export const isSameAsset = (a: Arrival, b: Arrival): boolean => a.clientId === b.clientId && a.assetId === b.assetId;

/**
 * Commits stored files as the contents of their assets, which become READY.
 * @param save writes the arrivals and locks the rows of their contents
 * @returns the written arrivals; arrivals that are no longer needed are omitted, for example if no product refers to the asset any more
 * @throws PimentoError unavailable if garbage collection deleted a file while it was being stored again
 */
export function commitArrivals<R>(
  { prepared, store }: ArrivalDeps,
  arrivals: readonly Arrival[],
  save: (transaction: Transaction) => Promise<ReadonlyMap<Arrival, R>>,
): Promise<ReadonlyMap<Arrival, R>> {
  return transaction(prepared, async (transaction) => {
    // Sync the disk while the database works.
    const durable = Promise.all(arrivals.map((arrival) => arrival.makeDurable()));
    durable.catch(() => undefined);
    const saved = await save(transaction);
    const found = await Promise.all(arrivals.map(({ clientId, sha256 }) => store.head(contentKey(clientId, sha256))));
    await durable;
    if (found.every((info) => info !== undefined)) return saved;
    throw new PimentoError(problem('unavailable', { kind: 'file-lost' }), {}, { 'retry-after': '1' });
  });
}
