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
        select jsonb_object_agg(tally.state, tally.products)
        from channel_product_tally as tally
        where tally.client_id = ${clientId} and tally.channel_id = connection.channel_id and tally.products > 0
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

/** A channel of an adapter with one of its connections. */
export interface AdapterConnection {
  channelId: ChannelId;
  /** Null if the channel has no connection. */
  connection: { clientId: ClientId; createdAt: string; accounts: AdapterAccount[] } | null;
}

/**
 * Lists the channels of an adapter with their connections, sorted by channel and client. A channel without connections is one entry. Omits
 * clients that are being deleted.
 * @param page.after the last entry of the previous page; undefined for the first page. Its client is '' for a channel without connections
 * @param page.limit maximum number of entries; null for all
 */
export async function listAdapterConnections(
  connection: Connection,
  adapterId: AdapterId,
  page: { after: { channelId: string; clientId: string } | undefined; limit: number | null },
): Promise<AdapterConnection[]> {
  const { channelId = '', clientId = '' } = page.after ?? {};
  const { rows } = await sql<AdapterConnection>`
    select
      entry.channel_id as "channelId",
      case when entry.client_id is not null then jsonb_build_object(
        'clientId', entry.client_id,
        'createdAt', to_char(entry.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'accounts', coalesce((
          select jsonb_agg(
            jsonb_build_object(
              'accountId', account.account_id, 'name', account.name, 'state', account.state, 'properties', account.properties
            )
            order by account.created_at, account.account_id
          )
          from account
          where account.client_id = entry.client_id and account.channel_id = entry.channel_id
        ), '[]')
      ) end as connection
    from (
      select channel.channel_id, part.client_id, part.created_at
      from channel
      cross join lateral (
        select connection.client_id, connection.created_at
        from connection
        join client on client.client_id = connection.client_id and client.ending_since is null
        where connection.channel_id = channel.channel_id
          and connection.client_id > case when channel.channel_id = ${channelId} then ${clientId} else '' end
        order by connection.client_id
        limit ${page.limit}::bigint
      ) as part
      where channel.adapter_id = ${adapterId} and channel.channel_id >= ${channelId}
      union all
      select channel.channel_id, null, null
      from channel
      where channel.adapter_id = ${adapterId} and channel.channel_id > ${channelId} and not exists (
        select
        from connection
        join client on client.client_id = connection.client_id and client.ending_since is null
        where connection.channel_id = channel.channel_id
      )
      order by channel_id, client_id
      limit ${page.limit}::bigint
    ) as entry
    order by entry.channel_id, entry.client_id`.execute(connection);
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
