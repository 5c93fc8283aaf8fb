import { sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';

/** A value that a target refused because it is not in the target's list. */
export interface RefusedValue {
  value: string;
  target: string;
  products: number;
}

export interface RefusedValues {
  values: RefusedValue[];
  /** Number of products with refused values that were read. */
  read: number;
}

/**
 * Counts the values that targets refused in up to `maxProducts` products. Values that were shortened for the message of the problem are
 * skipped.
 * @returns the most frequent values first, at most `limit`
 */
export async function countRefusedValues(
  connection: Connection,
  { clientId, channelId }: ConnectionKey,
  targets: readonly string[],
  { maxProducts, limit }: { maxProducts: number; limit: number },
): Promise<RefusedValues> {
  const { rows } = await sql<RefusedValue & { read: number }>`
    with kinds as materialized (
      select array_agg(channel_problem.problem_id) as problem_ids
      from channel_problem
      where channel_problem.client_id = ${clientId} and channel_problem.channel_id = ${channelId}
        and channel_problem.code = 'not-in-list' and channel_problem.target = any(${targets}::text[])
    ),
    refused as materialized (
      select evaluation.product_id, evaluation.problems
      from channel_evaluation as evaluation
      where evaluation.client_id = ${clientId} and evaluation.channel_id = ${channelId}
        and evaluation.problem_ids && (select kinds.problem_ids from kinds)
      limit ${maxProducts}
    ),
    counted as (
      select found.problem ->> 'target' as target, found.problem #>> '{params,value}' as value,
        count(distinct refused.product_id)::integer as products
      from refused
      cross join lateral jsonb_array_elements(refused.problems) as found (problem)
      where found.problem ->> 'code' = 'not-in-list'
        and found.problem ->> 'target' = any(${targets}::text[])
      group by 1, 2
    )
    select counted.target, counted.value, counted.products, (select count(*)::integer from refused) as read
    from counted
    where right(counted.value, 1) <> '…'
    order by counted.products desc, counted.value collate "C", counted.target collate "C"
    limit ${limit}`.execute(connection);
  return { values: rows.map(({ read: _, ...row }) => row), read: rows[0]?.read ?? 0 };
}
