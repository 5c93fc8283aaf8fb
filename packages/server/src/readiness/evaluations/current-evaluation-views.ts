import { type RawBuilder, sql } from 'kysely';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';

/**
 * Builds a query for one row with the data that determines which evaluations of a connection are current. Use it as a CTE with the name
 * `basis`.
 */
export const selectBasis = ({ clientId, channelId }: ConnectionKey): RawBuilder<unknown> => sql`
  select
    ruleset.ruleset_no, ruleset.compatible_from, pass.pass_no, pass.proven_no, pass.built_through,
    exists (
      select
      from ruleset_change
      where ruleset_change.client_id = ${clientId} and ruleset_change.channel_id = ${channelId}
    ) as is_outdated
  from connection
  left join channel_ruleset as ruleset on ruleset.client_id = ${clientId} and ruleset.channel_id = ${channelId}
    and ruleset.ruleset_no = connection.ruleset_no
  left join evaluation_state as pass on pass.client_id = ${clientId} and pass.channel_id = ${channelId}
  where connection.client_id = ${clientId} and connection.channel_id = ${channelId}`;

/**
 * Builds a query for the products whose files or overrides have changed since their evaluation. Use it as a CTE with the name `changed`.
 */
export const selectChanged = ({ clientId }: Pick<ConnectionKey, 'clientId'>): RawBuilder<unknown> => sql`
  select distinct listed.product_id
  from evaluation_change
  cross join lateral unnest(evaluation_change.product_ids) as listed (product_id)
  where evaluation_change.client_id = ${clientId} and evaluation_change.kind = 'input'`;

/**
 * SQL condition that an evaluation is current. It was made from the current version of the product, and by the connection's ruleset or one
 * with the same results. Neither the product's files and overrides nor the inputs of the ruleset have changed since. Requires the tables
 * `evaluation` and `product` and the CTEs `basis` and `changed`.
 */
export const isCurrent = sql<boolean>`coalesce(
  product.revision = evaluation.product_revision
    and product.created_at = evaluation.product_created_at
    and not basis.is_outdated
    and (
      evaluation.ruleset_no >= basis.compatible_from
      or basis.proven_no >= basis.compatible_from
      or (basis.pass_no >= basis.compatible_from and evaluation.product_id <= basis.built_through)
    )
    -- hashed, whatever the number of changed products is
    and case when evaluation.product_id in (select changed.product_id from changed) then false else true end,
  false
)`;
