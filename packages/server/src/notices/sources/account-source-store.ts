import { sql } from 'kysely';
import type { ClientId, Transaction } from '../../platform/index.ts';
import type { NoticeCause } from '../notice-types.ts';
import { batchSize, type Claimed } from './source-types.ts';

/** Claims failed accounts for which no notice has been created yet. */
export async function claimAccounts(connection: Transaction): Promise<Claimed> {
  const { rows } = await sql<{
    clientId: ClientId;
    channelId: string;
    channelName: string;
    accountId: string;
    accountName: string;
    reason: string | null;
  }>`
    with failed as materialized (
      select account.client_id, account.channel_id, account.account_id
      from account
      where not account.is_noticed
      order by account.client_id, account.channel_id, account.account_id
      limit ${batchSize}
      for update skip locked
    )
    update account
    set is_noticed = true
    from failed, channel
    where account.client_id = failed.client_id
      and account.channel_id = failed.channel_id
      and account.account_id = failed.account_id
      and channel.channel_id = account.channel_id
    returning
      account.client_id as "clientId",
      account.channel_id as "channelId",
      channel.name as "channelName",
      account.account_id as "accountId",
      account.name as "accountName",
      left(account.message, 500) as reason`.execute(connection);
  const causes = rows.map(({ clientId, ...subject }): NoticeCause => ({
    clientId,
    kind: 'account-disconnected',
    groupKey: `${subject.channelId} ${subject.accountId}`,
    subject,
    occurrences: 1,
  }));
  return { causes, isFull: rows.length === batchSize };
}
