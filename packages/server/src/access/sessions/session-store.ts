import { sql } from 'kysely';
import type { Database } from '../../platform/index.ts';

/** Records that a session is in use, at most once a minute. */
export async function touchSession(connection: Database, sessionId: string, now: Date): Promise<void> {
  await sql`
    update person_session
    set last_used_at = ${now}
    where person_session.session_id = ${sessionId}
      and person_session.last_used_at < ${new Date(now.getTime() - 60_000)}`.execute(connection);
}

/** Deletes one session of a person. Does nothing if the person has no such session. */
export async function deleteSession(connection: Database, personId: string, sessionId: string): Promise<void> {
  await sql`
    delete from person_session
    where person_session.person_id = ${personId} and person_session.session_id = ${sessionId}`.execute(connection);
}

/** Deletes all sessions of a person, and every session that has expired. */
export async function deleteAllSessions(connection: Database, personId: string, now: Date): Promise<void> {
  await sql`
    delete from person_session
    where person_session.person_id = ${personId} or person_session.expires_at < ${now}`.execute(connection);
}

/** Deletes the session whose token has this hash. */
export async function deleteSessionByToken(connection: Database, tokenHash: string): Promise<void> {
  await sql`delete from person_session where person_session.token = ${tokenHash}`.execute(connection);
}

/** How a person signed in. `providerId` is the identity provider. */
export type SignInMethod = { by: 'password' | 'code' | 'passkey' } | { by: 'provider'; providerId: string };

/** Records how the person of a session signed in. */
export async function recordSignIn(connection: Database, tokenHash: string, method: SignInMethod): Promise<void> {
  const providerId = method.by === 'provider' ? method.providerId : null;
  await sql`
    update person_session
    set signed_in_by = ${method.by}, provider_id = ${providerId}
    where person_session.token = ${tokenHash}`.execute(connection);
}

/** Records that the person of a session has used a second factor. Does nothing if the session already has a second factor. */
export async function recordSignInOfSession(connection: Database, sessionId: string, by: 'passkey'): Promise<void> {
  await sql`
    update person_session
    set signed_in_by = ${by}
    where person_session.session_id = ${sessionId} and person_session.signed_in_by = 'password'`.execute(connection);
}

/**
 * Marks a person's sessions that began with a code as sessions without a second factor. Call it when the person turns the second factor
 * off.
 */
export async function forgetCodes(connection: Database, personId: string): Promise<void> {
  await sql`
    update person_session
    set signed_in_by = 'password'
    where person_session.person_id = ${personId} and person_session.signed_in_by = 'code'`.execute(connection);
}

/** Records that a sign-in ticket or code was used, and deletes expired records. @returns false if the ticket or code was used before */
export async function recordTicket(
  connection: Database,
  ticketHash: Buffer,
  expiresAt: Date,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ recorded: boolean }>`
    with ended as (
      delete from used_sign_in_ticket
      where used_sign_in_ticket.expires_at < ${now}
    )
    insert into used_sign_in_ticket (ticket_hash, expires_at)
    values (${ticketHash}, ${expiresAt})
    on conflict do nothing
    returning true as recorded`.execute(connection);
  return rows.length === 1;
}
