import type { ReadinessOutcome } from '@pimento/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';
import { isCurrent, selectBasis, selectChanged } from '../evaluations/current-evaluation-views.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';
import type { EvaluationProblem } from '../values/evaluation-problem.ts';

/** Returns the numbers of the kinds of problems with this target and code. Undefined matches any. */
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
  outcome: ReadinessOutcome | undefined;
  /** Selects by the outcome of the last evaluation, current or not. */
  isLastOutcome?: boolean;
  category: string | undefined;
  /** Selects products with any of these problems. Undefined selects all products. */
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

interface Page {
  after: string | null;
  limit: number;
}

const ofFilter = ({ category, problemIds }: ReadinessFilter): RawBuilder<unknown> => sql`
  ${category === undefined ? sql`true` : sql`evaluation.channel_category = ${category}`}
  and ${problemIds === undefined ? sql`true` : sql`evaluation.problem_ids && ${problemIds}::integer[]`}`;

/** Builds a query for the ids of products, selected by their last evaluation even if it is not current. */
const selectEvaluated = (
  { clientId, channelId }: ConnectionKey,
  filter: ReadinessFilter,
  { after, limit }: Page,
) => sql`
  select evaluation.product_id
  from channel_evaluation as evaluation
  where evaluation.client_id = ${clientId} and evaluation.channel_id = ${channelId}
    and evaluation.product_id > ${after ?? ''} and ${ofFilter(filter)}
    and ${filter.outcome === undefined ? sql`true` : sql`evaluation.outcome = ${filter.outcome}`}
  order by evaluation.product_id
  limit ${limit}`;

/** Selects the ids of products with a current evaluation of this outcome. */
const selectByOutcome = (
  { clientId, channelId }: ConnectionKey,
  filter: ReadinessFilter,
  { after, limit }: Page,
) => sql`
  select evaluation.product_id
  from channel_evaluation as evaluation
  join product on product.client_id = ${clientId} and product.product_id = evaluation.product_id
  cross join basis
  where evaluation.client_id = ${clientId} and evaluation.channel_id = ${channelId}
    and evaluation.product_id > ${after ?? ''} and evaluation.outcome = ${filter.outcome} and ${ofFilter(filter)}
    and ${isCurrent}
  order by evaluation.product_id
  limit ${limit}`;

/** Selects the ids of products without a current evaluation. */
const selectChecking = ({ clientId, channelId }: ConnectionKey, filter: ReadinessFilter, { after, limit }: Page) => sql`
  select product.product_id
  from search_outcomes(${clientId}, ${channelId}, '{checking}', ${after ?? ''}, null) as candidate (product_id)
  join product on product.client_id = ${clientId} and product.product_id = candidate.product_id
  left join channel_evaluation as evaluation on evaluation.client_id = ${clientId}
    and evaluation.channel_id = ${channelId} and evaluation.product_id = product.product_id
  cross join basis
  where ${ofFilter(filter)} and not ${isCurrent}
  order by product.product_id
  limit ${limit}`;

/**
 * Returns a page of products with their evaluations, in the order of product ids. An outcome matches only current evaluations, as in
 * filters of products, unless `isLastOutcome` is set. Category and problems match the last evaluation, even if it is not current.
 */
export async function listEvaluations(
  connection: Connection,
  key: ConnectionKey,
  filter: ReadinessFilter,
  page: Page,
): Promise<ListedEvaluation[]> {
  const { clientId, channelId } = key;
  const select = filter.outcome === 'checking' ? selectChecking : selectByOutcome;
  const { rows } = await sql<ListedEvaluation>`
    with basis as materialized (
      ${selectBasis(key)}
    ), ${
      filter.outcome !== undefined && filter.isLastOutcome !== true
        ? sql`changed as materialized (${selectChanged(key)}), page as materialized (${select(key, filter, page)})`
        : sql`page as materialized (${selectEvaluated(key, filter, page)}), changed as materialized (
            ${selectChanged(key)} and listed.product_id in (select page.product_id from page)
          )`
    }
    select
      page.product_id as "productId", product.product_id is not null as "exists", product.name, evaluation.outcome,
      ${isCurrent} as "isCurrent",
      evaluation.channel_category as "categoryId", evaluation.required, evaluation.filled, evaluation.recommended,
      evaluation.recommended_filled as "recommendedFilled", evaluation.errors, evaluation.warnings,
      jsonb_path_query_array(evaluation.problems, '$[0 to 2]') as problems
    from page
    left join channel_evaluation as evaluation on evaluation.client_id = ${clientId}
      and evaluation.channel_id = ${channelId} and evaluation.product_id = page.product_id
    left join product on product.client_id = ${clientId} and product.product_id = page.product_id
    cross join basis
    order by page.product_id`.execute(connection);
  return rows;
}

/** Returns true if the products of a client are evaluated on a channel, which requires a published mapping. */
export async function isEvaluated(connection: Connection, { clientId, channelId }: ConnectionKey): Promise<boolean> {
  const { rows } = await sql<{ isEvaluated: boolean | null }>`
    select is_evaluated(${clientId}, ${channelId}) as "isEvaluated"`.execute(connection);
  return rows[0]?.isEvaluated === true;
}

/** Returns a page of all products of a client, evaluated or not, in the order of their ids. */
export async function listAllProducts(
  connection: Connection,
  { clientId }: ConnectionKey,
  { after, limit }: Page,
): Promise<{ productId: string; name: string | null }[]> {
  const { rows } = await sql<{ productId: string; name: string | null }>`
    select product.product_id as "productId", product.name
    from product
    where product.client_id = ${clientId} and product.product_id > ${after ?? ''}
    order by product.product_id
    limit ${limit}`.execute(connection);
  return rows;
}
