import type { ReadinessOutcome } from '@pimento/contract';
import { sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';
import { isCurrent, selectBasis, selectChanged } from '../evaluations/current-evaluation-views.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';

/**
 * Returns the outcomes of products on a channel, by product id.
 * @returns undefined if the channel has no data standard, if the client is not connected to it, or if `productIds` is empty
 */
export async function findOutcomes(
  connection: Connection,
  key: ConnectionKey,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, ReadinessOutcome> | undefined> {
  const { clientId, channelId } = key;
  const { rows } = await sql<{ productId: string; outcome: ReadinessOutcome }>`
    with changed as materialized (
      ${selectChanged(key)} and listed.product_id = any(${productIds}::text[])
    ), basis as materialized (
      ${selectBasis(key)}
    )
    select
      wanted.product_id as "productId",
      case
        when ${isCurrent} then evaluation.outcome
        when basis.ruleset_no is null and not basis.is_outdated then 'unmapped'
        else 'checking'
      end as outcome
    from unnest(${productIds}::text[]) as wanted (product_id)
    cross join basis
    left join product on product.client_id = ${clientId} and product.product_id = wanted.product_id
    left join channel_evaluation as evaluation on evaluation.client_id = ${clientId} and evaluation.channel_id = ${channelId}
      and evaluation.product_id = wanted.product_id
    where exists (
      select
      from channel
      where channel.channel_id = ${channelId} and channel.standard_version is not null
    )`.execute(connection);
  return rows.length === 0 ? undefined : new Map(rows.map(({ productId, outcome }) => [productId, outcome]));
}
