import { compileProductView, type ProductView } from '../../catalog/index.ts';
import type { Connection, ClientId } from '../../platform/index.ts';
import { compileStructure } from '../../structure/index.ts';
import { readStructureSnapshot } from './structure-snapshot-views.ts';

const mostViews = 50;

/**
 * How the products of submissions are printed. Snapshots never change, so what was compiled once stays right; an adapter asks for page
 * after page of one submission, and 5,000 definitions take 10 ms to read and compile.
 */
export function createSnapshotViews(): {
  view(connection: Connection, clientId: ClientId, hash: Buffer): Promise<ProductView>;
} {
  const views = new Map<string, ProductView>();
  return {
    async view(connection, clientId, hash) {
      const key = `${clientId}\u001f${hash.toString('hex')}`;
      const known = views.get(key);
      views.delete(key);
      const view =
        known ??
        compileProductView(compileStructure(clientId, 1, await readStructureSnapshot(connection, clientId, hash)));
      views.set(key, view);
      const [oldest] = views.keys();
      if (views.size > mostViews && oldest !== undefined) views.delete(oldest);
      return view;
    },
  };
}
