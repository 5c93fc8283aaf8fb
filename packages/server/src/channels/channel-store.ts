import { sql } from 'kysely';
import type { ChannelId, Transaction, Database } from '../platform/index.ts';
import type { ChannelRow } from './channel-types.ts';
import { channelColumns } from './channel-views.ts';

/** Inserts a channel. Returns false if the id is taken. Throws 23503 if the adapter does not exist. */
export async function createChannelRow(connection: Database, channel: Omit<ChannelRow, 'createdAt'>): Promise<boolean> {
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
  connection: Transaction,
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

/** Deletes a channel. Returns false if the channel does not exist. Throws 23503 if a client is connected. */
export async function deleteChannelRow(connection: Database, channelId: ChannelId): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from channel
    where channel.channel_id = ${channelId}`.execute(connection);
  return numAffectedRows > 0n;
}

/** Locks a channel until the transaction ends, so that it cannot change between read and write. */
export async function lockChannel(connection: Transaction, channelId: ChannelId): Promise<ChannelRow | undefined> {
  const { rows } = await sql<ChannelRow>`
    select ${channelColumns}
    from channel
    where channel.channel_id = ${channelId}
    for no key update`.execute(connection);
  return rows[0];
}
