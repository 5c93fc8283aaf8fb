import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/index.ts';
import type { PasskeyRow } from './passkey-views.ts';

/** Stores a passkey. @returns false if a passkey with this credential id exists */
export async function createPasskeyRow(
  connection: Transaction,
  passkey: Omit<PasskeyRow, 'lastUsedAt'>,
): Promise<boolean> {
  const { rows } = await sql<{ passkeyId: string }>`
    insert into passkey (
      credential_id, person_id, passkey_id, name, public_key, counter, transports, is_synced, created_at
    )
    values (
      ${passkey.credentialId}, ${passkey.personId}, ${passkey.passkeyId}, ${passkey.name}, ${passkey.publicKey},
      ${passkey.counter}, ${passkey.transports}, ${passkey.isSynced}, ${passkey.createdAt}
    )
    on conflict do nothing
    returning passkey.passkey_id as "passkeyId"`.execute(connection);
  return rows.length === 1;
}

/** Renames a passkey of a person. @returns false if the person has no such passkey */
export async function renamePasskeyRow(
  connection: Database,
  passkey: { personId: string; passkeyId: string; name: string },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update passkey
    set name = ${passkey.name}
    where passkey.person_id = ${passkey.personId} and passkey.passkey_id = ${passkey.passkeyId}`.execute(connection);
  return numAffectedRows > 0n;
}

/** Deletes a passkey of a person. @returns false if the person has no such passkey */
export async function deletePasskeyRow(connection: Database, personId: string, passkeyId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from passkey
    where passkey.person_id = ${personId} and passkey.passkey_id = ${passkeyId}`.execute(connection);
  return numAffectedRows > 0n;
}

/**
 * Records a sign-in with a passkey. A signature count of 0 is always accepted, because many authenticators do not count.
 * @returns false if the passkey was deleted, or if the stored signature count is not lower than `counter`, which indicates a copied passkey
 */
export async function recordPasskeyUse(
  connection: Database,
  use: { credentialId: string; counter: number; now: Date },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update passkey
    set counter = ${use.counter}, last_used_at = ${use.now}
    where passkey.credential_id = ${use.credentialId}
      and (${use.counter}::bigint = 0 or passkey.counter < ${use.counter}::bigint)`.execute(connection);
  return numAffectedRows > 0n;
}
