import { sql } from 'kysely';
import type { Connection, ClientId, Database, Transaction } from '../../platform/index.ts';

export interface ClientRow {
  clientId: ClientId;
  name: string;
  createdAt: Date;
  /** True if people need a second factor to open the client. */
  needsSecondFactor: boolean;
}

/** Inserts a client. @returns undefined if the id is taken */
export async function createClientRow(
  connection: Database,
  client: { clientId: ClientId; name: string },
): Promise<ClientRow | undefined> {
  const { rows } = await sql<ClientRow>`
    insert into client (client_id, name)
    values (${client.clientId}, ${client.name})
    on conflict do nothing
    returning client.client_id as "clientId", client.name, client.created_at as "createdAt",
      client.needs_second_factor as "needsSecondFactor"`.execute(connection);
  return rows[0];
}

/** Returns a client. @returns undefined if there is none, or if it is being deleted */
export async function findClient(connection: Connection, clientId: ClientId): Promise<ClientRow | undefined> {
  const { rows } = await sql<ClientRow>`
    select client.client_id as "clientId", client.name, client.created_at as "createdAt",
      client.needs_second_factor as "needsSecondFactor"
    from client
    where client.client_id = ${clientId} and client.ending_since is null`.execute(connection);
  return rows[0];
}

/**
 * Returns a client, and locks it so that its deletion does not begin before the transaction ends.
 * @returns undefined if there is none, or if it is being deleted
 */
export async function lockUsableClient(
  connection: Transaction,
  clientId: ClientId,
): Promise<{ name: string } | undefined> {
  const { rows } = await sql<{ name: string }>`
    select client.name
    from client
    where client.client_id = ${clientId} and client.ending_since is null
    for share`.execute(connection);
  return rows[0];
}

/** Sets whether people need a second factor to open a client. @returns false if there is no such client */
export async function setSecondFactorDemand(
  connection: Database,
  clientId: ClientId,
  needed: boolean,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update client
    set needs_second_factor = ${needed}
    where client.client_id = ${clientId}`.execute(connection);
  return numAffectedRows > 0n;
}

/**
 * Creates an operator who signs in with an e-mail address and a password.
 * @returns false if the e-mail address is taken
 */
export async function createOperatorRow(
  connection: Database,
  person: {
    personId: string;
    accountId: string;
    email: string;
    name: string;
    passwordHash: string;
    /** If true, the person can only manage their own login until they have changed the password. */
    mustChangePassword?: boolean;
  },
): Promise<boolean> {
  const { rows } = await sql<{ personId: string }>`
    with made as (
      insert into person (person_id, email, name, email_verified, is_operator, must_change_password)
      values (
        ${person.personId}, ${person.email}, ${person.name}, true, true, ${person.mustChangePassword ?? false}
      )
      on conflict do nothing
      returning person.person_id
    )
    insert into person_account (account_id, person_id, provider_id, provider_account_id, password)
    select ${person.accountId}, made.person_id, 'credential', made.person_id, ${person.passwordHash}
    from made
    returning person_account.person_id as "personId"`.execute(connection);
  return rows.length === 1;
}
