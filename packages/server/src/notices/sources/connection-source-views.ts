import { sql } from 'kysely';
import type { ClientId, Connection } from '../../platform/index.ts';

/** The connection of a client to a channel. */
export interface ServedConnection {
  clientId: ClientId;
  channelId: string;
  channelName: string;
}

/** Lists up to `limit` connections that an adapter serves, sorted by channel and client, starting after the connection `after`. */
export async function listServedConnections(
  connection: Connection,
  adapterId: string,
  { after, limit }: { after: ServedConnection | undefined; limit: number },
): Promise<ServedConnection[]> {
  const { rows } = await sql<ServedConnection>`
    select connection.client_id as "clientId", connection.channel_id as "channelId", channel.name as "channelName"
    from channel
    join connection on connection.channel_id = channel.channel_id
    where channel.adapter_id = ${adapterId}
      and (
        ${after?.channelId ?? null}::text is null
        or (connection.channel_id, connection.client_id) > (${after?.channelId ?? null}::text, ${after?.clientId ?? null}::text)
      )
    order by connection.channel_id, connection.client_id
    limit ${limit}`.execute(connection);
  return rows;
}
