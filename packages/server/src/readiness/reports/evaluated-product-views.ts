import { sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';
import { isCurrent, selectBasis, selectChanged } from '../evaluations/current-evaluation-views.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';
import type { EvaluationProblem } from '../values/evaluation-problem.ts';

/** Returns the numbers of the kinds of problems with this target and code. */
export async function listProblemNumbers(
  connection: Connection,
  { clientId, channelId }: ConnectionKey,
  { target, code }: { target: string | undefined; code: string | undefined },
): Promise<number[]> {
  const { rows } = await sql<{ problemId: number }>`
    select channel_problem.problem_id as "problemId"
    from channel_problem
    where channel_problem.client_id = ${clientId} and channel_problem.channel_id = ${channelId}
      and (${target ?? null}::text is null or channel_problem.target = ${target ?? null})
      and (${code ?? null}::text is null or channel_problem.code = ${code ?? null})
    order by channel_problem.problem_id`.execute(connection);
  return rows.map(({ problemId }) => problemId);
}

export interface ReadinessFilter {
  outcome: string | undefined;
  category: string | undefined;
  /** Selects products with any of these problems; undefined selects all products. */
  problemIds: readonly number[] | undefined;
}

export interface ListedEvaluation {
  productId: string;
  /** False for a deleted product whose evaluation has not been deleted yet. */
  exists: boolean;
  name: string | null;
  outcome: 'ready' | 'incomplete' | 'invalid' | 'unmapped';
  isCurrent: boolean;
  categoryId: string | null;
  required: number;
  filled: number;
  recommended: number;
  recommendedFilled: number;
  errors: number;
  warnings: number;
  /** The first three problems. */
  problems: EvaluationProblem[];
}

/** Returns a page of evaluations in the order of product ids. */
export async function listEvaluations(
  connection: Connection,
  key: ConnectionKey,
  { outcome, category, problemIds }: ReadinessFilter,
  { after, limit }: { after: string | null; limit: number },
): Promise<ListedEvaluation[]> {
  const { clientId, channelId } = key;
  const { rows } = await sql<ListedEvaluation>`
    with page as materialized (
      select evaluation.product_id
      from channel_evaluation as evaluation
      where evaluation.client_id = ${clientId} and evaluation.channel_id = ${channelId}
        and evaluation.product_id > ${after ?? ''}
        and ${outcome === undefined ? sql`true` : sql`evaluation.outcome = ${outcome}`}
        and ${category === undefined ? sql`true` : sql`evaluation.channel_category = ${category}`}
        and ${problemIds === undefined ? sql`true` : sql`evaluation.problem_ids && ${problemIds}::integer[]`}
      order by evaluation.product_id
      limit ${limit}
    ), changed as materialized (
      ${selectChanged(key)} and listed.product_id in (select page.product_id from page)
    ), basis as materialized (
      ${selectBasis(key)}
    )
    select
      evaluation.product_id as "productId", product.product_id is not null as "exists", product.name, evaluation.outcome,
      ${isCurrent} as "isCurrent",
      evaluation.channel_category as "categoryId", evaluation.required, evaluation.filled, evaluation.recommended,
      evaluation.recommended_filled as "recommendedFilled", evaluation.errors, evaluation.warnings,
      jsonb_path_query_array(evaluation.problems, '$[0 to 2]') as problems
    from page
    join channel_evaluation as evaluation on evaluation.client_id = ${clientId} and evaluation.channel_id = ${channelId}
      and evaluation.product_id = page.product_id
    left join product on product.client_id = ${clientId} and product.product_id = page.product_id
    cross join basis
    order by page.product_id`.execute(connection);
  return rows;
}
