import type { ReadyWhen } from '@pimento/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../platform/index.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';

export interface ConnectionSettings {
  readyWhen: ReadyWhen;
  /** Account whose data evaluations read. Null means the oldest account. */
  evaluationAccountId: string | null;
}

export interface LockedSettings extends ConnectionSettings {
  rulesetNo: number | null;
  hasStandard: boolean;
}

/**
 * Locks a connection until the transaction ends. `evaluationAccountId` is null if that account has been deleted.
 * @returns undefined if the client is not connected
 */
export async function lockSettings(
  transaction: Transaction,
  { clientId, channelId }: ConnectionKey,
): Promise<LockedSettings | undefined> {
  const { rows } = await sql<LockedSettings>`
    select
      connection.ready_when as "readyWhen",
      (
        select account.account_id
        from account
        where account.client_id = ${clientId} and account.channel_id = ${channelId}
          and account.account_id = connection.evaluation_account_id
      ) as "evaluationAccountId",
      connection.ruleset_no as "rulesetNo",
      channel.standard_version is not null as "hasStandard"
    from connection
    join channel on channel.channel_id = connection.channel_id
    where connection.client_id = ${clientId} and connection.channel_id = ${channelId}
    for update of connection`.execute(transaction);
  return rows[0];
}

export async function saveSettings(
  transaction: Transaction,
  { clientId, channelId }: ConnectionKey,
  { readyWhen, evaluationAccountId }: ConnectionSettings,
): Promise<void> {
  await sql`
    update connection
    set ready_when = ${readyWhen}, evaluation_account_id = ${evaluationAccountId}
    where connection.client_id = ${clientId} and connection.channel_id = ${channelId}`.execute(transaction);
}
