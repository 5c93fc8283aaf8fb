import { sql } from 'kysely';
import type { Connection, AdapterId, ChannelId } from '../platform/index.ts';
import type { ChannelRow } from './channel-types.ts';

/** The columns of a `ChannelRow`. */
export const channelColumns = sql`
  channel.channel_id as "channelId",
  channel.adapter_id as "adapterId",
  channel.name,
  channel.logo_url as "logoUrl",
  channel.batch_size as "batchSize",
  channel.account_fields as "accountFields",
  channel.created_at as "createdAt"`;

export async function findChannel(connection: Connection, channelId: ChannelId): Promise<ChannelRow | undefined> {
  const { rows } = await sql<ChannelRow>`
    select ${channelColumns}
    from channel
    where channel.channel_id = ${channelId}`.execute(connection);
  return rows[0];
}

/** Lists channels, sorted by id, with the number of clients connected to each. */
export async function listChannelRows(
  connection: Connection,
  filter: { adapterId?: AdapterId | undefined; channelId?: ChannelId | undefined },
): Promise<(ChannelRow & { connections: number })[]> {
  const { rows } = await sql<ChannelRow & { connections: number }>`
    select
      ${channelColumns},
      (
        select count(*)
        from connection
        where connection.channel_id = channel.channel_id
      ) as connections
    from channel
    where (${filter.adapterId ?? null}::text is null or channel.adapter_id = ${filter.adapterId ?? null})
      and (${filter.channelId ?? null}::text is null or channel.channel_id = ${filter.channelId ?? null})
    order by channel.channel_id`.execute(connection);
  return rows;
}
