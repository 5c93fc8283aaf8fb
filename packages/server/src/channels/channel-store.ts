import { sql } from 'kysely';
import type { Connection } from '../platform/index.ts';
import type { ChannelRow } from './channel-types.ts';

const columns = sql`
  channel.channel_id as "channelId",
  channel.adapter_id as "adapterId",
  channel.name,
  channel.logo_url as "logoUrl",
  channel.batch_size as "batchSize",
  channel.account_fields as "accountFields",
  channel.created_at as "createdAt"`;

/** False where the id is taken. Throws 23503 where there is no such adapter. */
export async function createChannelRow(connection: Connection, channel: Omit<ChannelRow, 'createdAt'>): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into channel (channel_id, adapter_id, name, logo_url, batch_size, account_fields)
    values (
      ${channel.channelId}, ${channel.adapterId}, ${channel.name}, ${channel.logoUrl}, ${channel.batchSize},
      ${JSON.stringify(channel.accountFields)}::jsonb
    )
    on conflict do nothing`.execute(connection);
  return numAffectedRows > 0n;
}

export async function updateChannelRow(
  connection: Connection,
  channel: Omit<ChannelRow, 'createdAt' | 'adapterId'>,
): Promise<void> {
  await sql`
    update channel
    set
      name = ${channel.name},
      logo_url = ${channel.logoUrl},
      batch_size = ${channel.batchSize},
      account_fields = ${JSON.stringify(channel.accountFields)}::jsonb,
      updated_at = now()
    where channel.channel_id = ${channel.channelId}`.execute(connection);
}

/** Throws 23503 where a client is connected. */
export async function deleteChannelRow(connection: Connection, channelId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from channel
    where channel.channel_id = ${channelId}`.execute(connection);
  return numAffectedRows > 0n;
}

export async function findChannel(connection: Connection, channelId: string): Promise<ChannelRow | undefined> {
  const { rows } = await sql<ChannelRow>`
    select ${columns}
    from channel
    where channel.channel_id = ${channelId}`.execute(connection);
  return rows[0];
}

/** Locks a channel, so that what is merged into it is written to what was read. */
export async function lockChannel(connection: Connection, channelId: string): Promise<ChannelRow | undefined> {
  const { rows } = await sql<ChannelRow>`
    select ${columns}
    from channel
    where channel.channel_id = ${channelId}
    for no key update`.execute(connection);
  return rows[0];
}

/** Channels by id, with the number of clients that are connected to each. */
export async function listChannelRows(
  connection: Connection,
  filter: { adapterId?: string | undefined; channelId?: string | undefined },
): Promise<(ChannelRow & { connections: number })[]> {
  const { rows } = await sql<ChannelRow & { connections: number }>`
    select
      ${columns},
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
