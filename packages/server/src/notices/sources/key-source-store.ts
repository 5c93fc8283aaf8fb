import { sql } from 'kysely';
import type { ClientId, Transaction } from '../../platform/index.ts';
import type { NoticeCause } from '../notice-types.ts';
import { batchSize, type Claimed } from './source-types.ts';

const soonDays = 7;

/**
 * Claims client keys that expire within 7 days and have used up three quarters of their lifetime. Without the second condition, a key that
 * is valid for one day would be a cause as soon as it is created. Rotated keys are not causes.
 */
export async function claimKeys(connection: Transaction, now: Date): Promise<Claimed> {
  const { rows } = await sql<{ clientId: ClientId; keyId: string; name: string; expires: Date }>`
    with expiring as materialized (
      select access_key.key_id
      from access_key
      where access_key.client_id is not null
        and access_key.revoked_at is null
        and access_key.expires_at > ${now}
        and access_key.expires_at <= ${now}::timestamptz + make_interval(days => ${soonDays})
        and access_key.expires_at - ${now}::timestamptz <= (access_key.expires_at - access_key.created_at) / 4
        and access_key.noticed_expiry is distinct from access_key.expires_at
      order by access_key.key_id
      limit ${batchSize}
      for update skip locked
    )
    update access_key
    set noticed_expiry = access_key.expires_at
    from expiring
    where access_key.key_id = expiring.key_id
    returning
      access_key.client_id as "clientId",
      access_key.key_id as "keyId",
      access_key.name,
      access_key.expires_at as expires`.execute(connection);
  const causes = rows.map(({ clientId, keyId, name, expires }): NoticeCause => ({
    clientId,
    kind: 'key-expires',
    groupKey: keyId,
    subject: { keyId, name, expires: expires.toISOString() },
    occurrences: 1,
  }));
  return { causes, isFull: rows.length === batchSize };
}
