import type { Role } from '@pimento/contract';
import { sql } from 'kysely';
import type { Connection, ClientId, Transaction, Database } from '../../platform/index.ts';

/** The data of a person that is needed before a change. */
export interface PersonRow {
  personId: string;
  email: string;
  name: string;
  isOperator: boolean;
  isDisabled: boolean;
  /**
   * False until the person has set a password. Also false after the person was removed from their last client, because the removal deletes
   * the password.
   */
  hasPassword: boolean;
  /** True if the person has a password, a link to an identity provider, or a passkey. */
  hasLogin: boolean;
}

const hasLogin = sql<boolean>`
  exists (
    select 1
    from person_account
    where person_account.person_id = person.person_id
  ) or exists (
    select 1
    from passkey
    where passkey.person_id = person.person_id
  )`;

const personColumns = sql`
  person.person_id as "personId",
  person.email,
  person.name,
  person.is_operator as "isOperator",
  person.disabled_at is not null as "isDisabled",
  exists (
    select 1
    from person_account
    where person_account.person_id = person.person_id and person_account.password is not null
  ) as "hasPassword",
  ${hasLogin} as "hasLogin"`;

/**
 * Locks a person until the transaction ends, so that concurrent changes to the person wait.
 * @returns undefined if there is no such person
 */
export async function lockPerson(
  connection: Transaction,
  by: { personId: string } | { email: string },
): Promise<PersonRow | undefined> {
  const condition = 'email' in by ? sql`person.email = ${by.email}` : sql`person.person_id = ${by.personId}`;
  const locked = await sql`
    select person.person_id
    from person
    where ${condition}
    for no key update`.execute(connection);
  if (locked.rows.length === 0) return undefined;
  // read after the lock, so that the row contains a password that a concurrent transaction has just set
  const { rows } = await sql<PersonRow>`
    select ${personColumns}
    from person
    where ${condition}`.execute(connection);
  return rows[0];
}

/** Creates a person without a password. @returns false if the e-mail address is taken */
export async function createPersonRow(
  connection: Transaction,
  person: { personId: string; email: string; name: string; isOperator: boolean },
): Promise<boolean> {
  const { rows } = await sql<{ personId: string }>`
    insert into person (person_id, email, name, email_verified, is_operator)
    values (${person.personId}, ${person.email}, ${person.name}, true, ${person.isOperator})
    on conflict do nothing
    returning person.person_id as "personId"`.execute(connection);
  return rows.length === 1;
}

export async function renamePerson(connection: Transaction, personId: string, name: string): Promise<void> {
  await sql`
    update person
    set name = ${name}, updated_at = now()
    where person.person_id = ${personId}`.execute(connection);
}

/** Sets the password of a person, and records that the person no longer has to change it. */
export async function savePassword(
  connection: Transaction,
  password: { personId: string; accountId: string; passwordHash: string },
): Promise<void> {
  await sql`
    insert into person_account (account_id, person_id, provider_id, provider_account_id, password)
    values (${password.accountId}, ${password.personId}, 'credential', ${password.personId}, ${password.passwordHash})
    on conflict (provider_id, provider_account_id) do update
    set password = excluded.password, updated_at = now()`.execute(connection);
  await sql`
    update person
    set must_change_password = false
    where person.person_id = ${password.personId}`.execute(connection);
}

/** Records that a person has replaced their first password. */
export async function recordPasswordChange(connection: Database, personId: string): Promise<void> {
  await sql`
    update person
    set must_change_password = false
    where person.person_id = ${personId} and person.must_change_password`.execute(connection);
}

export async function setOperator(connection: Transaction, personId: string, isOperator: boolean): Promise<void> {
  await sql`
    update person
    set is_operator = ${isOperator}, updated_at = now()
    where person.person_id = ${personId}`.execute(connection);
}

/** Stores the time at which a person was disabled. Null enables the person. */
export async function setDisabled(connection: Transaction, personId: string, at: Date | null): Promise<void> {
  await sql`
    update person
    set disabled_at = ${at}, updated_at = now()
    where person.person_id = ${personId}`.execute(connection);
}

/** Deletes a person, including roles, sessions, password and links. */
export async function deletePersonRow(connection: Transaction, personId: string): Promise<void> {
  await sql`delete from person where person.person_id = ${personId}`.execute(connection);
}

/**
 * Locks and returns the operators who are not disabled. The lock prevents two operators from removing each other at the same time.
 * `hasLogin` is false for an operator who was invited and has not set a password yet.
 */
export async function lockOperators(connection: Transaction): Promise<{ personId: string; hasLogin: boolean }[]> {
  const { rows } = await sql<{ personId: string; hasLogin: boolean }>`
    select person.person_id as "personId", (${hasLogin}) as "hasLogin"
    from person
    where person.is_operator and person.disabled_at is null
    order by person.person_id
    for no key update`.execute(connection);
  return rows;
}

/** Returns true if a person is a member of any client. */
export async function hasRole(connection: Connection, personId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select 1
      from person_client_role
      where person_client_role.person_id = ${personId}
    ) as found`.execute(connection);
  return rows[0]?.found ?? false;
}

/** Adds a person to a client. @returns false if the person is already a member */
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

/**
 * Locks the roles of a client and returns them keyed by person id. The lock prevents two owners from removing each other at the same time.
 */
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

/** Records that a person is active in a client, at most once every five minutes. */
export async function touchRole(
  connection: Database,
  role: { clientId: ClientId; personId: string },
  now: Date,
): Promise<void> {
  await sql`
    update person_client_role
    set last_used_at = ${now}
    where person_client_role.client_id = ${role.clientId}
      and person_client_role.person_id = ${role.personId}
      and (
        person_client_role.last_used_at is null
        or person_client_role.last_used_at < ${new Date(now.getTime() - 300_000)}
      )`.execute(connection);
}
