import { problem } from '@pimento/contract/problem';
import { sql } from 'kysely';
import { createLeaseStore, type Database, type ClientId } from '../../platform/core.ts';
import type { ImportProgress } from '../store/import-session.ts';
import type { FilePlan, ImportRequest, StoredFilePlan } from '../judge/import-types.ts';

export const importLeases = createLeaseStore({
  table: 'import_job',
  key: ['client_id', 'job_id'],
  status: 'Importing',
});

/** A job fails after its processes have died this many times without progress. */
const maxClaims = 5;

/**
 * SQL condition that all inputs of the import are stored. The body of a bulk edit is computed from stored products. Earlier versions of
 * Pimento cannot compute it, so its `body_complete` is always false, which keeps them from claiming the job.
 */
const isComplete = sql`(import_job.body_complete or import_job.origin = 'bulk')`;

const tallyColumns = sql`
  import_job.handled,
  import_job.created,
  import_job.updated,
  import_job.unchanged,
  import_job.rejected,
  import_job.error_count as errors,
  import_job.warning_count as "warningCount",
  import_job.created_attributes as "createdAttributes",
  import_job.warnings,
  import_job.unlisted_errors as "unlistedErrors",
  import_job.error_counts as "errorCounts"`;

const jobColumns = sql`
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
  import_job.file_id as "fileId",
  import_job.file_name as "fileName",
  import_job.file_plan as "filePlan"`;

interface ClaimedRow extends Omit<ImportRequest, 'hashesContent' | 'isStored' | 'file'> {
  /** Null if the products do not come from an uploaded file. */
  fileId: string | null;
  fileName: string | null;
  filePlan: StoredFilePlan | null;
  handled: number;
  created: number;
  updated: number;
  unchanged: number;
  rejected: number;
  errors: number;
  warningCount: number;
  createdAttributes: string[];
  warnings: ImportProgress['warnings'];
  unlistedErrors: Record<string, number>;
  errorCounts: Record<string, number>;
}

/** An import whose inputs are stored (see `isComplete`), and its progress so far. */
export interface StoredImport {
  request: ImportRequest;
  progress: ImportProgress;
}

/** Returns the plan of a file import. @returns undefined for the import of a body */
const planOf = ({ fileId, fileName, filePlan, bytesTotal }: ClaimedRow): FilePlan | undefined =>
  fileId === null || filePlan === null
    ? undefined
    : { fileId, name: fileName ?? '', bytes: bytesTotal ?? 0, ...filePlan };

function storedImportOf(row: ClaimedRow): StoredImport {
  const {
    handled,
    created,
    updated,
    unchanged,
    rejected,
    errors,
    warningCount,
    createdAttributes,
    warnings,
    unlistedErrors,
    errorCounts,
    fileId: _fileId,
    fileName: _fileName,
    filePlan: _filePlan,
    ...request
  } = row;
  const tally = { handled, created, updated, unchanged, rejected, errors, warnings: warningCount };
  return {
    request: { ...request, isStored: true, hashesContent: false, file: planOf(row) },
    progress: {
      tally,
      createdAttributes,
      warnings,
      unlisted: new Map(Object.entries(unlistedErrors)),
      problemCounts: new Map(Object.entries(errorCounts)),
    },
  };
}

/**
 * Claims the oldest job whose inputs are stored and that no process owns.
 * @param passedOver clients whose jobs are skipped, because these clients already run as many jobs as they may
 * @returns undefined if there is none
 */
export async function claimStoredJob(
  connection: Database,
  owner: string,
  passedOver: readonly ClientId[],
): Promise<StoredImport | undefined> {
  const [row] = await importLeases.claim<ClaimedRow>(connection, owner, {
    due: sql`
      select import_job.client_id, import_job.job_id
      from import_job
      where import_job.status = 'Importing' and import_job.durable and ${isComplete} and import_job.owner is null
        and import_job.client_id <> all(${passedOver}::text[])
      order by import_job.job_id
      limit 1
      for update skip locked`,
    set: sql`, claims = import_job.claims + 1`,
    returning: sql`${jobColumns}, ${tallyColumns}`,
  });
  return row && storedImportOf(row);
}

/** Updates the heartbeat of jobs. Skips jobs that an atomic import has locked, because the lock already shows that they are running. */
export async function heartbeatJobs(connection: Database, owner: string, jobIds: readonly string[]): Promise<void> {
  if (jobIds.length === 0) return;
  await importLeases.heartbeat(connection, owner, sql`import_job.job_id = any(${jobIds}::uuid[])`);
}

/**
 * Expires the leases of jobs whose process has died. Jobs whose inputs are stored wait for the next process, unless `maxClaims` is reached.
 * All other jobs fail and keep the counts of the products handled so far.
 * @param olderThanSeconds minimum age of the last heartbeat; 0 if no other process can hold the jobs
 * @param owner limits the call to the jobs of this process, which is stopping
 * @returns the number of jobs
 */
export function expireJobs(connection: Database, olderThanSeconds: number, owner?: string): Promise<number> {
  return importLeases.expire(
    connection,
    { olderThanSeconds, owner },
    {
      columns: sql`, import_job.durable and ${isComplete} and import_job.claims < ${maxClaims} as resumable`,
      beside: sql`, gone as (
        delete from import_body
        using abandoned
        where not abandoned.resumable and import_body.client_id = abandoned.client_id and import_body.job_id = abandoned.job_id
      )`,
      set: sql`
        status = case when abandoned.resumable then 'Importing' else 'Failed' end,
        finished_at = case when abandoned.resumable then null else now() end,
        fault = case
          when abandoned.resumable then null
          else ${JSON.stringify(problem('interrupted', {}))}::jsonb || jsonb_build_object('handled', import_job.handled)
        end`,
    },
  );
}

/** Returns a job to the queue if it cannot run now, because the database is unreachable or Pimento is stopping. */
export async function releaseJob(
  connection: Database,
  job: { clientId: ClientId; jobId: string },
  owner: string,
): Promise<void> {
  await sql`
    update import_job
    set owner = null, claims = greatest(import_job.claims - 1, 0)
    where import_job.client_id = ${job.clientId}
      and import_job.job_id = ${job.jobId}
      and ${importLeases.isHeldBy(owner)}`.execute(connection);
}
