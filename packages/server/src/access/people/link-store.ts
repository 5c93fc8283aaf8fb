import { sql } from 'kysely';
import type { ClientId, Transaction } from '../../platform/index.ts';

/** Stores the password link of a person. It replaces an earlier link of the person. */
export async function savePasswordLink(
  connection: Transaction,
  link: { personId: string; secretHash: Buffer; createdBy: string; now: Date; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into password_link (person_id, secret_hash, created_by, created_at, expires_at)
    values (${link.personId}, ${link.secretHash}, ${link.createdBy}, ${link.now}, ${link.expiresAt})
    on conflict (person_id) do update
    set
      secret_hash = excluded.secret_hash,
      created_by = excluded.created_by,
      created_at = excluded.created_at,
      expires_at = excluded.expires_at`.execute(connection);
}

/**
 * Deletes a valid password link and returns its person. Only one of several concurrent calls gets the person.
 * @returns undefined if there is none
 */
export async function takePasswordLink(
  connection: Transaction,
  secretHash: Buffer,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ personId: string }>`
    delete from password_link
    where password_link.secret_hash = ${secretHash} and password_link.expires_at > ${now}
    returning password_link.person_id as "personId"`.execute(connection);
  return rows[0]?.personId;
}

/**
 * Deletes the password link of a person. Call this when a person gets more permissions, because an owner who has the link could otherwise
 * use these permissions.
 */
export async function deletePasswordLink(connection: Transaction, personId: string): Promise<void> {
  await sql`delete from password_link where password_link.person_id = ${personId}`.execute(connection);
}

export async function deleteSessions(connection: Transaction, personId: string): Promise<void> {
  await sql`delete from person_session where person_session.person_id = ${personId}`.execute(connection);
}

/** Deletes the second factor and the passkeys of a person. */
export async function deleteSecondFactor(connection: Transaction, personId: string): Promise<void> {
  await sql`delete from person_second_factor where person_second_factor.person_id = ${personId}`.execute(connection);
  await sql`
    update person
    set has_second_factor = false
    where person.person_id = ${personId}`.execute(connection);
  await sql`delete from passkey where passkey.person_id = ${personId}`.execute(connection);
}

/**
 * Deletes everything that a person can sign in with. These are sessions, password, links to identity providers, second factor, passkeys and
 * password link.
 */
export async function deleteLogin(connection: Transaction, personId: string): Promise<void> {
  await deleteSessions(connection, personId);
  await deleteSecondFactor(connection, personId);
  await sql`delete from person_account where person_account.person_id = ${personId}`.execute(connection);
  await deletePasswordLink(connection, personId);
}

/**
 * Deletes all open password links and invitations that an actor created, so that a former owner cannot use them.
 * @param clientId limits the invitations to this client; null for invitations to all clients
 */
export async function deleteLinksBy(connection: Transaction, actor: string, clientId: ClientId | null): Promise<void> {
  await sql`
    delete from member_invitation
    where member_invitation.invited_by = ${actor}
      and (${clientId}::text is null or member_invitation.client_id = ${clientId})`.execute(connection);
  await sql`delete from password_link where password_link.created_by = ${actor}`.execute(connection);
}

/** Deletes the open invitation to a client for an e-mail address. */
export async function deleteInvitationOf(connection: Transaction, clientId: ClientId, email: string): Promise<void> {
  await sql`
    delete from member_invitation
    where member_invitation.client_id = ${clientId} and member_invitation.email = ${email}`.execute(connection);
}
