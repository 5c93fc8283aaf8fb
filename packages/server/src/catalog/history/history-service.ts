import { type Database, type ClientId, type ProductId, transaction } from '../../platform/index.ts';
import { loadStructure } from '../../structure/index.ts';
import { historyText } from './history-rules.ts';
import { findActorNames, findHistoryPage } from './history-views.ts';
import { compileProductView } from '../views/product-view-rules.ts';

/**
 * One page of a product's history as JSON text, from one snapshot: a creation is rebuilt from the present state and all changes since.
 * Undefined if there never was a product with this id.
 */
export async function findHistory(
  database: Database,
  query: { clientId: ClientId; productId: ProductId; before: string | null; limit: number },
): Promise<string | undefined> {
  return transaction(
    database,
    async (snapshot) => {
      const page = await findHistoryPage(snapshot, query);
      if (!page) return undefined;
      const names = await findActorNames(
        snapshot,
        page.rows.map((entry) => entry.actor),
      );
      const view = compileProductView(await loadStructure(snapshot, query.clientId));
      const next = page.hasMore ? (page.rows.at(-1)?.historyId ?? null) : null;
      const entries = page.rows.map((entry) => historyText(view, entry, names));
      return `{"entries":[${entries.join(',')}],"hasMore":${page.hasMore},"next":${JSON.stringify(next)}}`;
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}
