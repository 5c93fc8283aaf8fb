import type { ClientId, Transaction } from '../../platform/core.ts';
import { assetIdOf, hostOf, isDownload } from './asset-id-rules.ts';
import type { ReferenceChange } from './reference-rules.ts';
import { type AssetUse, createNamedAssets, type NamedAsset, saveUses } from './reference-store.ts';

/** Thrown if an asset was deleted before the transaction could refer to it. The transaction is then retried. */
class AssetDeletedError extends Error {
  readonly code = '40001';
}

/**
 * Updates the references of products that a transaction has written. Creates the referenced assets, and records which product refers to
 * which asset. Runs after the products' own rows are written. Costs nothing if `changes` is empty.
 * @throws an error with code 40001 if the transaction must be retried
 */
export async function saveReferences(
  transaction: Transaction,
  clientId: ClientId,
  changes: readonly ReferenceChange[],
): Promise<void> {
  const assets = new Map<string, NamedAsset>();
  const uses: AssetUse[] = [];
  for (const { productId, references } of changes) {
    // Groups by id instead of value, because a very long value and its digest have the same id, and a product can contain both.
    const places = new Map<string, Set<string>>();
    for (const [value, found] of references) {
      const assetId = assetIdOf(value);
      places.set(assetId, found.union(places.get(assetId) ?? new Set()));
      if (assets.has(assetId)) continue;
      const url = isDownload(value) ? value : null;
      assets.set(assetId, { assetId, url, host: url === null ? null : hostOf(url) });
    }
    for (const [assetId, found] of places) uses.push({ productId, assetId, places: [...found].sort() });
  }
  const isMade = assets.size === 0 || (await createNamedAssets(transaction, clientId, [...assets.values()]));
  if (!isMade) throw new AssetDeletedError();
  const changed = changes.filter(({ isNew }) => !isNew).map(({ productId }) => productId);
  await saveUses(transaction, clientId, changed, uses);
}
