import type { SubmitPreview } from '@pimento/contract';
import { sql } from 'kysely';
import type { ConnectionKey } from '../../channels/index.ts';
import type { Connection } from '../../platform/index.ts';
import { isCurrent, selectBasis, selectChanged } from '../../readiness/index.ts';
import { isChosen, type ProductChoice } from './product-choice-views.ts';
import { isUnchanged } from './unchanged-product-views.ts';

/** Selects the three most frequent errors of the products that are not ready. */
const selectReasons = ({ clientId, channelId }: ConnectionKey) => sql`
      select nullif(channel_problem.target, '') as target, channel_problem.code, counted.products
      from (
        select named.problem_id, count(*) as products
        from judged
        cross join lateral unnest(judged.problem_ids) as named (problem_id)
        where judged.fate = 'notReady'
        group by named.problem_id
      ) as counted
      join channel_problem on channel_problem.client_id = ${clientId} and channel_problem.channel_id = ${channelId}
        and channel_problem.problem_id = counted.problem_id and channel_problem.level = 'error'
      order by counted.products desc, channel_problem.target, channel_problem.code
      limit 3`;

/** Counts the chosen products by the effect that a submit would have on them, in one statement. */
export async function countChosen(
  connection: Connection,
  key: ConnectionKey,
  { choice, accountId }: { choice: ProductChoice; accountId: string | undefined },
): Promise<Omit<SubmitPreview, 'submitsNotReady' | 'mayAllowInvalid'>> {
  const { clientId, channelId } = key;
  const { rows } = await sql<Omit<SubmitPreview, 'submitsNotReady' | 'mayAllowInvalid'>>`
    with changed as materialized (
      ${selectChanged(key)}
    ), basis as materialized (
      ${selectBasis(key)}
    ), judged as materialized (
      select
        case
          when coalesce(channel_product.is_held, false) then 'held'
          when basis.ruleset_no is null and not basis.is_outdated then 'notReady'
          when not ${isCurrent} then 'checking'
          when evaluation.outcome = 'ready' then 'ready'
          else 'notReady'
        end as fate,
        ${isUnchanged(key, { accountId, outputHash: sql`evaluation.output_hash` })} as is_unchanged,
        evaluation.problem_ids
      from product
      cross join basis
      left join channel_product on channel_product.client_id = ${clientId} and channel_product.channel_id = ${channelId}
        and channel_product.product_id = product.product_id
      left join channel_evaluation as evaluation on evaluation.client_id = ${clientId}
        and evaluation.channel_id = ${channelId} and evaluation.product_id = product.product_id
      where product.client_id = ${clientId} and ${isChosen(key, choice)}
    ), reason as (
      ${selectReasons(key)}
    )
    select
      count(*) as products,
      count(*) filter (where judged.fate = 'ready') as ready,
      count(*) filter (where judged.fate = 'ready' and judged.is_unchanged) as unchanged,
      count(*) filter (where judged.fate = 'checking') as checking,
      count(*) filter (where judged.fate = 'held') as held,
      count(*) filter (where judged.fate = 'notReady') as "notReady",
      (
        select coalesce(
          jsonb_agg(jsonb_build_object('target', reason.target, 'code', reason.code, 'products', reason.products)),
          '[]'
        )
        from reason
      ) as reasons
    from judged`.execute(connection);
  const [counts] = rows;
  if (counts === undefined) throw new Error('An aggregate has one row.');
  return counts;
}
