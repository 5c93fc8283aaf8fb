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
