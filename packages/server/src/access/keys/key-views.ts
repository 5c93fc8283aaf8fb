import type { Key } from '@pimento/contract';
import { sql } from 'kysely';
import type { Connection, ClientId, AdapterId } from '../../platform/index.ts';
import { keyColumns, type KeyRow } from './key-store.ts';

type KeyViewRow = KeyRow & { creatorName: string | null };

/** The columns of a key, and the current name of its creator. */
const viewColumns = sql`
  ${keyColumns},
  case split_part(access_key.created_by, ':', 1)
    when 'user' then (
      select person.name from person where person.person_id = substr(access_key.created_by, 6)
    )
    when 'key' then (
      select creator.name from access_key as creator where creator.key_id = substr(access_key.created_by, 5)
    )
  end as "creatorName"`;

/** Returns the API representation of a key, without its hash. */
function keyView(row: KeyViewRow): Key {
  return {
    keyId: row.keyId,
    kind: row.kind,
    name: row.name,
    clientId: row.clientId,
    adapterId: row.adapterId,
    scopes: row.scopes,
    addresses: row.addresses,
    created: row.createdAt.toISOString(),
    createdBy: row.createdBy === null ? null : { actor: row.createdBy, name: row.creatorName },
    lastUsed: row.lastUsedAt?.toISOString() ?? null,
    lastAddress: row.lastAddress,
    expires: row.expiresAt?.toISOString() ?? null,
    revoked: row.revokedAt?.toISOString() ?? null,
  };
}

/** Returns a key. @throws Error if it does not exist */
export async function getKey(connection: Connection, keyId: string): Promise<Key> {
  const { rows } = await sql<KeyViewRow>`
    select ${viewColumns}
    from access_key
    where access_key.key_id = ${keyId}`.execute(connection);
  const [row] = rows;
  if (!row) throw new Error(`there is no key ${keyId}`);
  return keyView(row);
}

/** Lists keys, newest first. `filter` limits the list to one client or adapter. */
export async function listKeys(
  connection: Connection,
  filter: { clientId?: ClientId | undefined; adapterId?: AdapterId | undefined },
): Promise<Key[]> {
  const { rows } = await sql<KeyViewRow>`
    select ${viewColumns}
    from access_key
    where (${filter.clientId ?? null}::text is null or access_key.client_id = ${filter.clientId ?? null})
      and (${filter.adapterId ?? null}::text is null or access_key.adapter_id = ${filter.adapterId ?? null})
    order by access_key.created_at desc, access_key.key_id desc`.execute(connection);
  return rows.map(keyView);
}

/**
 * Returns the time of each adapter's last call, keyed by adapter id. Calls with revoked keys count. Adapters that never called are omitted.
 */
export async function listLastCalls(connection: Connection): Promise<Map<string, Date>> {
  const { rows } = await sql<{ adapterId: AdapterId; lastCall: Date }>`
    select access_key.adapter_id as "adapterId", max(access_key.last_used_at) as "lastCall"
    from access_key
    where access_key.adapter_id is not null and access_key.last_used_at is not null
    group by access_key.adapter_id`.execute(connection);
  return new Map(rows.map(({ adapterId, lastCall }) => [adapterId, lastCall]));
}
