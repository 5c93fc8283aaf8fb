import { maxCountedNotices, maxCountedWork } from '@pimento/contract';
import { sql } from 'kysely';
import type { ClientId, Connection } from '../../platform/index.ts';
import { inboxIds, isVisible } from '../inbox/notice-views.ts';
import type { Recipient } from '../notice-types.ts';
import type { DayCount, FailedAccounts } from './work-types.ts';

/** Maximum number of failed accounts that are read. */
const maxAccounts = 1_000;

/** Counts the files that could not be downloaded, by the day of the last attempt, together at most `maxCountedWork`. */
export async function listFailedDownloads(connection: Connection, clientId: ClientId): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select to_char(failed.updated_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as count
    from (
      select asset.updated_at
      from asset
      where asset.client_id = ${clientId} and asset.status = 'FAILED'
      limit ${maxCountedWork}
    ) as failed
    group by 1`.execute(connection);
  return rows;
}

/**
 * Lists the channels that have failed accounts. Each entry has the most recently checked of these accounts, and the number of accounts by
 * the day of their check. Reads at most `maxAccounts` accounts.
 */
export async function listFailedAccounts(connection: Connection, clientId: ClientId): Promise<FailedAccounts[]> {
  const { rows } = await sql<FailedAccounts>`
    select
      failed.channel_id as "channelId", channel.name as "channelName",
      (array_agg(failed.name order by failed.checked_at desc, failed.account_id))[1] as "accountName",
      (array_agg(failed.message order by failed.checked_at desc, failed.account_id))[1] as reason,
      jsonb_agg(jsonb_build_object('day', to_char(failed.checked_at at time zone 'UTC', 'YYYY-MM-DD'), 'count', 1)) as counted
    from (
      select
        account.channel_id, account.account_id, account.name, left(account.message, 500) as message,
        coalesce(account.validated_at, account.updated_at) as checked_at
      from account
      where account.client_id = ${clientId} and account.state = 'Failed'
      limit ${maxAccounts}
    ) as failed
    join channel on channel.channel_id = failed.channel_id
    group by failed.channel_id, channel.name
    order by failed.channel_id`.execute(connection);
  return rows;
}

/** Counts the unread notices of a person by the day of their newest occurrence, together at most `maxCountedNotices`. */
export async function listUnreadDays(
  connection: Connection,
  { isOwner, ...recipient }: Recipient & { isOwner: boolean },
): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select to_char(unread.last_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as count
    from (
      select notice.last_at
      from notice
      where notice.client_id = any(${inboxIds(recipient)})
        and notice.person_id = ${recipient.personId}
        and notice.read_at is null
        and ${isVisible(isOwner)}
      limit ${maxCountedNotices}
    ) as unread
    group by 1`.execute(connection);
  return rows;
}
