import type { Key } from '@pimento/contract';
import { sql } from 'kysely';
import type { Connection, ClientId, AdapterId } from '../platform/index.ts';
import { keyColumns, type KeyRow } from './key-store.ts';

/** Converts a key to the form that operators see, without its hash. */
export function keyView(row: KeyRow): Key {
  return {
    keyId: row.keyId,
    kind: row.kind,
    name: row.name,
    clientId: row.clientId,
    adapterId: row.adapterId,
    scopes: row.scopes,
    created: row.createdAt.toISOString(),
    lastUsed: row.lastUsedAt?.toISOString() ?? null,
    expires: row.expiresAt?.toISOString() ?? null,
    revoked: row.revokedAt?.toISOString() ?? null,
  };
}

/** Lists keys, newest first; `filter` limits the list to one client or adapter. */
export async function listKeys(
  connection: Connection,
  filter: { clientId?: ClientId | undefined; adapterId?: AdapterId | undefined },
): Promise<Key[]> {
  const { rows } = await sql<KeyRow>`
    select ${keyColumns}
    from access_key
    where (${filter.clientId ?? null}::text is null or access_key.client_id = ${filter.clientId ?? null})
      and (${filter.adapterId ?? null}::text is null or access_key.adapter_id = ${filter.adapterId ?? null})
    order by access_key.created_at desc, access_key.key_id desc`.execute(connection);
  return rows.map(keyView);
}

/**
 * Returns the time of each adapter's last call by adapter id, including calls with revoked keys. Adapters that never called are omitted.
 */
export async function listLastCalls(connection: Connection): Promise<Map<string, Date>> {
  const { rows } = await sql<{ adapterId: AdapterId; lastCall: Date }>`
    select access_key.adapter_id as "adapterId", max(access_key.last_used_at) as "lastCall"
    from access_key
    where access_key.adapter_id is not null and access_key.last_used_at is not null
    group by access_key.adapter_id`.execute(connection);
  return new Map(rows.map(({ adapterId, lastCall }) => [adapterId, lastCall]));
}
