import type { Passkey } from '@pimento/contract';
import { sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';

export interface PasskeyRow {
  passkeyId: string;
  credentialId: string;
  personId: string;
  name: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  isSynced: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** Returns the API representation of a passkey, without its key and credential id. */
export const passkeyView = (row: Omit<PasskeyRow, 'publicKey'>): Passkey => ({
  passkeyId: row.passkeyId,
  name: row.name,
  isSynced: row.isSynced,
  created: row.createdAt.toISOString(),
  lastUsed: row.lastUsedAt?.toISOString() ?? null,
});

const columns = sql`
  passkey.passkey_id as "passkeyId",
  passkey.credential_id as "credentialId",
  passkey.person_id as "personId",
  passkey.name,
  passkey.public_key as "publicKey",
  passkey.counter::float8 as counter,
  passkey.transports,
  passkey.is_synced as "isSynced",
  passkey.created_at as "createdAt",
  passkey.last_used_at as "lastUsedAt"`;

/** Lists the passkeys of a person, oldest first. */
export async function listPasskeys(connection: Connection, personId: string): Promise<PasskeyRow[]> {
  const { rows } = await sql<PasskeyRow>`
    select ${columns}
    from passkey
    where passkey.person_id = ${personId}
    order by passkey.created_at, passkey.passkey_id`.execute(connection);
  return rows;
}

/**
 * Returns the passkey with this credential id, and the e-mail address of its owner.
 * @returns undefined if there is no such passkey or its owner is disabled
 */
export async function findPasskey(
  connection: Connection,
  credentialId: string,
): Promise<(PasskeyRow & { email: string }) | undefined> {
  const { rows } = await sql<PasskeyRow & { email: string }>`
    select ${columns}, person.email
    from passkey
    join person on person.person_id = passkey.person_id
    where passkey.credential_id = ${credentialId} and person.disabled_at is null`.execute(connection);
  return rows[0];
}
