import { type RawBuilder, sql } from 'kysely';
import type { Connection, ClientId } from '../platform/index.ts';
import type { AccountKey, AccountRow, ConnectionKey } from './channel-types.ts';

const columns = sql`
  account.client_id as "clientId",
  account.channel_id as "channelId",
  account.account_id as "accountId",
  account.name,
  account.state,
  account.properties,
  account.secrets,
  account.validation,
  account.delivered_validation as "deliveredValidation",
  account.reported_validation as "reportedValidation",
  account.event_id as "eventId",
  account.message,
  account.field_errors as "fieldErrors",
  account.list_of_values as "listOfValues",
  account.created_at as "createdAt",
  account.updated_at as "updatedAt",
  account.validated_at as "validatedAt"`;

/** SQL condition that matches the row of this account in the table `account`. */
export const isAccount = (key: AccountKey) => sql<boolean>`
  account.client_id = ${key.clientId} and account.channel_id = ${key.channelId} and account.account_id = ${key.accountId}`;

/** Selects the accounts that match a condition, oldest first. `locking` is a locking clause or empty. */
export async function selectAccounts(
  connection: Connection,
  condition: RawBuilder<boolean>,
  locking: RawBuilder<unknown>,
): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select ${columns}
    from account
    where ${condition}
    order by account.created_at, account.account_id
    ${locking}`.execute(connection);
  return rows;
}

export async function findAccount(connection: Connection, key: AccountKey): Promise<AccountRow | undefined> {
  return (await selectAccounts(connection, isAccount(key), sql``))[0];
}

/** Lists the accounts of a connection, oldest first. */
export async function listAccounts(connection: Connection, key: ConnectionKey): Promise<AccountRow[]> {
  const own = sql<boolean>`account.client_id = ${key.clientId} and account.channel_id = ${key.channelId}`;
  return selectAccounts(connection, own, sql``);
}

/** Lists the accounts of a client on all channels, oldest first. */
export async function listClientAccounts(connection: Connection, clientId: ClientId): Promise<AccountRow[]> {
  return selectAccounts(connection, sql<boolean>`account.client_id = ${clientId}`, sql``);
}

/** Finds the existing accounts among `keys` in one statement. */
export async function findAccounts(connection: Connection, keys: readonly AccountKey[]): Promise<AccountRow[]> {
  const isRequested = sql<boolean>`
    (account.client_id, account.channel_id, account.account_id) in (
      select asked."clientId", asked."channelId", asked."accountId"
      from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as asked ("clientId" text, "channelId" text, "accountId" text)
    )`;
  return keys.length === 0 ? [] : selectAccounts(connection, isRequested, sql``);
}
