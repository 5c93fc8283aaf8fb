import { type RawBuilder, sql } from 'kysely';
import { isCurrent, selectBasis, selectChanged } from '../evaluations/current-evaluation-views.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';
import type { Gate } from './gate-rules.ts';

/** The CTEs that `gateVerdict` reads. */
export const gateTables = (key: ConnectionKey): RawBuilder<unknown> => sql`
  changed as materialized (
    ${selectChanged(key)}
  ), basis as materialized (
    ${selectBasis(key)}
  )`;

/** The evaluation of the row of `product`; a subquery that can only use the primary key, whatever the planner knows of the tables. */
const evaluationOf = ({ clientId, channelId }: ConnectionKey) => sql`
  channel_evaluation as evaluation
  where evaluation.client_id = ${clientId} and evaluation.channel_id = ${channelId}
    and evaluation.product_id = product.product_id`;

/**
 * What the gate decides on the row of `product`: `passed`, `held`, `checking` if its evaluation is not provably current or was made by
 * another ruleset, or `not-ready`.
 */
export const gateVerdict = (key: ConnectionKey, { rulesetNo, passes }: Gate): RawBuilder<string> => sql<string>`
  case
    when (
      select channel_product.is_held
      from channel_product
      where channel_product.client_id = ${key.clientId} and channel_product.channel_id = ${key.channelId}
        and channel_product.product_id = product.product_id and channel_product.is_held
    ) then 'held'
    else coalesce((
      select
        case
          when (select basis.ruleset_no from basis) is distinct from ${rulesetNo}::integer then 'checking'
          when not (select ${isCurrent} from basis) then 'checking'
          when ${passes}::text = 'all' or evaluation.outcome = 'ready' then 'passed'
          else 'not-ready'
        end
      from ${evaluationOf(key)}
    ), 'checking')
  end`;

/** Hash of the row of `product` in the channel shape; null without an evaluation. */
export const outputHash = (key: ConnectionKey): RawBuilder<string | null> => sql<string | null>`(
  select evaluation.output_hash
  from ${evaluationOf(key)}
)`;
