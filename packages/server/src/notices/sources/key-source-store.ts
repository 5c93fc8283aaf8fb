import { sql } from 'kysely';
import type { ClientId, Transaction } from '../../platform/index.ts';
import { installation } from '../inbox/notice-rules.ts';
import type { NoticeCause } from '../notice-types.ts';
import { batchSize, type Claimed } from './source-types.ts';

const soonDays = 7;

interface ExpiringKey {
  /** Null for the key of an adapter or an operator. */
  clientId: ClientId | null;
  adapterId: string | null;
  keyId: string;
  name: string;
  expires: Date;
}

function causeOf({ clientId, adapterId, keyId, name, expires }: ExpiringKey): NoticeCause {
  const common = { groupKey: keyId, occurrences: 1 };
  const subject = { keyId, name, expires: expires.toISOString() };
  return clientId === null
    ? { ...common, clientId: installation, kind: 'installation-key-expires', subject: { ...subject, adapterId } }
    : { ...common, clientId, kind: 'key-expires', subject };
}

/**
 * Claims keys that expire within 7 days and have used up three quarters of their lifetime. Without the second condition, a key that
 * is valid for one day would be a cause as soon as it is created. Rotated keys are not causes.
 */
export async function claimKeys(connection: Transaction, now: Date): Promise<Claimed> {
  const { rows } = await sql<ExpiringKey>`
    with expiring as materialized (
      select access_key.key_id
      from access_key
      where access_key.revoked_at is null
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
      access_key.adapter_id as "adapterId",
      access_key.key_id as "keyId",
      access_key.name,
      access_key.expires_at as expires`.execute(connection);
  return { causes: rows.map(causeOf), isFull: rows.length === batchSize };
}
