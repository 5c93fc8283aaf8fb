import { sql } from 'kysely';
import type { Connection, AdapterId } from '../platform/index.ts';
import type { AdapterRow } from './channel-types.ts';

/** Lists all adapters, sorted by id, or only the given one. */
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
