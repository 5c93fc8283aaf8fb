import type { SubmitSchedule } from '@pimento/contract';
import { sql } from 'kysely';
import type { ConnectionKey } from '../../channels/index.ts';
import {
  claimFirst,
  claimLooks,
  type ClientId,
  type Connection,
  type Database,
  type Transaction,
} from '../../platform/index.ts';
import type { RunFault } from './automatic-rules.ts';

/** The rules of a connection for automatic submits, and the outcome of the last run. */
export interface AutomaticRow extends ConnectionKey {
  accountId: string | null;
  quietSeconds: number | null;
  schedule: SubmitSchedule | null;
  /** True if deleted products are withdrawn automatically. */
  withdrawDeleted: boolean;
  /** Time of the next check for changed products. Null if changes are not submitted automatically. */
  checkAt: Date | null;
  /** Time of the next scheduled run. Null if there is no schedule. */
  runAt: Date | null;
  /** The change marker at the last check that found nothing due. Null if no such check is recorded. */
  seen: string | null;
  /** Time of the check that recorded `seen`. Null if `seen` is null. */
  seenAt: Date | null;
  lastRunAt: Date | null;
  /**
   * Null if no run has submitted anything yet, or if the submission was deleted. Each read checks whether the submission exists, because
   * its deletion cannot clear this id without the risk of a deadlock. A deletion locks the connection first, but a run locks the rules
   * first.
   */
  lastSubmissionId: string | null;
  lastProblem: string | null;
  /** The fault that `lastProblem` describes, or an earlier fault if a process of an earlier release has stored `lastProblem` since. */
  lastFault: RunFault | null;
}

const columnsOf = (clientId: ClientId) => sql`
  automatic_submit.client_id as "clientId",
  automatic_submit.channel_id as "channelId",
  automatic_submit.account_id as "accountId",
  automatic_submit.quiet_seconds as "quietSeconds",
  automatic_submit.schedule,
  automatic_submit.withdraw_deleted as "withdrawDeleted",
  automatic_submit.check_at as "checkAt",
  automatic_submit.run_at as "runAt",
  automatic_submit.seen,
  automatic_submit.seen_at as "seenAt",
  automatic_submit.last_run_at as "lastRunAt",
  (
    select submission.submission_id
    from submission
    where submission.client_id = ${clientId}
      and submission.submission_id = automatic_submit.last_submission_id
  ) as "lastSubmissionId",
  automatic_submit.last_problem as "lastProblem",
  automatic_submit.last_fault as "lastFault"`;

export async function findAutomatic(connection: Connection, key: ConnectionKey): Promise<AutomaticRow | undefined> {
  const { rows } = await sql<AutomaticRow>`
    select ${columnsOf(key.clientId)}
    from automatic_submit
    where automatic_submit.client_id = ${key.clientId} and automatic_submit.channel_id = ${key.channelId}`.execute(
    connection,
  );
  return rows[0];
}

const isOverdue = (now: Date) =>
  sql<boolean>`(automatic_submit.check_at <= ${now} or automatic_submit.run_at <= ${now})`;

/** Lists the connections whose rules have been overdue the longest. */
async function listOverdue(connection: Connection, now: Date, max: number): Promise<ConnectionKey[]> {
  const { rows } = await sql<ConnectionKey>`
    select automatic_submit.client_id as "clientId", automatic_submit.channel_id as "channelId"
    from automatic_submit
    where ${isOverdue(now)}
    order by least(automatic_submit.check_at, automatic_submit.run_at), automatic_submit.client_id, automatic_submit.channel_id
    limit ${max}`.execute(connection);
  return rows;
}

/**
 * Returns the rules that have been overdue the longest, and locks them until the transaction ends. Concurrent claims get different rules.
 * @returns undefined if none are due
 */
export async function claimDue(connection: Transaction, now: Date): Promise<AutomaticRow | undefined> {
  return claimFirst(
    () => listOverdue(connection, now, claimLooks),
    (key) => lockOverdue(connection, key, now),
  );
}

async function lockOverdue(connection: Transaction, key: ConnectionKey, now: Date): Promise<AutomaticRow | undefined> {
  const { rows } = await sql<AutomaticRow>`
    select ${columnsOf(key.clientId)}
    from automatic_submit
    where automatic_submit.client_id = ${key.clientId}
      and automatic_submit.channel_id = ${key.channelId}
      and ${isOverdue(now)}
    for update skip locked`.execute(connection);
  return rows[0];
}

/** Returns the connection whose rules `claimDue` would claim. @returns undefined if none are due */
export async function findNextDue(connection: Connection, now: Date): Promise<ConnectionKey | undefined> {
  return (await listOverdue(connection, now, 1))[0];
}

/** Locks the rules of a connection until the transaction ends. Creates their row if it does not exist. */
export async function lockRules(connection: Transaction, key: ConnectionKey): Promise<void> {
  await sql`
    insert into automatic_submit (client_id, channel_id)
    values (${key.clientId}, ${key.channelId})
    on conflict (client_id, channel_id) do update set client_id = excluded.client_id`.execute(connection);
}

/** Saves the rules. The outcome of earlier runs is kept. */
export async function saveRules(
  connection: Transaction,
  rules: Pick<
    AutomaticRow,
    'clientId' | 'channelId' | 'accountId' | 'quietSeconds' | 'schedule' | 'withdrawDeleted' | 'checkAt' | 'runAt'
  >,
): Promise<void> {
  const schedule = rules.schedule === null ? null : JSON.stringify(rules.schedule);
  await sql`
    insert into automatic_submit (client_id, channel_id, account_id, quiet_seconds, schedule, withdraw_deleted, check_at, run_at)
    values (
      ${rules.clientId}, ${rules.channelId}, ${rules.accountId}, ${rules.quietSeconds}, ${schedule}::jsonb, ${rules.withdrawDeleted},
      ${rules.checkAt}, ${rules.runAt}
    )
    on conflict (client_id, channel_id) do update
    set
      account_id = excluded.account_id,
      quiet_seconds = excluded.quiet_seconds,
      schedule = excluded.schedule,
      withdraw_deleted = excluded.withdraw_deleted,
      check_at = excluded.check_at,
      run_at = excluded.run_at,
      seen = null,
      seen_at = null`.execute(connection);
}

/** Deletes the rules. Waits until a run in progress has ended. */
export async function deleteRules(connection: Transaction, key: ConnectionKey): Promise<void> {
  await sql`
    delete from automatic_submit
    where automatic_submit.client_id = ${key.clientId} and automatic_submit.channel_id = ${key.channelId}`.execute(
    connection,
  );
}

/** Saves the times of the next check and run, and the outcome of a run. A rule that was switched off during the run stays off. */
export async function saveRun(connection: Database, row: AutomaticRow): Promise<void> {
  await sql`
    update automatic_submit
    set
      check_at = case when automatic_submit.quiet_seconds is not null then ${row.checkAt}::timestamptz end,
      run_at = case when automatic_submit.schedule is not null then ${row.runAt}::timestamptz end,
      seen = ${row.seen},
      seen_at = ${row.seenAt},
      last_run_at = ${row.lastRunAt},
      last_submission_id = ${row.lastSubmissionId}::uuid,
      last_problem = ${row.lastProblem},
      last_fault = ${row.lastFault === null ? null : JSON.stringify(row.lastFault)}::jsonb
    where automatic_submit.client_id = ${row.clientId} and automatic_submit.channel_id = ${row.channelId}`.execute(
    connection,
  );
}
