import { type RawBuilder, sql } from 'kysely';
import { isCurrent, selectBasis, selectChanged } from '../evaluations/current-evaluation-views.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';
import type { AccountGate, Gate } from './gate-rules.ts';

/** The CTEs that `gateVerdict` reads. */
export const gateTables = (key: ConnectionKey, gate?: Gate): RawBuilder<unknown> => sql`
  changed as materialized (
    ${selectChanged(key)}
  ), basis as materialized (
    ${selectBasis(key)}
  ), account_results as materialized (
    select ${gate?.account?.verdicts ?? null}::jsonb as verdicts
  )`;

/**
 * Builds a subquery for the evaluation of the row of `product`. The subquery can only use the primary key, so missing statistics cannot
 * lead to a bad plan.
 */
const evaluationOf = ({ clientId, channelId }: ConnectionKey) => sql`
  channel_evaluation as evaluation
  where evaluation.client_id = ${clientId} and evaluation.channel_id = ${channelId}
    and evaluation.product_id = product.product_id`;

/**
 * The result for the row of `product` with a different account. The result is looked up by key in one JSON value that contains the results
 * of all products.
 */
const accountVerdict = sql`((select account_results.verdicts from account_results) -> product.product_id)`;

/** SQL condition that the account has no result for the current version of `product`. */
const isOutdatedFor = (account: AccountGate | undefined) =>
  account === undefined
    ? sql<boolean>`false`
    : sql<boolean>`(
        (${accountVerdict} ->> 0)::integer, (${accountVerdict} ->> 1)::timestamptz
      ) is distinct from (product.revision, product.created_at)`;

const outcomeFor = (account: AccountGate | undefined) =>
  account === undefined ? sql<string>`evaluation.outcome` : sql<string>`${accountVerdict} ->> 2`;

/** Builds a query for the first error in the row of `evaluation` as `reason`, and the number of further errors as `more`. */
export const firstError = (account: AccountGate | undefined): RawBuilder<unknown> =>
  account === undefined
    ? sql`
        jsonb_path_query_first(evaluation.problems, '$[*] ? (@.level == "error")') as reason,
        greatest(evaluation.errors - 1, 0) as more`
    : sql`
        (select account_results.verdicts from account_results) -> evaluation.product_id -> 3 as reason,
        ((select account_results.verdicts from account_results) -> evaluation.product_id ->> 4)::integer as more`;

/**
 * Builds the SQL expression for the gate's verdict on the row of `product`: `passed`, `not-ready`, `held` or `checking`. `checking` means
 * that the evaluation, or the result for the gate's account, is missing or may be outdated, or that the connection has another ruleset than
 * the gate.
 */
export const gateVerdict = (
  key: ConnectionKey,
  { rulesetNo, passes, account }: Gate,
): RawBuilder<string> => sql<string>`
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
          when ${isOutdatedFor(account)} then 'checking'
          when ${passes}::text = 'all' or ${outcomeFor(account)} = 'ready' then 'passed'
          else 'not-ready'
        end
      from ${evaluationOf(key)}
    ), 'checking')
  end`;

/** SQL expression for the hash of the product in row `product`, in the channel shape. Null if there is no evaluation. */
export const outputHash = (key: ConnectionKey): RawBuilder<string | null> => sql<string | null>`(
  select evaluation.output_hash
  from ${evaluationOf(key)}
)`;
