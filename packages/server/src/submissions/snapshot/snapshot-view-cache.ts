import { compileProductView, type ProductView } from '../../catalog/core.ts';
import type { Connection, ClientId } from '../../platform/core.ts';
import { compileStructure } from '../../structure/core.ts';
import { getStructureSnapshot } from './structure-snapshot-views.ts';

const maxViews = 50;

export interface SnapshotViews {
  /** @param hash the hash of the definitions in the snapshot */
  view(connection: Connection, clientId: ClientId, hash: Buffer): Promise<ProductView>;
}

/**
 * Creates a cache of the compiled product views of submissions. Snapshots never change, so entries never become outdated. The cache saves
 * time because an adapter fetches a submission page by page, and loading and compiling 5,000 definitions takes 10 ms.
 */
export function createSnapshotViews(): SnapshotViews {
  const views = new Map<string, ProductView>();
  return {
    async view(connection, clientId, hash) {
      const key = `${clientId}\u001f${hash.toString('hex')}`;
      const known = views.get(key);
      views.delete(key);
      const view =
        known ??
        compileProductView(compileStructure(clientId, 1, await getStructureSnapshot(connection, clientId, hash)));
      views.set(key, view);
      const [oldest] = views.keys();
      if (views.size > maxViews && oldest !== undefined) views.delete(oldest);
      return view;
    },
  };
}
