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

/** Deletes one session of a person; does nothing if the person has no such session. */
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

/** Deletes the session with a token, given as its stored hash. */
export async function deleteSessionByToken(connection: Database, tokenHash: string): Promise<void> {
  await sql`delete from person_session where person_session.token = ${tokenHash}`.execute(connection);
}

/**
 * Records a code of the authenticator app. Returns false if the code equals the last accepted code, because a code cannot be used twice.
 */
export async function recordCode(connection: Database, personId: string, codeHash: Buffer): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update person_second_factor
    set last_code_hash = ${codeHash}
    where person_second_factor.person_id = ${personId}
      and person_second_factor.last_code_hash is distinct from ${codeHash}`.execute(connection);
  return numAffectedRows > 0n;
}
