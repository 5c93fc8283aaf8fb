import type { ProblemLevel } from '@pimento/contract';
import { sql } from 'kysely';
import type { ChannelId, ClientId, Connection } from '../../platform/index.ts';

interface Key {
  clientId: ClientId;
  channelId: ChannelId;
}

export interface ReadinessState {
  standardVersion: number | null;
  mappingVersion: number | null;
  rulesetNo: number | null;
  /** Number of products of the client. */
  total: number;
  /** Number of products on the list of changes. A product that is listed several times counts several times. */
  changed: number;
  isRulesetOutdated: boolean;
  pass: { done: number; startedAt: string } | null;
}

/**
 * Returns the facts on which the counts of a channel are based, and the amount of work that is still to be done.
 * @returns undefined if the client is not connected
 */
export async function findReadinessState(
  connection: Connection,
  { clientId, channelId }: Key,
): Promise<ReadinessState | undefined> {
  const { rows } = await sql<ReadinessState>`
    select
      channel.standard_version as "standardVersion",
      (
        select max(channel_mapping.version)
        from channel_mapping
        where channel_mapping.client_id = ${clientId} and channel_mapping.channel_id = ${channelId}
          and channel_mapping.version > 0
      ) as "mappingVersion",
      connection.ruleset_no as "rulesetNo",
      coalesce(search_state.products, 0) + (
        select coalesce(sum(product_change.delta), 0)
        from product_change
        where product_change.client_id = ${clientId}
      ) as total,
      (
        select coalesce(sum(evaluation_change.size), 0)
        from evaluation_change
        where evaluation_change.client_id = ${clientId}
      ) as changed,
      exists (
        select
        from ruleset_change
        where ruleset_change.client_id = ${clientId} and ruleset_change.channel_id = ${channelId}
      ) as "isRulesetOutdated",
      case when pass.built_through is not null then jsonb_build_object(
        'done', pass.pass_done,
        'startedAt', to_char(pass.pass_started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      ) end as pass
    from connection
    join channel on channel.channel_id = connection.channel_id
    left join search_state on search_state.client_id = ${clientId}
    left join evaluation_state as pass on pass.client_id = ${clientId} and pass.channel_id = connection.channel_id
    where connection.client_id = ${clientId} and connection.channel_id = ${channelId}`.execute(connection);
  return rows[0];
}

/** Returns the counts of a channel by outcome. */
export async function listOutcomeTallies(
  connection: Connection,
  { clientId, channelId }: Key,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; products: number }>`
    select evaluation_tally.key, evaluation_tally.products
    from evaluation_tally
    where evaluation_tally.client_id = ${clientId} and evaluation_tally.channel_id = ${channelId}
      and evaluation_tally.kind = 'outcome'`.execute(connection);
  return new Map(rows.map(({ key, products }) => [key, products]));
}

/** Returns the categories with the most products. `name` is null for a category that the current standard no longer has. */
export async function listCategoryTallies(
  connection: Connection,
  { clientId, channelId }: Key,
  max: number,
): Promise<{ categoryId: string; name: string | null; products: number }[]> {
  const { rows } = await sql<{ categoryId: string; name: string | null; products: number }>`
    select evaluation_tally.key as "categoryId", standard_item.body ->> 'name' as name, evaluation_tally.products
    from evaluation_tally
    join channel on channel.channel_id = evaluation_tally.channel_id
    left join standard_item on standard_item.adapter_id = channel.adapter_id
      and standard_item.channel_id = channel.channel_id and standard_item.kind = 'category'
      and standard_item.item_id = evaluation_tally.key and standard_item.first_version <= channel.standard_version
      and (standard_item.last_version is null or standard_item.last_version >= channel.standard_version)
    where evaluation_tally.client_id = ${clientId} and evaluation_tally.channel_id = ${channelId}
      and evaluation_tally.kind = 'category' and evaluation_tally.products > 0
    order by evaluation_tally.products desc, evaluation_tally.key
    limit ${max}`.execute(connection);
  return rows;
}

/** Returns the most frequent problems. */
export async function listProblemTallies(
  connection: Connection,
  { clientId, channelId }: Key,
  max: number,
): Promise<{ target: string | null; code: string; level: ProblemLevel; products: number }[]> {
  const { rows } = await sql<{ target: string | null; code: string; level: ProblemLevel; products: number }>`
    select nullif(channel_problem.target, '') as target, channel_problem.code, channel_problem.level, evaluation_tally.products
    from evaluation_tally
    join channel_problem on channel_problem.client_id = ${clientId}
      and channel_problem.channel_id = evaluation_tally.channel_id
      and channel_problem.problem_id = evaluation_tally.key::integer
    where evaluation_tally.client_id = ${clientId} and evaluation_tally.channel_id = ${channelId}
      and evaluation_tally.kind = 'problem' and evaluation_tally.products > 0
    order by evaluation_tally.products desc, channel_problem.target, channel_problem.code
    limit ${max}`.execute(connection);
  return rows;
}

/** Returns the channels on which the products of a client are evaluated, in the order of their names. */
export async function listEvaluatedChannels(
  connection: Connection,
  clientId: ClientId,
): Promise<{ channelId: ChannelId; channelName: string }[]> {
  const { rows } = await sql<{ channelId: ChannelId; channelName: string }>`
    select connection.channel_id as "channelId", channel.name as "channelName"
    from connection
    join channel on channel.channel_id = connection.channel_id
    where connection.client_id = ${clientId} and connection.ruleset_no is not null
    order by channel.name, connection.channel_id`.execute(connection);
  return rows;
}
