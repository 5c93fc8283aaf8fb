import { sql } from 'kysely';
import type { AdapterId, Transaction, Database } from '../platform/index.ts';

/** Inserts an adapter. @returns false if the id is taken */
export async function createAdapterRow(
  connection: Transaction,
  adapter: { adapterId: AdapterId; name: string },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into adapter (adapter_id, name)
    values (${adapter.adapterId}, ${adapter.name})
    on conflict do nothing`.execute(connection);
  return numAffectedRows > 0n;
}

/** Renames an adapter. @returns false if the adapter does not exist */
export async function renameAdapterRow(connection: Database, adapterId: AdapterId, name: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update adapter
    set name = ${name}
    where adapter.adapter_id = ${adapterId}`.execute(connection);
  return numAffectedRows > 0n;
}

/**
 * Deletes an adapter and revokes its keys.
 * @returns false if the adapter does not exist
 * @throws PostgreSQL error 23503 if the adapter still serves a channel
 */
export async function deleteAdapterRow(connection: Database, adapterId: AdapterId, at: Date): Promise<boolean> {
  const { rows } = await sql<{ adapterId: AdapterId }>`
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
