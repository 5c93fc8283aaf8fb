import { sql } from 'kysely';
import type { Connection } from '../platform/index.ts';
import type { AdapterRow } from './channel-types.ts';

/** False where the id is taken. */
export async function createAdapterRow(
  connection: Connection,
  adapter: { adapterId: string; name: string },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into adapter (adapter_id, name)
    values (${adapter.adapterId}, ${adapter.name})
    on conflict do nothing`.execute(connection);
  return numAffectedRows > 0n;
}

export async function renameAdapterRow(connection: Connection, adapterId: string, name: string): Promise<void> {
  await sql`update adapter set name = ${name} where adapter.adapter_id = ${adapterId}`.execute(connection);
}

/** Deletes an adapter and revokes its keys. Throws 23503 where it still serves a channel. */
export async function deleteAdapterRow(connection: Connection, adapterId: string, at: Date): Promise<boolean> {
  const { rows } = await sql<{ adapterId: string }>`
    with deleted as (
      delete from adapter
      where adapter.adapter_id = ${adapterId}
      returning adapter.adapter_id
    ), revoked as (
      update access_key
      set revoked_at = coalesce(access_key.revoked_at, ${at})
      from deleted
      where access_key.adapter_id = deleted.adapter_id
    )
    select deleted.adapter_id as "adapterId"
    from deleted`.execute(connection);
  return rows.length > 0;
}

/** All adapters by id, or the one that is asked for. */
export async function listAdapterRows(connection: Connection, adapterId: string | null): Promise<AdapterRow[]> {
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
