import { sql } from 'kysely';
import type { Transaction, Database } from '../platform/index.ts';
import { isAccount, selectAccounts } from './account-views.ts';
import type { AccountKey, AccountRow, ConnectionKey } from './channel-types.ts';

/** Locks an account until the transaction ends. @returns undefined if the account does not exist */
export async function lockAccount(connection: Transaction, key: AccountKey): Promise<AccountRow | undefined> {
  return (await selectAccounts(connection, isAccount(key), sql`for update`))[0];
}

export async function createAccountRow(
  connection: Transaction,
  account: AccountKey & Pick<AccountRow, 'name' | 'properties' | 'secrets'>,
): Promise<void> {
  await sql`
    insert into account (client_id, channel_id, account_id, name, state, properties, secrets)
    values (
      ${account.clientId}, ${account.channelId}, ${account.accountId}, ${account.name}, 'Authenticating',
      ${JSON.stringify(account.properties)}::jsonb, ${JSON.stringify(account.secrets)}::jsonb
    )`.execute(connection);
}

/** Saves all columns of an account that can change, except `delivered_validation`. The transaction must hold the account's lock. */
export async function saveAccount(connection: Transaction, account: AccountRow): Promise<void> {
  await sql`
    update account
    set
      name = ${account.name},
      state = ${account.state},
      -- an account that has just failed needs a notice
      is_noticed = ${account.state} <> 'Failed' or (account.state = 'Failed' and account.is_noticed),
      properties = ${JSON.stringify(account.properties)}::jsonb,
      secrets = ${JSON.stringify(account.secrets)}::jsonb,
      validation = ${account.validation},
      reported_validation = ${account.reportedValidation},
      event_id = ${account.eventId}::uuid,
      message = ${account.message},
      field_errors = ${JSON.stringify(account.fieldErrors)}::jsonb,
      list_of_values = ${account.listOfValues === null ? null : JSON.stringify(account.listOfValues)}::jsonb,
      updated_at = ${account.updatedAt},
      validated_at = ${account.validatedAt}
    where ${isAccount(account)}`.execute(connection);
}

/** Records the number of the validation that the adapter has polled. Writes nothing if this number or a later one is already recorded. */
export async function recordDelivered(
  connection: Database,
  accounts: readonly (AccountKey & { validation: number })[],
): Promise<void> {
  await sql`
    update account
    set delivered_validation = given.validation
    from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb)
      as given ("clientId" text, "channelId" text, "accountId" text, validation integer)
    where account.client_id = given."clientId"
      and account.channel_id = given."channelId"
      and account.account_id = given."accountId"
      and account.delivered_validation < given.validation`.execute(connection);
}

export async function deleteAccountRow(connection: Transaction, key: AccountKey): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from account where ${isAccount(key)}`.execute(connection);
  return numAffectedRows > 0n;
}

export async function deleteAccountRows(connection: Transaction, key: ConnectionKey): Promise<void> {
  await sql`
    delete from account
    where account.client_id = ${key.clientId} and account.channel_id = ${key.channelId}`.execute(connection);
}

export type SealedAccount = AccountKey & Pick<AccountRow, 'secrets'>;

export async function lockSealedAccounts(opened: Transaction): Promise<SealedAccount[]> {
  const { rows } = await sql<SealedAccount>`
    select
      account.client_id as "clientId",
      account.channel_id as "channelId",
      account.account_id as "accountId",
      account.secrets
    from account
    where account.secrets <> '{}'
    order by account.client_id, account.channel_id, account.account_id
    for update`.execute(opened);
  return rows;
}

export async function saveSealedAccounts(opened: Transaction, accounts: readonly SealedAccount[]): Promise<void> {
  await sql`
    update account
    set secrets = given.secrets
    from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb)
      as given ("clientId" text, "channelId" text, "accountId" text, secrets jsonb)
    where account.client_id = given."clientId"
      and account.channel_id = given."channelId"
      and account.account_id::text = given."accountId"`.execute(opened);
}
