import { type RawBuilder, sql } from 'kysely';
import type { ConnectionKey } from '../../channels/index.ts';
import type { Connection } from '../../platform/index.ts';
import { type Gate, gateTables, gateVerdict, isDue, isDueGated, outputHash } from '../../readiness/index.ts';
import { isDeletedThere } from '../snapshot/withdrawal-store.ts';

/**
 * Returns the change marker of a connection. The query is fast. As long as the marker does not change, most likely no product has become
 * due.
 */
export async function findChangeMarker(connection: Connection, key: ConnectionKey): Promise<string> {
  const { rows } = await sql<{ traces: string }>`
    select concat_ws(
      ' ',
      (select connection.last_change from connection where connection.client_id = ${key.clientId} and connection.channel_id = ${key.channelId}),
      (select max(product.updated_at) from product where product.client_id || '' = ${key.clientId}),
      (
        select product_history.history_id
        from product_history
        where product_history.client_id = ${key.clientId} and product_history.kind = 'deleted'
        order by product_history.history_id desc
        limit 1
      ),
      -- an evaluation can make a product due that was not
      (
        select evaluation_state.worked_at
        from evaluation_state
        where evaluation_state.client_id = ${key.clientId} and evaluation_state.channel_id = ''
      )
    ) as traces`.execute(connection);
  return rows[0]?.traces ?? '';
}

export interface Ages {
  newestAge: number;
  oldestAge: number;
}

type AgesRow = { [Age in keyof Ages]: number | null };

function agesOf([row]: AgesRow[]): Ages | undefined {
  if (!row || row.newestAge === null || row.oldestAge === null) return undefined;
  return { newestAge: row.newestAge, oldestAge: row.oldestAge };
}

/** Selects the ages of the newest and the oldest of these times, in seconds by the database's clock. */
const agesSince = (time: RawBuilder<unknown>) => sql`
  extract(epoch from clock_timestamp() - max(${time}))::float8 as "newestAge",
  extract(epoch from clock_timestamp() - min(${time}))::float8 as "oldestAge"`;

/**
 * Returns the ages of the newest and the oldest change among the due products of a channel.
 * @param gate the gate of the connection, if it is gated
 * @returns undefined if no product is due
 */
export async function findDueAges(
  connection: Connection,
  key: ConnectionKey,
  gate: Gate | undefined,
): Promise<Ages | undefined> {
  const condition =
    gate === undefined
      ? isDue
      : sql`${isDueGated({ outputHash: outputHash(key) })} and ${gateVerdict(key, gate)} = 'passed'`;
  const { rows } = await sql<AgesRow>`
    with ${gateTables(key)}
    select ${agesSince(sql`greatest(product.updated_at, channel_product.changed_at)`)}
    from channel_product
    join product on product.client_id = ${key.clientId} and product.product_id = channel_product.product_id
    where channel_product.client_id = ${key.clientId}
      and channel_product.channel_id = ${key.channelId}
      and ${condition}`.execute(connection);
  return agesOf(rows);
}

/**
 * Returns the ages of the newest and the oldest deletion among the products to withdraw.
 * @returns undefined if there is no product to withdraw
 */
export async function findDeletedAges(connection: Connection, key: ConnectionKey): Promise<Ages | undefined> {
  const { rows } = await sql<AgesRow>`
    select ${agesSince(sql`deletion.at`)}
    from (
      select
        coalesce(
          (
            select product_history.at
            from product_history
            where product_history.client_id = ${key.clientId}
              and product_history.product_id = channel_product.product_id
              and product_history.kind = 'deleted'
            order by product_history.history_id desc
            limit 1
          ),
          channel_product.changed_at
        ) as at
      from channel_product
      where channel_product.client_id = ${key.clientId}
        and channel_product.channel_id = ${key.channelId}
        and ${isDeletedThere(key.clientId)}
      offset 0
    ) as deletion`.execute(connection);
  return agesOf(rows);
}
