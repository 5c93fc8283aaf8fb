import { sql } from 'kysely';
import type { ConnectionKey } from '../../channels/index.ts';
import type { Connection, Transaction } from '../../platform/index.ts';

/**
 * Returns a connection that has ended and still has states of products. Ignores clients that are being deleted, because the deletion also
 * deletes these states.
 * @returns undefined if there is none
 */
export async function findEndedConnection(connection: Connection): Promise<ConnectionKey | undefined> {
  const { rows } = await sql<ConnectionKey>`
    select tally.client_id as "clientId", tally.channel_id as "channelId"
    from channel_product_tally as tally
    join client on client.client_id = tally.client_id and client.ending_since is null
    where not exists (
      select
      from connection
      where connection.client_id = tally.client_id and connection.channel_id = tally.channel_id
    )
    order by tally.client_id, tally.channel_id
    limit 1`.execute(connection);
  return rows[0];
}

/**
 * Locks the tallies of an ended connection until the transaction ends. A client that connects again waits for this lock.
 * @returns false if the client has connected again
 */
export async function lockEnded(transaction: Transaction, { clientId, channelId }: ConnectionKey): Promise<boolean> {
  await sql`
    select
    from channel_product_tally as tally
    where tally.client_id = ${clientId} and tally.channel_id = ${channelId}
    order by tally.state
    for update`.execute(transaction);
  // a separate statement, so that it sees a connection that was made while the first statement waited
  const { rows } = await sql`
    select
    from connection
    where connection.client_id = ${clientId} and connection.channel_id = ${channelId}`.execute(transaction);
  return rows.length === 0;
}

/** Deletes up to `limit` states of an ended connection. @returns the number of deleted states */
export async function deleteStates(
  transaction: Transaction,
  { clientId, channelId }: ConnectionKey,
  limit: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with chosen as materialized (
      select channel_product.product_id
      from channel_product
      where channel_product.client_id = ${clientId} and channel_product.channel_id = ${channelId}
      order by channel_product.product_id
      limit ${limit}
    )
    delete from channel_product
    using chosen
    where channel_product.client_id = ${clientId}
      and channel_product.channel_id = ${channelId}
      and channel_product.product_id = chosen.product_id`.execute(transaction);
  return Number(numAffectedRows);
}

export async function deleteTallies(transaction: Transaction, { clientId, channelId }: ConnectionKey): Promise<void> {
  await sql`
    delete from channel_product_tally
    where channel_product_tally.client_id = ${clientId}
      and channel_product_tally.channel_id = ${channelId}`.execute(transaction);
}
