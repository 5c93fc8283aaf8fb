import { sql } from 'kysely';
import type { ChannelId, ClientId, Database, Transaction } from '../platform/index.ts';
import type { ChannelRow, NewChannel } from './channel-types.ts';
import { channelColumns } from './channel-views.ts';

/**
 * Inserts a channel with the clients that may use it.
 * @returns false if the id is taken
 * @throws PostgreSQL error 23503 if the adapter does not exist; the clients must be locked
 */
export async function createChannelRow(connection: Database, channel: NewChannel): Promise<boolean> {
  const { rows } = await sql<{ channelId: ChannelId }>`
    with made as (
      insert into channel (channel_id, adapter_id, name, logo_url, batch_size, account_fields, is_private, capabilities)
      values (
        ${channel.channelId}, ${channel.adapterId}, ${channel.name}, ${channel.logoUrl}, ${channel.batchSize},
        ${JSON.stringify(channel.accountFields)}::jsonb, ${channel.clientIds !== null}, ${channel.capabilities}::text[]
      )
      on conflict do nothing
      returning channel.channel_id
    ),
    named as (
      insert into channel_client (client_id, channel_id)
      select distinct named_client.client_id, made.channel_id
      from made
      cross join unnest(${channel.clientIds ?? []}::text[]) as named_client (client_id)
    )
    select made.channel_id as "channelId"
    from made`.execute(connection);
  return rows.length === 1;
}

export async function updateChannelRow(
  connection: Transaction,
  channel: Omit<ChannelRow, 'createdAt' | 'adapterId' | 'standardVersion'>,
): Promise<void> {
  await sql`
    update channel
    set
      name = ${channel.name},
      logo_url = ${channel.logoUrl},
      batch_size = ${channel.batchSize},
      account_fields = ${JSON.stringify(channel.accountFields)}::jsonb,
      is_private = ${channel.clientIds !== null},
      capabilities = ${channel.capabilities}::text[],
      allow_invalid = ${channel.allowInvalid},
      updated_at = now()
    where channel.channel_id = ${channel.channelId}`.execute(connection);
}

/**
 * Locks clients, so that none of them is deleted before the transaction ends. Does not lock clients whose deletion has begun.
 * @returns the ids of the locked clients
 */
export async function lockClients(connection: Transaction, clientIds: readonly ClientId[]): Promise<Set<ClientId>> {
  const { rows } = await sql<{ clientId: ClientId }>`
    select client.client_id as "clientId"
    from client
    where client.client_id = any(${clientIds}::text[]) and client.ending_since is null
    order by client.client_id
    for key share`.execute(connection);
  return new Set(rows.map(({ clientId }) => clientId));
}

/** Replaces the list of clients that may use a channel. */
export async function saveChannelClients(
  connection: Transaction,
  channelId: ChannelId,
  clientIds: readonly ClientId[],
): Promise<void> {
  await sql`
    delete from channel_client
    where channel_client.channel_id = ${channelId} and channel_client.client_id <> all(${clientIds}::text[])`.execute(
    connection,
  );
  await sql`
    insert into channel_client (client_id, channel_id)
    select distinct named.client_id, ${channelId}
    from unnest(${clientIds}::text[]) as named (client_id)
    on conflict do nothing`.execute(connection);
}

/** Deletes a channel. @returns false if the channel does not exist @throws PostgreSQL error 23503 if a client is connected */
export async function deleteChannelRow(connection: Database, channelId: ChannelId): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from channel
    where channel.channel_id = ${channelId}`.execute(connection);
  return numAffectedRows > 0n;
}

/**
 * Locks a channel until the transaction ends, so that it cannot change between read and write.
 * @returns undefined if the channel does not exist
 */
export async function lockChannel(connection: Transaction, channelId: ChannelId): Promise<ChannelRow | undefined> {
  const { rows } = await sql<ChannelRow>`
    select ${channelColumns}
    from channel
    where channel.channel_id = ${channelId}
    for no key update`.execute(connection);
  return rows[0];
}
