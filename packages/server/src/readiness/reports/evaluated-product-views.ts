import { sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';
import type { EvaluationProblem } from '../values/evaluation-problem.ts';

/** Returns the numbers of the problems with a target and a code. */
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
  /** Products with any of these problems; undefined: all products. */
  problemIds: readonly number[] | undefined;
}

export interface ListedEvaluation {
  productId: string;
  /** False for a deleted product whose evaluation is not deleted yet. */
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
  /** The first three. */
  problems: EvaluationProblem[];
}

/**
 * Returns a page of evaluations in the order of product ids. An evaluation is current if it was made from the product as it is now, by the
 * connection's ruleset, and neither the product's files and overrides nor the inputs of the ruleset have changed since.
 */
export async function listEvaluations(
  connection: Connection,
  { clientId, channelId }: ConnectionKey,
  { outcome, category, problemIds }: ReadinessFilter,
  { after, limit }: { after: string | null; limit: number },
): Promise<ListedEvaluation[]> {
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
      select distinct listed.product_id
      from evaluation_change
      cross join lateral unnest(evaluation_change.product_ids) as listed (product_id)
      where evaluation_change.client_id = ${clientId} and evaluation_change.kind = 'input'
        and listed.product_id in (select page.product_id from page)
    )
    select
      evaluation.product_id as "productId", product.product_id is not null as "exists", product.name, evaluation.outcome,
      product.revision = evaluation.product_revision
        and product.created_at = evaluation.product_created_at
        and not exists (select from changed where changed.product_id = evaluation.product_id)
        and not exists (
          select
          from ruleset_change
          where ruleset_change.client_id = ${clientId} and ruleset_change.channel_id = ${channelId}
        )
        and coalesce(
          evaluation.ruleset_no >= ruleset.compatible_from
            or pass.proven_no >= ruleset.compatible_from
            or (pass.pass_no >= ruleset.compatible_from and evaluation.product_id <= pass.built_through),
          false
        ) as "isCurrent",
      evaluation.channel_category as "categoryId", evaluation.required, evaluation.filled, evaluation.recommended,
      evaluation.recommended_filled as "recommendedFilled", evaluation.errors, evaluation.warnings,
      jsonb_path_query_array(evaluation.problems, '$[0 to 2]') as problems
    from page
    join channel_evaluation as evaluation on evaluation.client_id = ${clientId} and evaluation.channel_id = ${channelId}
      and evaluation.product_id = page.product_id
    left join product on product.client_id = ${clientId} and product.product_id = page.product_id
    join connection on connection.client_id = ${clientId} and connection.channel_id = ${channelId}
    left join channel_ruleset as ruleset on ruleset.client_id = ${clientId} and ruleset.channel_id = ${channelId}
      and ruleset.ruleset_no = connection.ruleset_no
    left join evaluation_state as pass on pass.client_id = ${clientId} and pass.channel_id = ${channelId}
    order by page.product_id`.execute(connection);
  return rows;
}
