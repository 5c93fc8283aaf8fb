import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';
import type { ChannelStateCondition } from './channel-state-rules.ts';

// This feature must not import the feature that submits products, so it reads states through functions of the database.

/** Builds an SQL condition on the table `product` that a product has one of the states. */
export const hasChannelState = ({ clientId, channelId, states }: ChannelStateCondition): RawBuilder<boolean> =>
  sql`exists (
    select
    from channel_states(${clientId}, ${channelId}) as on_channel
    where on_channel.product_id = product.product_id and on_channel.state = any(${states}::text[])
  )`;

/** Returns the condition that the fewest products satisfy, if fewer than `max` do. */
export async function findRarestState(
  connection: Connection,
  conditions: readonly ChannelStateCondition[],
  max: number,
): Promise<ChannelStateCondition | undefined> {
  const { rows } = await sql<{ index: number }>`
    select wanted.index
    from jsonb_to_recordset(${JSON.stringify(conditions.map((one, index) => ({ ...one, index })))}::jsonb)
      as wanted (index integer, "clientId" text, "channelId" text, states text[])
    cross join lateral count_channel_states(wanted."clientId", wanted."channelId", wanted.states, ${max}::integer)
      as counted (products)
    where counted.products < ${max}
    order by counted.products, wanted.index
    limit 1`.execute(connection);
  const [found] = rows;
  return found && conditions[found.index];
}
