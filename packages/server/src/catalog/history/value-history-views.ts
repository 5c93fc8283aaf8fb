import { type RawBuilder, sql } from 'kysely';
import type { ClientId, Connection, ProductId } from '../../platform/index.ts';
import type { HistoryRow } from './history-rules.ts';
import type { ValueChange } from '../product/product-types.ts';

/** The part of a product's history after the entry `after` and before the entry `before`. Null means no limit. */
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

/** Limits of one walk through the history, or the amounts that the walk has read. */
interface WalkLimits {
  /** Number of entries that are scanned. */
  scanned: number;
  /** Number of entries that changed the attribute. */
  found: number;
  /** Number of bytes that are read, uncompressed. The entry that reaches the limit is the last one. */
  bytes: number;
}

export interface WalkedPart {
  /** Entries that changed the attribute, newest first. */
  entries: AttributeEntry[];
  /** What was read. */
  read: WalkLimits;
  /** The last scanned entry if a limit was reached. Undefined at the end of the part. */
  end: string | undefined;
}

/**
 * Builds a query for the next older entry, with its change to the attribute (null if there is none) and its uncompressed size. The stored
 * size is not a measure of the work, because large entries are compressed to as little as 1 %.
 */
function entryBefore(
  { clientId, productId, after, attribute }: HistoryPart & { attribute: string },
  before: RawBuilder<string> | undefined,
) {
  return sql`
    select
      entry.history_id, entry.at, entry.kind, entry.actor, entry.job_id,
      (
        select change.value
        from jsonb_array_elements(entry.changes) as change (value)
        where change.value ->> 'attribute' = ${attribute}
        limit 1
      ) as change,
      case
        when pg_column_compression(entry.changes) is null then pg_column_size(entry.changes)
        else octet_length(entry.changes::text)
      end as bytes
    from (
      select
        product_history.history_id, product_history.at, product_history.kind, product_history.actor,
        product_history.job_id, product_history.changes
      from product_history
      where product_history.client_id = ${clientId}
        and product_history.product_id = ${productId}
        ${after === null ? sql`` : sql`and product_history.history_id > ${after}::uuid`}
        ${before === undefined ? sql`` : sql`and product_history.history_id < ${before}`}
      order by product_history.history_id desc
      limit 1
    ) as entry`;
}

/**
 * Walks through the history from newest to oldest, one entry after the other, until a limit is reached. Reads at least one entry if there
 * is one. A step takes about 15 µs.
 */
export async function walkEntries(
  connection: Connection,
  part: HistoryPart & { attribute: string },
  limits: WalkLimits,
): Promise<WalkedPart> {
  const start = part.before === null ? undefined : sql<string>`${part.before}::uuid`;
  const { rows } = await sql<Omit<AttributeEntry, 'change'> & WalkLimits & { change: ValueChange | null }>`
    with recursive walked as (
      select
        first.history_id, first.at, first.kind, first.actor, first.job_id, first.change,
        1 as scanned, (first.change is not null)::integer as found, first.bytes::bigint as bytes
      from (${entryBefore(part, start)}) as first
      union all
      select
        next.history_id, next.at, next.kind, next.actor, next.job_id, next.change,
        walked.scanned + 1, walked.found + (next.change is not null)::integer, walked.bytes + next.bytes
      from walked
      cross join lateral (${entryBefore(part, sql<string>`walked.history_id`)}) as next
      where walked.scanned < ${limits.scanned} and walked.found < ${limits.found} and walked.bytes < ${limits.bytes}::bigint
    )
    select
      walked.history_id as "historyId", walked.at, walked.kind, walked.actor, walked.job_id as "jobId", walked.change,
      walked.scanned, walked.found, walked.bytes
    from walked
    where walked.change is not null or walked.scanned = (select max(last.scanned) from walked as last)
    order by walked.scanned`.execute(connection);
  const last = rows.at(-1);
  if (!last) return { entries: [], read: { scanned: 0, found: 0, bytes: 0 }, end: undefined };
  const { scanned, found, bytes } = last;
  const isCut = scanned >= limits.scanned || found >= limits.found || bytes >= limits.bytes;
  const entries = rows.flatMap(({ change, scanned: _scanned, found: _found, bytes: _bytes, ...entry }) =>
    change === null ? [] : [{ ...entry, change }],
  );
  return { entries, read: { scanned, found, bytes }, end: isCut ? last.historyId : undefined };
}

/** Returns the change to an attribute in one history entry. @returns undefined if there is none */
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
