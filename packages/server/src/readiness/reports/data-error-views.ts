import { sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';
import { isCurrent, selectBasis, selectChanged } from '../evaluations/current-evaluation-views.ts';
import { problemView } from '../evaluations/problem-view-rules.ts';
import { percentageOf } from '../evaluate/requirement-count.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';
import type { EvaluationProblem } from '../values/evaluation-problem.ts';

/** How a product fulfils the data standard. Category and percentage are null while the product is being checked. */
export interface DataErrors {
  categoryId: string | null;
  percentageOfRequiredAttributes: number | null;
  dataErrors: { attributeId: string; code: string; message: string }[];
}

interface EvaluationRow {
  productId: string;
  channelName: string;
  isCurrent: boolean;
  categoryId: string | null;
  required: number;
  filled: number;
  problems: EvaluationProblem[];
}

/**
 * Returns the errors of products by product id.
 * @returns undefined if the connection is not gated, or if `productIds` is empty
 */
export async function findDataErrors(
  connection: Connection,
  key: ConnectionKey,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, DataErrors> | undefined> {
  const { clientId, channelId } = key;
  const { rows } = await sql<EvaluationRow>`
    with changed as materialized (
      ${selectChanged(key)} and listed.product_id = any(${productIds}::text[])
    ), basis as materialized (
      ${selectBasis(key)}
    )
    select
      wanted.product_id as "productId", channel.name as "channelName", ${isCurrent} as "isCurrent",
      evaluation.channel_category as "categoryId", evaluation.required, evaluation.filled, evaluation.problems
    from unnest(${productIds}::text[]) as wanted (product_id)
    cross join basis
    join channel on channel.channel_id = ${channelId}
    left join product on product.client_id = ${clientId} and product.product_id = wanted.product_id
    left join channel_evaluation as evaluation on evaluation.client_id = ${clientId} and evaluation.channel_id = ${channelId}
      and evaluation.product_id = wanted.product_id
    where exists (
      select
      from connection
      where connection.client_id = ${clientId} and connection.channel_id = ${channelId} and connection.is_gated
    )`.execute(connection);
  return rows.length === 0 ? undefined : new Map(rows.map((row) => [row.productId, dataErrorsOf(row)]));
}

function dataErrorsOf(row: EvaluationRow): DataErrors {
  const { categoryId, required, filled, problems, channelName } = row;
  if (!row.isCurrent) return { categoryId: null, percentageOfRequiredAttributes: null, dataErrors: [] };
  return {
    categoryId,
    percentageOfRequiredAttributes: percentageOf({ required, filled }),
    dataErrors: problems
      .filter(({ level }) => level === 'error')
      .map((problem) => problemView(problem, channelName))
      .map(({ target, code, message }) => ({ attributeId: target ?? '', code, message })),
  };
}
