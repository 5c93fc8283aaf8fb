import { sql } from 'kysely';
import type { ReadyWhen } from '@pimento/contract';
import type { Connection, ClientId, AdapterId, ChannelId } from '../platform/index.ts';
import type { ChannelRow, ConnectionKey } from './channel-types.ts';
import { isVisibleTo } from './channel-views.ts';

export interface ConnectionState {
  channelId: ChannelId;
  productCounts: Record<string, number>;
  listOfValues: unknown;
  readyWhen: ReadyWhen;
  isGated: boolean;
  rulesetNo: number | null;
  evaluationAccountId: string | null;
}

/** Lists the connections of a client. @param channelId limits the list to the connection to this channel; null for all channels */
export async function listConnectionStates(
  connection: Connection,
  clientId: ClientId,
  channelId: ChannelId | null,
): Promise<ConnectionState[]> {
  const { rows } = await sql<ConnectionState>`
    select
      connection.channel_id as "channelId",
      connection.list_of_values as "listOfValues",
      connection.ready_when as "readyWhen",
      connection.is_gated as "isGated",
      connection.ruleset_no as "rulesetNo",
      connection.evaluation_account_id as "evaluationAccountId",
      coalesce((
        select jsonb_object_agg(counted.state, counted.count)
        from (
          select channel_product.state, count(*) as count
          from channel_product
          where channel_product.client_id = connection.client_id and channel_product.channel_id = connection.channel_id
          group by channel_product.state
        ) as counted
      ), '{}') as "productCounts"
    from connection
    where connection.client_id = ${clientId}
      and (${channelId}::text is null or connection.channel_id = ${channelId})`.execute(connection);
  return rows;
}

/**
 * Returns a channel and whether the client is connected to it.
 * @returns undefined if the channel does not exist or the client may not see it
 */
export async function findConnection(
  connection: Connection,
  key: ConnectionKey,
): Promise<
  (Pick<ChannelRow, 'adapterId' | 'name' | 'batchSize' | 'capabilities'> & { connected: boolean }) | undefined
> {
  const { rows } = await sql<
    Pick<ChannelRow, 'adapterId' | 'name' | 'batchSize' | 'capabilities'> & { connected: boolean }
  >`
    select
      channel.adapter_id as "adapterId",
      channel.name,
      channel.batch_size as "batchSize",
      channel.capabilities,
      exists (
        select 1
        from connection
        where connection.client_id = ${key.clientId} and connection.channel_id = channel.channel_id
      ) as connected
    from channel
    where channel.channel_id = ${key.channelId} and ${isVisibleTo(key.clientId)}`.execute(connection);
  return rows[0];
}

/** Returns true if the client's products have changes that have not been applied to the connection yet. */
export async function isBehindFeed(connection: Connection, key: ConnectionKey): Promise<boolean> {
  const { rows } = await sql<{ isBehind: boolean }>`
    select connection.feed_position is distinct from feed_end(connection.client_id) as "isBehind"
    from connection
    where connection.client_id = ${key.clientId} and connection.channel_id = ${key.channelId}`.execute(connection);
  return rows[0]?.isBehind ?? false;
}

/** Lists up to `max` connections for which `isBehindFeed` is true, in order of their keys, starting after `after`. */
export async function listConnectionsBehind(
  connection: Connection,
  after: ConnectionKey | undefined,
  max: number,
): Promise<ConnectionKey[]> {
  const { rows } = await sql<ConnectionKey>`
    select connection.client_id as "clientId", connection.channel_id as "channelId"
    from connection
    where (connection.client_id, connection.channel_id) > (${after?.clientId ?? ''}, ${after?.channelId ?? ''})
      and connection.feed_position is distinct from feed_end(connection.client_id)
    order by connection.client_id, connection.channel_id
    limit ${max}`.execute(connection);
  return rows;
}

export interface AdapterAccount {
  accountId: string;
  name: string;
  state: 'Authenticating' | 'Connected' | 'Failed';
  /** The account's properties without passwords. */
  properties: Record<string, string>;
}

/** Lists the connections to an adapter's channels, sorted by channel and client. Omits clients that are being deleted. */
export async function listAdapterConnections(
  connection: Connection,
  adapterId: AdapterId,
): Promise<(ConnectionKey & { createdAt: Date; accounts: AdapterAccount[] })[]> {
  const { rows } = await sql<ConnectionKey & { createdAt: Date; accounts: AdapterAccount[] }>`
    select
      connection.client_id as "clientId",
      connection.channel_id as "channelId",
      connection.created_at as "createdAt",
      coalesce((
        select jsonb_agg(
          jsonb_build_object(
            'accountId', account.account_id, 'name', account.name, 'state', account.state, 'properties', account.properties
          )
          order by account.created_at, account.account_id
        )
        from account
        where account.client_id = connection.client_id and account.channel_id = connection.channel_id
      ), '[]') as accounts
    from channel
    join connection on connection.channel_id = channel.channel_id
    join client on client.client_id = connection.client_id and client.ending_since is null
    where channel.adapter_id = ${adapterId}
    order by connection.channel_id, connection.client_id`.execute(connection);
  return rows;
}

/** Lists the channels that a client is connected to, with their adapters, in order of channel ids. */
export async function listChannelsOf(
  connection: Connection,
  clientId: ClientId,
): Promise<{ channelId: ChannelId; adapterId: AdapterId }[]> {
  const { rows } = await sql<{ channelId: ChannelId; adapterId: AdapterId }>`
    select connection.channel_id as "channelId", channel.adapter_id as "adapterId"
    from connection
    join channel on channel.channel_id = connection.channel_id
    where connection.client_id = ${clientId}
    order by connection.channel_id`.execute(connection);
  return rows;
}
