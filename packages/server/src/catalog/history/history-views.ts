import { sql } from 'kysely';
import { type Connection, type ClientId, pageOf, type ProductId } from '../../platform/index.ts';
import {
  actorParts,
  creationEntry,
  creationId,
  type HistoryRow,
  initialState,
  type Lifetime,
} from './history-rules.ts';
import { findMatches, type HistoryFilter, isFiltered, matchesCreation } from './history-filter-views.ts';
import type { ProductState, ValueChange } from '../product/product-types.ts';
import { findProduct } from '../views/product-views.ts';

/**
 * Joins `ended`, the deletion of the previous product of the client with the same id, and `began`, the first change of the current product.
 * `offset 0` keeps the planner from looking for `ended` again for each entry.
 */
export const lifeJoins = (clientId: ClientId) => sql`
    cross join lateral (
      select (
        select product_history.history_id
        from product_history
        where product_history.client_id = ${clientId}
          and product_history.product_id = product.product_id
          and product_history.kind = 'deleted'
        order by product_history.history_id desc
        limit 1
      ) as history_id
      offset 0
    ) as ended
    cross join lateral (
      select (
        select product_history.history_id
        from product_history
        where product_history.client_id = ${clientId}
          and product_history.product_id = product.product_id
          and (ended.history_id is null or product_history.history_id > ended.history_id)
        order by product_history.history_id
        limit 1
      ) as history_id
    ) as began`;

/** Returns the current lifetime of a product id. @returns undefined if no product has this id */
export async function findLifetime(
  connection: Connection,
  clientId: ClientId,
  productId: ProductId,
): Promise<Lifetime | undefined> {
  const { rows } = await sql<Lifetime>`
    select
      product.created_at as "createdAt",
      product.created_by as "createdBy",
      product.created_job as "createdJob",
      ended.history_id as "previousEnd",
      began.history_id as "firstChange"
    from product
    ${lifeJoins(clientId)}
    where product.client_id = ${clientId} and product.product_id = ${productId}`.execute(connection);
  return rows[0];
}

/** Returns the creation of the current product, rebuilt from the product's state in this connection's snapshot. */
async function getCreation(
  connection: Connection,
  product: { clientId: ClientId; productId: ProductId; state: ProductState },
  life: Lifetime,
): Promise<HistoryRow> {
  const { rows } = await sql<{ change: ValueChange }>`
    select distinct on (change.value ->> 'attribute') change.value as change
    from product_history
    cross join lateral jsonb_array_elements(product_history.changes) as change (value)
    where product_history.client_id = ${product.clientId}
      and product_history.product_id = ${product.productId}
      and (${life.previousEnd}::uuid is null or product_history.history_id > ${life.previousEnd}::uuid)
    order by change.value ->> 'attribute', product_history.history_id`.execute(connection);
  return creationEntry(
    life,
    initialState(
      product.state,
      rows.map((row) => row.change),
    ),
  );
}

/** A page of a history. `next` is the id of the entry after which the next page begins, or null on the last page. */
interface HistoryPage {
  rows: HistoryRow[];
  next: string | null;
}

/**
 * Returns the history entries before the given entry that match a filter, newest first. A filtered page can end before `limit` entries.
 * @param connection must use one snapshot for all statements
 * @returns undefined if no product ever had this id
 */
export async function findHistoryPage(
  connection: Connection,
  query: { clientId: ClientId; productId: ProductId; before: string | null; limit: number; filter: HistoryFilter },
): Promise<HistoryPage | undefined> {
  const { clientId, productId, before, limit, filter } = query;
  const matches = isFiltered(filter) ? await findMatches(connection, query, filter) : undefined;
  const { rows } = await sql<HistoryRow>`
    select
      product_history.history_id as "historyId",
      product_history.at,
      product_history.kind,
      product_history.actor,
      product_history.job_id as "jobId",
      product_history.changes
    from product_history
    where product_history.client_id = ${clientId}
      and product_history.product_id = ${productId}
      and ${
        matches
          ? sql`product_history.history_id = any(${matches.ids}::uuid[])`
          : sql`(${before}::uuid is null or product_history.history_id < ${before}::uuid)`
      }
    order by product_history.history_id desc
    limit ${limit + 1}`.execute(connection);
  const life = await findLifetime(connection, clientId, productId);
  if (!life && rows.length === 0 && !(await hasHistory(connection, clientId, productId))) return undefined;
  const end = matches?.end ?? null;
  const hasCreation = life && (!matches || (await matchesCreation(connection, clientId, life, filter, end)));
  const entries = hasCreation ? await withCreation(connection, query, rows, life) : rows;
  const page = pageOf(entries, limit);
  return { rows: page.rows, next: page.hasMore ? (page.rows.at(-1)?.historyId ?? null) : end };
}

async function withCreation(
  connection: Connection,
  {
    clientId,
    productId,
    before,
    limit,
  }: { clientId: ClientId; productId: ProductId; before: string | null; limit: number },
  rows: HistoryRow[],
  life: Lifetime,
): Promise<HistoryRow[]> {
  const id = creationId(life);
  if (before !== null && id >= before) return rows;
  const newer = rows.filter((row) => row.historyId > id);
  if (newer.length > limit) return rows;
  const product = await findProduct(connection, clientId, productId);
  if (!product) return rows;
  return [
    ...newer,
    await getCreation(connection, { clientId, productId, state: product.state }, life),
    ...rows.slice(newer.length),
  ];
}

async function hasHistory(connection: Connection, clientId: ClientId, productId: ProductId): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    select 1 as found
    from product_history
    where product_history.client_id = ${clientId} and product_history.product_id = ${productId}
    limit 1`.execute(connection);
  return rows.length > 0;
}

/** Maps each actor to its current name. Deleted actors and the system are missing. */
export async function findActorNames(connection: Connection, actors: readonly string[]): Promise<Map<string, string>> {
  const idsOf = (kind: 'key' | 'user') => [
    ...new Set(actors.map(actorParts).flatMap((actor) => (actor.kind === kind ? [actor.id] : []))),
  ];
  const { rows } = await sql<{ actor: string; name: string }>`
    select 'key:' || access_key.key_id as actor, access_key.name
    from access_key
    where access_key.key_id = any(${idsOf('key')}::text[])
    union all
    select 'user:' || person.person_id, person.name
    from person
    where person.person_id = any(${idsOf('user')}::text[])`.execute(connection);
  return new Map(rows.map((row) => [row.actor, row.name]));
}
