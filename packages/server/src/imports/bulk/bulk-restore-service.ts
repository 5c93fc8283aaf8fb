import { problem } from '@pimento/contract/problem';
import { deletedState, type ProductView, productText } from '../../catalog/core.ts';
import type { ClientId, Database, ProductId } from '../../platform/core.ts';
import { bareTail, inChunks, lineText } from './bulk-line-rules.ts';
import type { BulkOrigins } from './bulk-origin-rules.ts';
import { readDeleted } from './restore-views.ts';

interface Restored {
  clientId: ClientId;
  /** The deletion whose products are restored. */
  deletionId: string;
  view: ProductView;
  origins: BulkOrigins;
}

/**
 * Returns the editor that restores the products of a deletion. Each line has a whole product, and the import expects that no product with
 * its id exists.
 */
export function restoringEditor(
  { database }: { database: Database },
  { clientId, deletionId, view, origins }: Restored,
): (ids: readonly ProductId[], first: number, partNo: number) => AsyncIterable<string> {
  function lineOf(
    productId: ProductId,
    changes: Parameters<typeof deletedState>[0] | undefined,
    index: number,
  ): string {
    const state = changes && deletedState(changes);
    const missing = state && Object.keys(state.values).filter((id) => !view.attributes.has(id));
    if (state && missing?.length === 0)
      return `${productText(view, productId, state).slice(0, -1)},"__EXPECTED":null}\n`;
    const reason = missing
      ? problem('not-possible-now', { kind: 'not-defined', attributes: missing })
      : problem('changed-meanwhile', { kind: 'product', productId });
    origins.reject(index, { ...reason, path: `/products/${index}`, productId, index });
    return lineText(productId, bareTail);
  }
  return async function* lines(ids, first, partNo) {
    for (let done = 0; done < ids.length;) {
      const { products, read } = await readDeleted(database, { clientId, deletionId, partNo }, done);
      const chosen = ids.slice(done, read ?? ids.length);
      const start = first + done;
      yield* inChunks(chosen, (id, at) => lineOf(id, products.get(id), start + at));
      done += chosen.length;
    }
  };
}
