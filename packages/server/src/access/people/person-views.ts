import type { Member, Role, Session } from '@pimento/contract';
import { sql } from 'kysely';
import type { Connection, ClientId } from '../../platform/index.ts';

/**
 * Returns a person's role and last activity in a client. The role is null if the person is not a member.
 * @returns undefined if the client does not exist or is being deleted
 */
export async function findRole(
  connection: Connection,
  clientId: ClientId,
  personId: string,
): Promise<{ role: Role | null; lastUsedAt: Date | null; needsSecondFactor: boolean } | undefined> {
  const { rows } = await sql<{ role: Role | null; lastUsedAt: Date | null; needsSecondFactor: boolean }>`
    select
      person_client_role.role,
      person_client_role.last_used_at as "lastUsedAt",
      client.needs_second_factor as "needsSecondFactor"
    from client
    left join person_client_role
      on person_client_role.client_id = client.client_id and person_client_role.person_id = ${personId}
    where client.client_id = ${clientId} and client.ending_since is null`.execute(connection);
  return rows[0];
}

/** Lists the roles of a person in all clients. */
export async function listRoles(
  connection: Connection,
  personId: string,
): Promise<{ clientId: ClientId; role: Role }[]> {
  const { rows } = await sql<{ clientId: ClientId; role: Role }>`
    select person_client_role.client_id as "clientId", person_client_role.role
    from person_client_role
    where person_client_role.person_id = ${personId}`.execute(connection);
  return rows;
}

export async function findPerson(
  connection: Connection,
  personId: string,
): Promise<{ email: string; name: string; isOperator: boolean; mustChangePassword: boolean } | undefined> {
  const { rows } = await sql<{ email: string; name: string; isOperator: boolean; mustChangePassword: boolean }>`
    select
      person.email,
      person.name,
      person.is_operator as "isOperator",
      person.must_change_password as "mustChangePassword"
    from person
    where person.person_id = ${personId}`.execute(connection);
  return rows[0];
}

/** Returns true if a person must enter an authenticator code after the password. */
export async function hasSecondFactor(connection: Connection, personId: string): Promise<boolean> {
  const { rows } = await sql<{ isOn: boolean }>`
    select person.has_second_factor as "isOn"
    from person
    where person.person_id = ${personId}`.execute(connection);
  return rows[0]?.isOn ?? false;
}

/**
 * Returns a person's session for the console. Operators are shown as owners of every client.
 * @returns undefined if there is no such person
 */
export async function findSession(
  connection: Connection,
  personId: string,
  secondFactorUsed: boolean,
): Promise<Session | undefined> {
  const person = await findPerson(connection, personId);
  if (!person) return undefined;
  const { rows: clients } = await sql<Session['clients'][number]>`
    select
      client.client_id as "clientId",
      client.name,
      case when ${person.isOperator} then 'owner' else person_client_role.role end as role,
      client.needs_second_factor as "needsSecondFactor"
    from client
    left join person_client_role
      on person_client_role.client_id = client.client_id and person_client_role.person_id = ${personId}
    where client.ending_since is null
      and (${person.isOperator} or person_client_role.role is not null)
    order by client.name, client.client_id`.execute(connection);
  return { personId, ...person, secondFactorUsed, clients };
}

/** Lists the members of a client, sorted by name. @param personId limits the list to this member */
export async function listMembers(connection: Connection, clientId: ClientId, personId?: string): Promise<Member[]> {
  const { rows } = await sql<Omit<Member, 'lastSeen'> & { lastSeen: Date | null }>`
    select
      person.person_id as "personId",
      person.email,
      person.name,
      person_client_role.role,
      person_client_role.last_used_at as "lastSeen"
    from person_client_role
    join person on person.person_id = person_client_role.person_id
    where person_client_role.client_id = ${clientId}
      and (${personId ?? null}::text is null or person.person_id = ${personId ?? null})
    order by lower(person.name), person.person_id`.execute(connection);
  return rows.map((row) => ({ ...row, lastSeen: row.lastSeen?.toISOString() ?? null }));
}
