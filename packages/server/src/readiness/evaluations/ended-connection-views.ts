import { sql } from 'kysely';
import type { Connection, ProductId } from '../../platform/core.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';

/** Returns an ended connection that still has evaluations or counts. @returns undefined if there is none */
export async function findEndedConnection(connection: Connection): Promise<ConnectionKey | undefined> {
  const { rows } = await sql<ConnectionKey>`
    select state.client_id as "clientId", state.channel_id as "channelId"
    from evaluation_state as state
    where state.channel_id > '' and not exists (
      select
      from connection
      where connection.client_id = state.client_id and connection.channel_id = state.channel_id
    )
    order by state.client_id, state.channel_id
    limit 1`.execute(connection);
  return rows[0];
}

export async function isConnected(connection: Connection, { clientId, channelId }: ConnectionKey): Promise<boolean> {
  const { rows } = await sql`
    select
    from connection
    where connection.client_id = ${clientId} and connection.channel_id = ${channelId}`.execute(connection);
  return rows.length > 0;
}

/** Returns the first products that have an evaluation on a channel. */
export async function listFirstEvaluated(
  connection: Connection,
  { clientId, channelId }: ConnectionKey,
  max: number,
): Promise<ProductId[]> {
  const { rows } = await sql<{ productId: ProductId }>`
    select evaluation.product_id as "productId"
    from channel_evaluation as evaluation
    where evaluation.client_id = ${clientId} and evaluation.channel_id = ${channelId}
    order by evaluation.product_id
    limit ${max}`.execute(connection);
  return rows.map(({ productId }) => productId);
}
