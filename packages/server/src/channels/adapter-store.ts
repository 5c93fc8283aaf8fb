import { sql } from 'kysely';
import type { AdapterId, Connection, Transaction, Database } from '../platform/index.ts';

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

/** Locks an adapter until the transaction ends, so that it is not deleted meanwhile. @returns false if the adapter does not exist */
export async function lockAdapterRow(connection: Connection, adapterId: AdapterId): Promise<boolean> {
  const { rows } = await sql`
    select
    from adapter
    where adapter.adapter_id = ${adapterId}
    for key share`.execute(connection);
  return rows.length > 0;
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
export async function deleteAdapterRow(connection: Transaction, adapterId: AdapterId, at: Date): Promise<boolean> {
  // waits for transactions that create keys of the adapter
  const { numAffectedRows = 0n } = await sql`
    delete from adapter
    where adapter.adapter_id = ${adapterId}`.execute(connection);
  if (numAffectedRows === 0n) return false;
  // a separate statement, so that it sees the keys that these transactions have created
  await sql`
    update access_key
    set revoked_at = coalesce(access_key.revoked_at, ${at})
    where access_key.adapter_id = ${adapterId}`.execute(connection);
  return true;
}
