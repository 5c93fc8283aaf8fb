import type { JobOrigin } from '@pimento/contract';
import { sql } from 'kysely';
import type { ClientId, Connection, ProductId } from '../../platform/index.ts';
import { creationId, type Lifetime } from './history-rules.ts';

/** Selects entries of a history. A property that is undefined matches any entry. */
export interface HistoryFilter {
  /** An actor as it is stored, such as `user:<personId>`. */
  actor?: string | undefined;
  /** The origin of the import job that made the change. */
  origin?: JobOrigin | undefined;
}

/** Maximum number of entries that one page scans. This takes about 30 ms. */
const maxScanned = 5000;
const maxActors = 100;

export const isFiltered = ({ actor, origin }: HistoryFilter): boolean => actor !== undefined || origin !== undefined;

/** The ids of matching entries. */
export interface HistoryMatches {
  /** Newest first, at most `limit + 1`. */
  ids: string[];
  /** The oldest scanned entry if there may be older entries, otherwise null. */
  end: string | null;
}

/** Scans the next `maxScanned` entries before the given entry, and finds those that match a filter. */
export async function findMatches(
  connection: Connection,
  query: { clientId: ClientId; productId: ProductId; before: string | null; limit: number },
  { actor = null, origin = null }: { actor?: string | null | undefined; origin?: JobOrigin | null | undefined },
): Promise<HistoryMatches> {
  const { rows } = await sql<{ ids: string[]; last: string | null; count: number }>`
    with scanned as materialized (
      select product_history.history_id, product_history.actor, product_history.job_id
      from product_history
      where product_history.client_id = ${query.clientId}
        and product_history.product_id = ${query.productId}
        and (${query.before}::uuid is null or product_history.history_id < ${query.before}::uuid)
      order by product_history.history_id desc
      limit ${maxScanned}
    )
    select
      array(
        select scanned.history_id
        from scanned
        left join import_job on import_job.client_id = ${query.clientId} and import_job.job_id = scanned.job_id
        where (${actor}::text is null or scanned.actor = ${actor})
          and (${origin}::text is null or import_job.origin = ${origin})
        order by scanned.history_id desc
        limit ${query.limit + 1}
      ) as ids,
      (select scanned.history_id from scanned order by scanned.history_id limit 1) as last,
      (select count(*)::integer from scanned) as count`.execute(connection);
  const { ids = [], last = null, count = 0 } = rows[0] ?? {};
  return { ids, end: count === maxScanned ? last : null };
}

/**
 * Returns true if the creation of the current product matches a filter and belongs to a page.
 * @param end the oldest entry that the page scanned; null if it scanned all
 */
export async function matchesCreation(
  connection: Connection,
  clientId: ClientId,
  life: Lifetime,
  { actor, origin }: HistoryFilter,
  end: string | null,
): Promise<boolean> {
  if (end !== null && creationId(life) <= end) return false;
  if (actor !== undefined && life.createdBy !== actor) return false;
  if (origin === undefined) return true;
  const origins = await findJobOrigins(connection, clientId, [life.createdJob]);
  return life.createdJob !== null && origins.get(life.createdJob) === origin;
}

/** Maps import jobs to their origins. Jobs whose reports were deleted are missing. */
export async function findJobOrigins(
  connection: Connection,
  clientId: ClientId,
  jobIds: readonly (string | null)[],
): Promise<Map<string, JobOrigin>> {
  const asked = [...new Set(jobIds.filter((id) => id !== null))];
  if (asked.length === 0) return new Map();
  const { rows } = await sql<{ jobId: string; origin: JobOrigin }>`
    select import_job.job_id as "jobId", import_job.origin
    from import_job
    where import_job.client_id = ${clientId} and import_job.job_id = any(${asked}::uuid[])`.execute(connection);
  return new Map(rows.map(({ jobId, origin }) => [jobId, origin]));
}

/**
 * Returns up to `maxActors` actors: those of a product's newest `maxScanned` history entries and the one who created it. Empty if no
 * product ever had this id.
 */
export async function listActors(connection: Connection, clientId: ClientId, productId: ProductId): Promise<string[]> {
  const { rows } = await sql<{ actor: string }>`
    select found.actor
    from (
      (
        select product_history.actor
        from product_history
        where product_history.client_id = ${clientId} and product_history.product_id = ${productId}
        order by product_history.history_id desc
        limit ${maxScanned}
      )
      union all
      select product.created_by
      from product
      where product.client_id = ${clientId} and product.product_id = ${productId}
    ) as found
    group by found.actor
    order by found.actor
    limit ${maxActors}`.execute(connection);
  return rows.map(({ actor }) => actor);
}
