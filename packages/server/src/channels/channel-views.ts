import { problem } from '@pimento/contract/problem';
import { sql } from 'kysely';
import { type AdapterId, type ChannelId, type ClientId, type Connection, PimentoError } from '../platform/core.ts';
import type { AdapterRow, ChannelRow } from './channel-types.ts';

export const unknownChannel = (channelId: ChannelId) => new PimentoError(problem('unknown-channel', { channelId }));

export const channelColumns = sql`
  channel.channel_id as "channelId",
  channel.adapter_id as "adapterId",
  channel.name,
  channel.logo_url as "logoUrl",
  channel.batch_size as "batchSize",
  channel.account_fields as "accountFields",
  case
    when channel.is_private then coalesce((
      select jsonb_agg(channel_client.client_id order by channel_client.client_id)
      from channel_client
      where channel_client.channel_id = channel.channel_id
    ), '[]')
  end as "clientIds",
  channel.capabilities,
  channel.standard_version as "standardVersion",
  channel.allow_invalid as "allowInvalid",
  channel.created_at as "createdAt"`;

/**
 * SQL condition that a client may see and use a channel. The channel is open to all clients, the client is one of the channel's clients, or
 * the client is connected to the channel.
 */
export const isVisibleTo = (clientId: ClientId) => sql<boolean>`(
  not channel.is_private
  or exists (
    select 1
    from channel_client
    where channel_client.client_id = ${clientId} and channel_client.channel_id = channel.channel_id
  )
  or exists (
    select 1
    from connection
    where connection.client_id = ${clientId} and connection.channel_id = channel.channel_id
  )
)`;

export async function findChannel(connection: Connection, channelId: ChannelId): Promise<ChannelRow | undefined> {
  const { rows } = await sql<ChannelRow>`
    select ${channelColumns}
    from channel
    where channel.channel_id = ${channelId}`.execute(connection);
  return rows[0];
}

/** Returns a channel that the client may see and use. @returns undefined if there is no such channel */
export async function findVisibleChannel(
  connection: Connection,
  { clientId, channelId }: { clientId: ClientId; channelId: ChannelId },
): Promise<ChannelRow | undefined> {
  const { rows } = await sql<ChannelRow>`
    select ${channelColumns}
    from channel
    where channel.channel_id = ${channelId} and ${isVisibleTo(clientId)}`.execute(connection);
  return rows[0];
}

/**
 * Lists channels, sorted by id, with the number of clients connected to each.
 * @param filter.visibleTo only channels that this client may see
 */
export async function listChannelRows(
  connection: Connection,
  filter: {
    adapterId?: AdapterId | undefined;
    channelId?: ChannelId | undefined;
    visibleTo?: ClientId | undefined;
  },
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
      and ${filter.visibleTo === undefined ? sql`true` : isVisibleTo(filter.visibleTo)}
    order by channel.channel_id`.execute(connection);
  return rows;
}

/** Lists the channels with these ids, sorted by id. */
export async function listChannelsOfIds(
  connection: Connection,
  channelIds: readonly ChannelId[],
): Promise<ChannelRow[]> {
  const { rows } = await sql<ChannelRow>`
    select ${channelColumns}
    from channel
    where channel.channel_id = any(${channelIds}::text[])
    order by channel.channel_id`.execute(connection);
  return rows;
}

/** Lists adapters, sorted by id. @param adapterId limits the list to this adapter; null for all adapters */
export async function listAdapterRows(connection: Connection, adapterId: AdapterId | null): Promise<AdapterRow[]> {
  const { rows } = await sql<AdapterRow>`
    select
      adapter.adapter_id as "adapterId",
      adapter.name,
      adapter.created_at as "createdAt",
      array(
        select channel.channel_id
        from channel
        where channel.adapter_id = adapter.adapter_id
        order by channel.channel_id
      ) as "channelIds"
    from adapter
    where ${adapterId}::text is null or adapter.adapter_id = ${adapterId}
    order by adapter.adapter_id`.execute(connection);
  return rows;
}
