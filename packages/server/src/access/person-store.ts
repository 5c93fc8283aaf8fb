import type { Role } from '@pimento/contract';
import { sql } from 'kysely';
import type { Connection, ClientId, Transaction, Database } from '../platform/index.ts';

/** Creates a person with a password. Returns the person id; undefined if the e-mail address is taken. */
export async function createPersonRow(
  connection: Transaction,
  person: { personId: string; accountId: string; email: string; name: string; passwordHash: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ personId: string }>`
    with made as (
      insert into person (person_id, email, name, email_verified)
      values (${person.personId}, ${person.email}, ${person.name}, true)
      on conflict do nothing
      returning person.person_id
    )
    insert into person_account (account_id, person_id, provider_id, provider_account_id, password)
    select ${person.accountId}, made.person_id, 'credential', made.person_id, ${person.passwordHash}
    from made
    returning person_account.person_id as "personId"`.execute(connection);
  return rows[0]?.personId;
}

export async function findPersonByEmail(
  connection: Connection,
  email: string,
): Promise<{ personId: string } | undefined> {
  const { rows } = await sql<{ personId: string }>`
    select person.person_id as "personId"
    from person
    where person.email = ${email}`.execute(connection);
  return rows[0];
}

/** Adds a person to a client. Returns false if the person is already a member. */
export async function addRoleRow(
  connection: Database,
  role: { clientId: ClientId; personId: string; role: Role },
): Promise<boolean> {
  const { rows } = await sql<{ role: Role }>`
    insert into person_client_role (client_id, person_id, role)
    values (${role.clientId}, ${role.personId}, ${role.role})
    on conflict do nothing
    returning person_client_role.role`.execute(connection);
  return rows.length === 1;
}

/** Locks the roles of a client and returns them by person id. The lock prevents two owners from removing each other at the same time. */
export async function lockRoles(connection: Transaction, clientId: ClientId): Promise<Map<string, Role>> {
  const { rows } = await sql<{ personId: string; role: Role }>`
    select person_client_role.person_id as "personId", person_client_role.role
    from person_client_role
    where person_client_role.client_id = ${clientId}
    order by person_client_role.person_id
    for update`.execute(connection);
  return new Map(rows.map((row) => [row.personId, row.role]));
}

export async function changeRoleRow(
  connection: Transaction,
  role: { clientId: ClientId; personId: string; role: Role },
): Promise<void> {
  await sql`
    update person_client_role
    set role = ${role.role}
    where person_client_role.client_id = ${role.clientId} and person_client_role.person_id = ${role.personId}`.execute(
    connection,
  );
}

export async function removeRoleRow(connection: Transaction, clientId: ClientId, personId: string): Promise<void> {
  await sql`
    delete from person_client_role
    where person_client_role.client_id = ${clientId} and person_client_role.person_id = ${personId}`.execute(
    connection,
  );
}
