import type { OpenSession } from '@pimento/contract';
import { sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';
import type { SignedIn } from '../people/person-rules.ts';

/**
 * Returns the person of a session.
 * @returns undefined if the session does not exist or has not been used since `idleSince`, or if the person is disabled
 */
export async function findSessionPerson(
  connection: Connection,
  sessionId: string,
  idleSince: Date,
): Promise<(SignedIn & { lastUsedAt: Date }) | undefined> {
  const { rows } = await sql<SignedIn & { lastUsedAt: Date }>`
    select
      person.person_id as "personId",
      person.is_operator as "isOperator",
      person.must_change_password as "mustChangePassword",
      person_session.session_id as "sessionId",
      person_session.signed_in_by <> 'password' as "secondFactorUsed",
      person_session.last_used_at as "lastUsedAt"
    from person_session
    join person on person.person_id = person_session.person_id
    where person_session.session_id = ${sessionId}
      and person_session.last_used_at >= ${idleSince}
      and person.disabled_at is null`.execute(connection);
  return rows[0];
}

/** Returns the start time of a session, and the e-mail address and name of its person. @returns undefined if there is no such session */
export async function findSessionStart(
  connection: Connection,
  sessionId: string,
): Promise<{ createdAt: Date; email: string; name: string } | undefined> {
  const { rows } = await sql<{ createdAt: Date; email: string; name: string }>`
    select person_session.created_at as "createdAt", person.email, person.name
    from person_session
    join person on person.person_id = person_session.person_id
    where person_session.session_id = ${sessionId}`.execute(connection);
  return rows[0];
}

/** Lists a person's sessions that have not ended, most recently used first. */
export async function listSessions(
  connection: Connection,
  { personId, sessionId }: { personId: string; sessionId: string },
  { now, idleSince }: { now: Date; idleSince: Date },
): Promise<OpenSession[]> {
  const { rows } = await sql<{
    sessionId: string;
    createdAt: Date;
    lastUsedAt: Date;
    address: string | null;
    userAgent: string | null;
  }>`
    select
      person_session.session_id as "sessionId",
      person_session.created_at as "createdAt",
      person_session.last_used_at as "lastUsedAt",
      nullif(person_session.ip_address, '') as address,
      nullif(person_session.user_agent, '') as "userAgent"
    from person_session
    where person_session.person_id = ${personId}
      and person_session.expires_at > ${now}
      and person_session.last_used_at >= ${idleSince}
    order by person_session.last_used_at desc, person_session.session_id`.execute(connection);
  return rows.map(({ createdAt, lastUsedAt, ...row }) => ({
    ...row,
    created: createdAt.toISOString(),
    lastUsed: lastUsedAt.toISOString(),
    isCurrent: row.sessionId === sessionId,
  }));
}
