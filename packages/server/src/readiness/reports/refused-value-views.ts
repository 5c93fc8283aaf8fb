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
  /** Number of evaluated products that were read because they have refused values. */
  read: number;
}

/** Selects the entries of a value map in the draft and in the published version. */
const entriesOf = ({ clientId, channelId }: ConnectionKey, mapId: string) => sql`
      select mapping_value.source, mapping_value.target, mapping_value.last_version is null as is_draft
      from mapping_value
      where mapping_value.client_id = ${clientId} and mapping_value.channel_id = ${channelId}
        and mapping_value.kind = 'map' and mapping_value.owner_id = ${mapId}
        and (
          mapping_value.last_version is null
          or mapping_value.last_version >= (
            select max(channel_mapping.version)
            from channel_mapping
            where channel_mapping.client_id = ${clientId} and channel_mapping.channel_id = ${channelId}
          )
        )`;

/**
 * Counts the values that targets refused in up to `maxProducts` products. Skips values that were shortened for the message of the problem,
 * and values with an entry in the draft of the map. Also skips channel values that an entry of the draft or of the published version
 * produces.
 * @returns the most frequent values first, at most `limit`
 */
export async function countRefusedValues(
  connection: Connection,
  { clientId, channelId }: ConnectionKey,
  { mapId, targets }: { mapId: string; targets: readonly string[] },
  { maxProducts, limit }: { maxProducts: number; limit: number },
): Promise<RefusedValues> {
  const { rows } = await sql<{ [Name in keyof RefusedValue]: RefusedValue[Name] | null } & { read: number }>`
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
    ),
    entry as materialized (
      ${entriesOf({ clientId, channelId }, mapId)}
    ),
    shown as (
      select counted.target, counted.value, counted.products
      from counted
      where right(counted.value, 1) <> '…'
        and not exists (select from entry where entry.is_draft and entry.source = counted.value)
        and not exists (select from entry where entry.target = counted.value)
      order by counted.products desc, counted.value collate "C", counted.target collate "C"
      limit ${limit}
    )
    select total.read, shown.target, shown.value, shown.products
    from (select count(*)::integer as read from refused) as total
    left join shown on true
    order by shown.products desc, shown.value collate "C", shown.target collate "C"`.execute(connection);
  const values = rows.flatMap(({ value, target, products }) =>
    value === null || target === null || products === null ? [] : [{ value, target, products }],
  );
  return { values, read: rows[0]?.read ?? 0 };
}
