import { type RawBuilder, sql } from 'kysely';
import { type ClientId, type Connection, isUuid } from '../../platform/core.ts';
import { earliestStart, type TraceCondition } from './trace-condition-rules.ts';

/** Returns the ids of the jobs. Omits texts that are not UUIDs, because no job has such an id. */
const idsOf = ({ texts }: TraceCondition): string[] => texts.filter(isUuid);
const jobsOf = (condition: TraceCondition) => sql`${idsOf(condition)}::uuid[]`;

/**
 * Builds an SQL condition that the history of a product contains a creation or change that satisfies `condition`. The creation of a product
 * is added to the history when the product is deleted. A restored product is therefore also found by the job or actor that first created
 * it. `offset 0` keeps the planner from reading the whole history.
 */
const hasChange = (clientId: ClientId, condition: RawBuilder<boolean>) => sql<boolean>`exists (
    select
    from product_history
    where product_history.client_id = ${clientId}
      and product_history.product_id = product.product_id
      and product_history.kind <> 'deleted'
      and ${condition}
    offset 0
  )`;

/**
 * Builds an SQL condition on table `product` that one of the jobs or actors has created or changed it. There is no index on the jobs and
 * actors in the history, because every import would have to maintain it. The history of a product is read by its key, and for jobs only if
 * the product has changed since the first of them began. If the report of a job has been deleted, its id shows when it began.
 */
export function hasTrace(clientId: ClientId, condition: TraceCondition): RawBuilder<boolean> {
  if (condition.target === 'actor') {
    const actors = sql`${condition.texts}::text[]`;
    return sql`(product.created_by = any(${actors}) or ${hasChange(clientId, sql`product_history.actor = any(${actors})`)})`;
  }
  const jobs = jobsOf(condition);
  return sql`(
    coalesce(product.created_job = any(${jobs}), false)
    or product.updated_at >= (
      select min(coalesce(import_job.started_at, named.earliest))
      from unnest(${jobs}, ${idsOf(condition).map(earliestStart)}::timestamptz[]) as named (job_id, earliest)
      left join import_job on import_job.client_id = ${clientId} and import_job.job_id = named.job_id
    ) and ${hasChange(clientId, sql`product_history.job_id = any(${jobs})`)}
  )`;
}

/**
 * Returns the start of the first of the jobs. Products that the jobs created or changed have all changed since then.
 * @returns undefined if a job no longer exists or none has started
 */
export async function findFirstStart(
  connection: Connection,
  clientId: ClientId,
  condition: TraceCondition,
): Promise<Date | undefined> {
  const { rows } = await sql<{ first: Date | null; found: number }>`
    select min(import_job.started_at) as first, count(*)::integer as found
    from import_job
    where import_job.client_id = ${clientId} and import_job.job_id = any(${jobsOf(condition)})`.execute(connection);
  const [row] = rows;
  // a job whose report was deleted may have started earlier
  return row?.first != null && row.found === new Set(condition.texts.filter(isUuid)).size ? row.first : undefined;
}
