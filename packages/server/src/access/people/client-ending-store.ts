import { sql } from 'kysely';
import type { ClientId, Transaction } from '../../platform/index.ts';

/**
 * Locks a client against a second deletion. Other transactions can still add rows that refer to the client.
 * @returns `endingSince`, the time at which the deletion of the client began, null if it has not begun; undefined if there is no such
 * client
 */
export async function lockClient(
  connection: Transaction,
  clientId: ClientId,
): Promise<{ endingSince: Date | null } | undefined> {
  const { rows } = await sql<{ endingSince: Date | null }>`
    select client.ending_since as "endingSince"
    from client
    where client.client_id = ${clientId}
    for no key update`.execute(connection);
  return rows[0];
}

export async function markEnding(connection: Transaction, clientId: ClientId, at: Date): Promise<void> {
  await sql`
    update client
    set ending_since = ${at}
    where client.client_id = ${clientId}`.execute(connection);
}

/** Revokes all keys of a client and deletes their tokens. */
export async function revokeClientKeys(connection: Transaction, clientId: ClientId, at: Date): Promise<void> {
  await sql`
    with revoked as (
      update access_key
      set revoked_at = coalesce(access_key.revoked_at, ${at})
      where access_key.client_id = ${clientId}
      returning access_key.key_id
    )
    delete from access_token
    using revoked
    where access_token.key_id = revoked.key_id`.execute(connection);
}

/** Deletes the open invitations to a client, and the texts of their e-mails that were not sent yet. */
export async function deleteInvitations(connection: Transaction, clientId: ClientId): Promise<void> {
  await sql`
    with deleted as (
      delete from member_invitation
      where member_invitation.client_id = ${clientId}
      returning member_invitation.mail_id
    )
    update outgoing_mail
    set sealed = null
    from deleted
    where outgoing_mail.mail_id = deleted.mail_id`.execute(connection);
}

/** Removes all members of a client and the password links that they created. @returns the ids of the former members */
export async function deleteRoles(connection: Transaction, clientId: ClientId): Promise<string[]> {
  const { rows } = await sql<{ personId: string }>`
    with deleted as (
      delete from person_client_role
      where person_client_role.client_id = ${clientId}
      returning person_client_role.person_id
    ), links as (
      delete from password_link
      using deleted
      where password_link.created_by = 'user:' || deleted.person_id
    )
    select deleted.person_id as "personId"
    from deleted
    order by deleted.person_id`.execute(connection);
  return rows.map(({ personId }) => personId);
}

/**
 * Deletes the given people, except members of a client and operators. Also deletes their sessions and passwords.
 * @returns the number of deleted people
 */
export async function deletePeopleWithoutRole(connection: Transaction, personIds: readonly string[]): Promise<number> {
  await sql`
    select person.person_id
    from person
    where person.person_id = any(${personIds}::text[])
    order by person.person_id
    for update`.execute(connection);
  // This is a separate statement, so that it sees roles that were committed while the locking statement waited.
  const { numAffectedRows = 0n } = await sql`
    delete from person
    where person.person_id = any(${personIds}::text[])
      and not person.is_operator
      and not exists (
        select 1
        from person_client_role
        where person_client_role.person_id = person.person_id
      )`.execute(connection);
  return Number(numAffectedRows);
}

/** Deletes the row of a client. No other row may refer to the client. */
export async function deleteClientRow(connection: Transaction, clientId: ClientId): Promise<void> {
  await sql`delete from client where client.client_id = ${clientId}`.execute(connection);
}
