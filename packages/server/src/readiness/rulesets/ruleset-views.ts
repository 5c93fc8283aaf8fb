import type { AccountField, ReadyWhen } from '@pimento/contract';
import { sql } from 'kysely';
import type { Connection } from '../../platform/core.ts';
import type { ConnectionKey, RulesetRow } from './ruleset-types.ts';

export interface SourceVersions {
  adapterId: string;
  standardVersion: number;
  /** Version of the published mapping. Null if there is none. */
  mappingVersion: number | null;
  clientLists: unknown;
  accountLists: unknown;
  /** The stored values of the account's fields, by id of the field. Null without an account. */
  account: Record<string, string> | null;
  /** All account fields that the channel declares. */
  accountFields: AccountField[];
}

/**
 * Returns the inputs of the evaluations of a connection.
 * @param accountId the account that the evaluations read; null for the evaluation account or, if none is set, the oldest account
 * @returns undefined if there is no standard or no connection
 */
export async function findSources(
  connection: Connection,
  { clientId, channelId }: ConnectionKey,
  accountId: string | null = null,
): Promise<SourceVersions | undefined> {
  const { rows } = await sql<SourceVersions>`
    select
      channel.adapter_id as "adapterId",
      channel.standard_version as "standardVersion",
      published.version as "mappingVersion",
      connection.list_of_values as "clientLists",
      used.list_of_values as "accountLists",
      used.properties as account,
      channel.account_fields as "accountFields"
    from connection
    join channel on channel.channel_id = connection.channel_id
    join lateral (
      select max(channel_mapping.version) as version
      from channel_mapping
      where channel_mapping.client_id = ${clientId} and channel_mapping.channel_id = connection.channel_id
        and channel_mapping.version > 0
    ) as published on true
    left join lateral (
      select account.properties, account.list_of_values
      from account
      where account.client_id = ${clientId} and account.channel_id = connection.channel_id
      order by
        account.account_id = coalesce(${accountId}::text, connection.evaluation_account_id) desc nulls last,
        account.created_at,
        account.account_id
      limit 1
    ) as used on true
    where connection.client_id = ${clientId} and connection.channel_id = ${channelId}
      and channel.standard_version is not null`.execute(connection);
  return rows[0];
}

/** Returns a ruleset of a connection. @returns undefined if there is none with this number */
export async function findRuleset(
  connection: Connection,
  { clientId, channelId }: ConnectionKey,
  rulesetNo: number,
): Promise<RulesetRow | undefined> {
  const { rows } = await sql<RulesetRow>`
    select
      channel_ruleset.client_id as "clientId", channel_ruleset.channel_id as "channelId",
      channel_ruleset.ruleset_no as "rulesetNo", channel.adapter_id as "adapterId",
      channel_ruleset.standard_version as "standardVersion", channel_ruleset.mapping_version as "mappingVersion",
      channel_ruleset.facts, encode(channel_ruleset.content_hash, 'hex') as "contentHash", channel_ruleset.as_of as "asOf",
      channel_ruleset.compatible_from as "compatibleFrom"
    from channel_ruleset
    join channel on channel.channel_id = channel_ruleset.channel_id
    where channel_ruleset.client_id = ${clientId} and channel_ruleset.channel_id = ${channelId}
      and channel_ruleset.ruleset_no = ${rulesetNo}`.execute(connection);
  return rows[0];
}

/** Returns the number of a ruleset of a connection with this content. @returns undefined if there is none */
export async function findRulesetByHash(
  connection: Connection,
  { clientId, channelId }: ConnectionKey,
  contentHash: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ rulesetNo: number }>`
    select channel_ruleset.ruleset_no as "rulesetNo"
    from channel_ruleset
    where channel_ruleset.client_id = ${clientId} and channel_ruleset.channel_id = ${channelId}
      and channel_ruleset.content_hash = decode(${contentHash}, 'hex')
    order by channel_ruleset.ruleset_no desc
    limit 1`.execute(connection);
  return rows[0]?.rulesetNo;
}

/** Returns the number of the current ruleset of a connection. @returns undefined if it has none */
export async function findRulesetNo(
  connection: Connection,
  { clientId, channelId }: ConnectionKey,
): Promise<number | undefined> {
  const { rows } = await sql<{ rulesetNo: number }>`
    select connection.ruleset_no as "rulesetNo"
    from connection
    where connection.client_id = ${clientId} and connection.channel_id = ${channelId}
      and connection.ruleset_no is not null`.execute(connection);
  return rows[0]?.rulesetNo;
}

export interface CurrentRuleset {
  channelId: ConnectionKey['channelId'];
  rulesetNo: number;
  readyWhen: ReadyWhen;
}

/** Returns the current rulesets of a client, sorted by channel id. */
export async function listCurrentRulesets(
  connection: Connection,
  clientId: ConnectionKey['clientId'],
): Promise<CurrentRuleset[]> {
  const { rows } = await sql<CurrentRuleset>`
    select connection.channel_id as "channelId", connection.ruleset_no as "rulesetNo", connection.ready_when as "readyWhen"
    from connection
    where connection.client_id = ${clientId} and connection.ruleset_no is not null
    order by connection.channel_id`.execute(connection);
  return rows;
}

/** Returns the current rulesets that use `today`, except those that are already on the list of changes. */
export async function listDatedRulesets(
  connection: Connection,
): Promise<(ConnectionKey & Pick<RulesetRow, 'asOf'> & { zones: string[] })[]> {
  const { rows } = await sql<ConnectionKey & Pick<RulesetRow, 'asOf'> & { zones: string[] }>`
    select
      connection.client_id as "clientId", connection.channel_id as "channelId", channel_ruleset.zones,
      channel_ruleset.as_of as "asOf"
    from connection
    join channel_ruleset on channel_ruleset.client_id = connection.client_id
      and channel_ruleset.channel_id = connection.channel_id and channel_ruleset.ruleset_no = connection.ruleset_no
    where cardinality(channel_ruleset.zones) > 0
      and not exists (
        select
        from ruleset_change
        where ruleset_change.client_id = connection.client_id and ruleset_change.channel_id = connection.channel_id
      )`.execute(connection);
  return rows;
}

/** Returns the targets and codes of the problems that products of a connection have, including products whose outcome is `checking`. */
export async function listPresentProblems(
  connection: Connection,
  { clientId, channelId }: ConnectionKey,
): Promise<{ target: string; code: string }[]> {
  const { rows } = await sql<{ target: string; code: string }>`
    select channel_problem.target, channel_problem.code
    from channel_problem
    join evaluation_tally as tally on tally.client_id = ${clientId}
      and tally.channel_id = channel_problem.channel_id and tally.kind = 'problem'
      and tally.key = channel_problem.problem_id::text and tally.products > 0
    where channel_problem.client_id = ${clientId} and channel_problem.channel_id = ${channelId}`.execute(connection);
  return rows;
}
