import { sql } from 'kysely';
import type { Transaction } from '../platform/index.ts';
import type { AccountKey, AccountRow } from './channel-types.ts';

export type SealedAccount = AccountKey & Pick<AccountRow, 'secrets'>;

/** Locks the accounts that have passwords. */
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
