import { type Database, type ObjectStore, PimentoError, type Transaction, transaction } from '../../platform/index.ts';
import { problem } from '@pimento/contract/problem';
import type { Arrival } from './asset-types.ts';
import { contentKey } from '../content/content-intake.ts';

export interface ArrivalDeps {
  /** Keeps the plans of its statements: the same statement for every file. */
  prepared: Database;
  store: ObjectStore;
}

export const isSameAsset = (a: Arrival, b: Arrival): boolean => a.clientId === b.clientId && a.assetId === b.assetId;

/**
 * Commits stored bytes as the contents of their assets: from then on these are READY.
 * @param save writes them and locks the rows of their contents
 * @returns what was written; an arrival that is not needed any more is missing, for instance if no product refers to its asset any more
 * @throws PimentoError unavailable if bytes were collected at the moment when they were stored again
 */
export function commitArrivals<R>(
  { prepared, store }: ArrivalDeps,
  arrivals: readonly Arrival[],
  save: (transaction: Transaction) => Promise<ReadonlyMap<Arrival, R>>,
): Promise<ReadonlyMap<Arrival, R>> {
  return transaction(prepared, async (transaction) => {
    // The disk works while the database does.
    const durable = Promise.all(arrivals.map((arrival) => arrival.makeDurable()));
    durable.catch(() => undefined);
    const saved = await save(transaction);
    const found = await Promise.all(arrivals.map(({ clientId, sha256 }) => store.head(contentKey(clientId, sha256))));
    await durable;
    if (found.every((info) => info !== undefined)) return saved;
    throw new PimentoError(problem('unavailable', { kind: 'file-lost' }), {}, { 'retry-after': '1' });
  });
}
