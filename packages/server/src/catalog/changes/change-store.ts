import { sql } from 'kysely';
import type { ClientId, Connection, Transaction } from '../../platform/index.ts';

/** The documented retention is 30 days. One more day lets a reader that polls daily read the whole 30th day. */
export const changeDays = 31;

/**
 * Returns the time before which changes are purged. Uses the earlier of the server's and the database's clock, so that a clock that is
 * ahead does not purge changes too early.
 */
const limitOf = (now: Date) => sql<Date>`(least(${now}::timestamptz, now()) - make_interval(days => ${changeDays}))`;

/** Maximum number of entries that one transaction deletes for a client. */
const entriesAtOnce = 500;

/** Lists clients with changes that are older than the retention period, at most `max`. */
export async function listClientsToPurge(connection: Connection, now: Date, max: number): Promise<ClientId[]> {
  const { rows } = await sql<{ clientId: ClientId }>`
    select product_feed_state.client_id as "clientId"
    from product_feed_state
    cross join lateral feed_entries(product_feed_state.client_id, 1, 1) as oldest
    where oldest.at < ${limitOf(now)} and oldest.position < feed_end(product_feed_state.client_id)
    order by product_feed_state.client_id
    limit ${max}`.execute(connection);
  return rows.map(({ clientId }) => clientId);
}

/**
 * Marks the feed of a client as incomplete, and deletes up to `entriesAtOnce` old entries from its beginning. Never deletes the last entry,
 * because the feed continues after its position, and the cursor of a reader that has read everything refers to it.
 */
export async function purgeEntries(transaction: Transaction, clientId: ClientId, now: Date): Promise<void> {
  await sql`
    update product_feed_state
    set is_complete = false
    where product_feed_state.client_id = ${clientId} and product_feed_state.is_complete`.execute(transaction);
  await sql`
    with oldest as materialized (
      select entry.position, entry.at
      from feed_entries(${clientId}, 1, ${entriesAtOnce + 1}) as entry
    ), first_kept as (
      select coalesce(min(oldest.position) filter (where oldest.at >= ${limitOf(now)}), max(oldest.position)) as position
      from oldest
    )
    delete from product_feed
    using first_kept
    where product_feed.client_id = ${clientId} and product_feed.position < first_kept.position`.execute(transaction);
}
