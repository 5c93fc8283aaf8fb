import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';
import type { OutcomeCondition } from './outcome-condition-rules.ts';

// This feature must not import the feature that evaluates products, so it reads evaluations through functions of the database.

/**
 * Builds an SQL condition on the table `product` that a product has one of the outcomes. An evaluation counts only if it is current.
 * Without a current evaluation, the outcome is `checking`, or `unmapped` if the channel has no evaluations.
 */
export function hasOutcome({ clientId, channelId, outcomes }: OutcomeCondition): RawBuilder<boolean> {
  const current = sql`
    select
    from current_evaluations(${clientId}, ${channelId}) as evaluation
    where evaluation.product_id = product.product_id
      and evaluation.product_revision = product.revision and evaluation.product_created_at = product.created_at`;
  const isEvaluated = sql`(select is_evaluated(${clientId}, ${channelId}))`;
  const alternatives = [sql`exists (${current} and evaluation.outcome = any(${outcomes}::text[]))`];
  if (outcomes.includes('unmapped')) alternatives.push(sql`${isEvaluated} is false`);
  if (outcomes.includes('checking')) alternatives.push(sql`(${isEvaluated} is true and not exists (${current}))`);
  return sql`(${sql.join(alternatives, sql` or `)})`;
}

/**
 * Returns the condition that the fewest products satisfy, with the approximate number of these products.
 * @returns undefined if no index can find the products of any condition
 */
export async function findRarestOutcome(
  connection: Connection,
  conditions: readonly OutcomeCondition[],
): Promise<{ condition: OutcomeCondition; products: number } | undefined> {
  const { rows } = await sql<{ index: number; products: number }>`
    select wanted.index, least(counted.products, ${Number.MAX_SAFE_INTEGER}) as products
    from jsonb_to_recordset(${JSON.stringify(conditions.map((one, index) => ({ ...one, index })))}::jsonb)
      as wanted (index integer, "clientId" text, "channelId" text, outcomes text[])
    cross join lateral count_outcomes(wanted."clientId", wanted."channelId", wanted.outcomes) as counted (products)
    where counted.products is not null
    order by counted.products, wanted.index
    limit 1`.execute(connection);
  const [found] = rows;
  const condition = found && conditions[found.index];
  return condition && { condition, products: found.products };
}
