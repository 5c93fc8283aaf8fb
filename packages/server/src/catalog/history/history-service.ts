import type { AnswerOf, listHistoryActors } from '@pimento/contract';
import { type Database, type ClientId, type ProductId, transaction } from '../../platform/index.ts';
import { loadStructure } from '../../structure/index.ts';
import { findJobOrigins, type HistoryFilter, listActors } from './history-filter-views.ts';
import { actorParts, historyText } from './history-rules.ts';
import { findActorNames, findHistoryPage } from './history-views.ts';
import { compileProductView } from '../views/product-view-rules.ts';

/**
 * Returns one page of a product's history as JSON text. Reads from one snapshot, because the creation is rebuilt from the current state and
 * all later changes.
 * @returns undefined if no product ever had this id
 */
export async function findHistory(
  database: Database,
  query: { clientId: ClientId; productId: ProductId; before: string | null; limit: number; filter: HistoryFilter },
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
      const jobIds = page.rows.map(({ jobId }) => jobId);
      const origins = await findJobOrigins(snapshot, query.clientId, jobIds);
      const entries = page.rows.map((entry) => historyText(view, entry, names, origins.get(entry.jobId ?? '')));
      return `{"entries":[${entries.join(',')}],"hasMore":${page.next !== null},"next":${JSON.stringify(page.next)}}`;
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}

/**
 * Returns the users, keys and systems that changed a product recently or created it (see `listActors`), with their current names.
 * @returns undefined if no product ever had this id
 */
export async function findHistoryActors(
  database: Database,
  { clientId, productId }: { clientId: ClientId; productId: ProductId },
): Promise<AnswerOf<typeof listHistoryActors> | undefined> {
  const actors = await listActors(database, clientId, productId);
  if (actors.length === 0) return undefined;
  const names = await findActorNames(database, actors);
  return { actors: actors.map((actor) => ({ ...actorParts(actor), name: names.get(actor) ?? null })) };
}
