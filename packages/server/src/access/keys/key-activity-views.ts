import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../platform/core.ts';

/**
 * Returns the ids of the given keys that can no longer be used, because they were revoked or deleted, or had expired at `now`.
 * @param now null if expired keys count as usable
 */
export async function findEndedKeys(
  connection: Connection,
  keyIds: readonly string[],
  now: Date | null,
): Promise<string[]> {
  if (keyIds.length === 0) return [];
  const { rows } = await sql<{ keyId: string }>`
    select asked.key_id as "keyId"
    from unnest(${keyIds}::text[]) as asked (key_id)
    left join access_key on access_key.key_id = asked.key_id
    where access_key.key_id is null
      or access_key.revoked_at is not null
      or access_key.expires_at <= ${now}::timestamptz`.execute(connection);
  return rows.map(({ keyId }) => keyId);
}

/** SQL condition that the key exists, was not revoked, and has not expired at `now`. For statements that write on behalf of a key. */
export const isKeyUsable = (keyId: RawBuilder<string>, now: Date): RawBuilder<boolean> => sql`
  exists (
    select 1
    from access_key
    where access_key.key_id = ${keyId}
      and access_key.revoked_at is null
      and (access_key.expires_at is null or access_key.expires_at > ${now}::timestamptz)
  )`;
