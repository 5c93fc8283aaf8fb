import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';
import { isCurrent, selectBasis, selectChanged } from '../evaluations/current-evaluation-views.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';

/**
 * Returns the next chosen products without a current evaluation, in the order of their ids.
 * @param chosen a condition on the table `product`
 */
export async function listStale(
  connection: Connection,
  key: ConnectionKey,
  chosen: RawBuilder<boolean>,
  { after, max }: { after: string; max: number },
): Promise<string[]> {
  const { clientId, channelId } = key;
  const { rows } = await sql<{ productId: string }>`
    with changed as materialized (
      ${selectChanged(key)}
    ), basis as materialized (
      ${selectBasis(key)}
    )
    select product.product_id as "productId"
    from product
    where product.client_id = ${clientId} and product.product_id > ${after} and ${chosen}
      and coalesce((
        select (select not ${isCurrent} from basis)
        from channel_evaluation as evaluation
        where evaluation.client_id = ${clientId} and evaluation.channel_id = ${channelId}
          and evaluation.product_id = product.product_id
      ), true)
    order by product.product_id
    limit ${max}`.execute(connection);
  return rows.map(({ productId }) => productId);
}

/**
 * Returns the next chosen products, in the order of their ids.
 * @param chosen a condition on the table `product`
 */
export async function listChosen(
  connection: Connection,
  { clientId }: Pick<ConnectionKey, 'clientId'>,
  chosen: RawBuilder<boolean>,
  { after, max }: { after: string; max: number },
): Promise<string[]> {
  const { rows } = await sql<{ productId: string }>`
    select product.product_id as "productId"
    from product
    where product.client_id = ${clientId} and product.product_id > ${after} and ${chosen}
    order by product.product_id
    limit ${max}`.execute(connection);
  return rows.map(({ productId }) => productId);
}
