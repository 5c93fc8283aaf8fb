import { problem } from '@pimento/contract/problem';
import { sql } from 'kysely';
import type { ClientId, Database } from '../../platform/index.ts';
import type { ImportProgress } from '../store/import-session.ts';
import type { ImportWish } from '../judge/import-types.ts';

/** A process is taken for dead when its jobs have not shown a heartbeat for this long. */
export const heartbeatLimitSeconds = 30;
/** A job that killed its process this often without getting on is given up. */
const mostClaims = 5;

interface ClaimedRow {
  clientId: ClientId;
  jobId: string;
  actor: string;
  importType: ImportWish['importType'];
  origin: ImportWish['origin'];
  atomic: boolean;
  dryRun: boolean;
  format: ImportWish['format'];
  encoding: string | null;
  bytesTotal: number | null;
  handled: number;
  created: number;
  updated: number;
  unchanged: number;
  rejected: number;
  errors: number;
  warningCount: number;
  createdAttributes: string[];
  warnings: ImportProgress['warnings'];
}

/** Takes the oldest job whose body is stored and on which nobody works; undefined where there is none. */
export async function claimStoredJob(
  connection: Database,
  owner: string,
): Promise<{ wish: ImportWish; progress: ImportProgress } | undefined> {
  const { rows } = await sql<ClaimedRow>`
    with next as (
      select import_job.client_id, import_job.job_id
      from import_job
      where import_job.status = 'Importing' and import_job.durable and import_job.body_complete and import_job.owner is null
      order by import_job.job_id
      limit 1
      for update skip locked
    )
    update import_job
    set owner = ${owner}, heartbeat_at = now(), claims = import_job.claims + 1
    from next
    where import_job.client_id = next.client_id and import_job.job_id = next.job_id
    returning
      import_job.client_id as "clientId",
      import_job.job_id as "jobId",
      import_job.actor,
      import_job.import_type as "importType",
      import_job.origin,
      import_job.atomic,
      import_job.dry_run as "dryRun",
      import_job.format,
      import_job.encoding,
      import_job.bytes_total as "bytesTotal",
      import_job.handled,
      import_job.created,
      import_job.updated,
      import_job.unchanged,
      import_job.rejected,
      import_job.error_count as errors,
      import_job.warning_count as "warningCount",
      import_job.created_attributes as "createdAttributes",
      import_job.warnings`.execute(connection);
  const row = rows[0];
  if (!row) return undefined;
  const {
    clientId,
    jobId,
    actor,
    importType,
    origin,
    atomic,
    dryRun,
    format,
    encoding,
    bytesTotal,
    createdAttributes,
    warnings,
    warningCount,
    ...tally
  } = row;
  const wish = { clientId, jobId, actor, importType, origin, atomic, dryRun, format, encoding, bytesTotal };
  const { handled, created, updated, unchanged, rejected, errors } = tally;
  return {
    wish,
    progress: {
      tally: { handled, created, updated, unchanged, rejected, errors, warnings: warningCount },
      createdAttributes,
      warnings,
    },
  };
}

/**
 * Deals with jobs whose process is gone: a stored body is given to the next process, anything else has failed with what it had handled.
 * @param olderThanSeconds 0 where it is known that nobody can be at work
 * @param owner only jobs of this process, which is stopping
 * @returns how many jobs were found abandoned
 */
export async function reapAbandonedJobs(
  connection: Database,
  olderThanSeconds: number,
  owner?: string,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with abandoned as (
      select
        import_job.client_id,
        import_job.job_id,
        import_job.durable and import_job.body_complete and import_job.claims < ${mostClaims} as resumable
      from import_job
      where import_job.status = 'Importing'
        and import_job.owner is not null
        and (${owner ?? null}::uuid is null or import_job.owner = ${owner ?? null}::uuid)
        and import_job.heartbeat_at <= now() - make_interval(secs => ${olderThanSeconds})
      for update skip locked
    ), gone as (
      delete from import_body
      using abandoned
      where not abandoned.resumable and import_body.client_id = abandoned.client_id and import_body.job_id = abandoned.job_id
    )
    update import_job
    set
      owner = null,
      status = case when abandoned.resumable then 'Importing' else 'Failed' end,
      finished_at = case when abandoned.resumable then null else now() end,
      fault = case
        when abandoned.resumable then null
        else ${JSON.stringify(problem('interrupted', {}))}::jsonb || jsonb_build_object('handled', import_job.handled)
      end
    from abandoned
    where import_job.client_id = abandoned.client_id and import_job.job_id = abandoned.job_id`.execute(connection);
  return Number(numAffectedRows);
}

/** Gives a job back that could not be worked on now (the database went away, the service is stopping). */
export async function releaseJob(
  connection: Database,
  job: { clientId: ClientId; jobId: string },
  owner: string,
): Promise<void> {
  await sql`
    update import_job
    set owner = null, claims = import_job.claims - 1
    where import_job.client_id = ${job.clientId} and import_job.job_id = ${job.jobId} and import_job.owner = ${owner} and import_job.status = 'Importing'`.execute(
    connection,
  );
}
