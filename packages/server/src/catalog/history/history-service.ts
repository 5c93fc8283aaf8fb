import { type Database, type ClientId, type ProductId, transaction } from '../../platform/index.ts';
import { loadStructure } from '../../structure/index.ts';
import { historyText } from './history-rules.ts';
import { findActorNames, findHistoryPage } from './history-views.ts';
import { compileProductView } from '../views/product-view-rules.ts';

/**
 * Returns one page of a product's history as JSON text. Reads from one snapshot, because the creation is rebuilt from the current state and
 * all later changes.
 * @returns undefined if no product ever had this id
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
      const view = compileProductView(await loadStructure(snapshot, query.clientId), undefined, { asStored: true });
      const next = page.hasMore ? (page.rows.at(-1)?.historyId ?? null) : null;
      const entries = page.rows.map((entry) => historyText(view, entry, names));
      return `{"entries":[${entries.join(',')}],"hasMore":${page.hasMore},"next":${JSON.stringify(next)}}`;
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}
