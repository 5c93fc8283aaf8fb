import { sql } from 'kysely';
import type { ClientId, Connection, ProductId } from '../../platform/index.ts';
import type { HistoryRow } from './history-rules.ts';
import type { ValueChange } from '../product/product-types.ts';

/** A part of the history of a product: entries after `after` and before `before`, both exclusive; null for no limit. */
interface HistoryPart {
  clientId: ClientId;
  productId: ProductId;
  after: string | null;
  before: string | null;
}

/** An entry that changed the attribute, and the change. */
export interface AttributeEntry extends Omit<HistoryRow, 'changes'> {
  change: ValueChange;
}

const isInPart = ({ clientId, productId, after, before }: HistoryPart) => sql`
      product_history.client_id = ${clientId}
      and product_history.product_id = ${productId}
      and (${after}::uuid is null or product_history.history_id > ${after}::uuid)
      and (${before}::uuid is null or product_history.history_id < ${before}::uuid)`;

/**
 * Returns the id of the last entry to scan for one page, from newest to oldest; undefined if the rest of the history has at most `limit`
 * entries. Reads only the index.
 */
export async function findScanEnd(
  connection: Connection,
  part: HistoryPart,
  limit: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ historyId: string }>`
    select product_history.history_id as "historyId"
    from product_history
    where ${isInPart(part)}
    order by product_history.history_id desc
    offset ${limit - 1}
    limit 2`.execute(connection);
  return rows.length === 2 ? rows[0]?.historyId : undefined;
}

/**
 * Returns entries that changed an attribute, newest first: at most `limit`, fewer if they are large, at least one if there is one. `isCut`
 * is true if a limit was reached, so that there may be more.
 * @param query.through the oldest entry to scan; undefined for no limit
 * @param query.storedBytes a limit for the compressed size of the entries
 */
export async function listAttributeEntries(
  connection: Connection,
  query: HistoryPart & { attribute: string; through: string | undefined; limit: number; storedBytes: number },
): Promise<{ entries: AttributeEntry[]; isCut: boolean }> {
  const { attribute, through, limit, storedBytes } = query;
  const { rows } = await sql<AttributeEntry & { found: number }>`
    select
      sized."historyId", sized.at, sized.kind, sized.actor, sized."jobId", sized.found,
      (
        select change.value
        from jsonb_array_elements(sized.changes) as change (value)
        where change.value ->> 'attribute' = ${attribute}
        limit 1
      ) as change
    from (
      select found.*, sum(found.bytes) over (order by found."historyId" desc) - found.bytes as "bytesBefore",
        count(*) over ()::integer as found
      from (
        select
          product_history.history_id as "historyId", product_history.at, product_history.kind, product_history.actor,
          product_history.job_id as "jobId", product_history.changes, pg_column_size(product_history.changes) as bytes
        from product_history
        where ${isInPart(query)}
          and (${through ?? null}::uuid is null or product_history.history_id >= ${through ?? null}::uuid)
          and product_history.changes @> jsonb_build_array(jsonb_build_object('attribute', ${attribute}::text))
        order by product_history.history_id desc
        limit ${limit}
      ) as found
    ) as sized
    where sized."bytesBefore" < ${storedBytes}
    order by sized."historyId" desc`.execute(connection);
  const entries = rows.map(({ found: _count, ...entry }) => entry);
  const found = rows[0]?.found ?? 0;
  return { entries, isCut: found === limit || entries.length < found };
}

/** Returns the change of an attribute in one history entry; undefined if there is none. */
export async function findChange(
  connection: Connection,
  query: { clientId: ClientId; productId: ProductId; historyId: string; attribute: string },
): Promise<ValueChange | undefined> {
  const { rows } = await sql<{ change: ValueChange }>`
    select change.value as change
    from product_history
    cross join lateral jsonb_array_elements(product_history.changes) as change (value)
    where product_history.client_id = ${query.clientId}
      and product_history.product_id = ${query.productId}
      and product_history.history_id = ${query.historyId}
      and change.value ->> 'attribute' = ${query.attribute}`.execute(connection);
  return rows[0]?.change;
}
