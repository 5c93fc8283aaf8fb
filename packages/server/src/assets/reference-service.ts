import type { Connection } from '../platform/index.ts';
import type { CompiledStructure } from '../structure/index.ts';
import { assetIdOf, hostOf, isDownload } from './asset-id-rules.ts';
import { listReferenceChanges, type ReferenceChange, type StateChange } from './reference-rules.ts';
import { type AssetUse, createNamedAssets, type NamedAsset, saveUses } from './reference-store.ts';

/** An asset was deleted while the transaction was about to refer to it; the transaction is simply run again. */
class AssetVanished extends Error {
  readonly code = '40001';
}

/**
 * Follows the products that a transaction has written: makes the assets that they name and notes who refers to what. Comes after the
 * products' own rows, and costs nothing where no reference changed.
 * @throws an error with code 40001 where the transaction must be run again
 */
export async function applyReferences(
  transaction: Connection,
  structure: CompiledStructure,
  changes: readonly StateChange[],
): Promise<void> {
  await saveReferences(transaction, structure.clientId, listReferenceChanges(structure, changes));
}

/** The same for products whose references are known. */
export async function saveReferences(
  transaction: Connection,
  clientId: string,
  changes: readonly ReferenceChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const assets = new Map<string, NamedAsset>();
  const uses: AssetUse[] = [];
  for (const { productId, references } of changes) {
    for (const [value, places] of references) {
      const assetId = assetIdOf(value);
      uses.push({ productId, assetId, places: [...places].sort() });
      if (assets.has(assetId)) continue;
      const url = isDownload(value) ? value : null;
      assets.set(assetId, { assetId, url, host: url === null ? null : hostOf(url) });
    }
  }
  if (assets.size > 0 && !(await createNamedAssets(transaction, clientId, [...assets.values()]))) throw new AssetVanished();
  const changed = changes.filter(({ isNew }) => !isNew).map(({ productId }) => productId);
  await saveUses(transaction, clientId, changed, uses);
}
