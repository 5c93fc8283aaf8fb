import type { ImportReport, ItemProblem } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { sql } from 'kysely';
import { findActorNames } from '../../catalog/index.ts';
import { type Connection, type ClientId, isUuid, PimentoError } from '../../platform/index.ts';
import { addCounts, type FilePlan, type StoredFilePlan } from '../judge/import-types.ts';
import { answeredProblems } from '../store/import-session.ts';
import { listErrors } from './job-error-views.ts';

type JobRow = Omit<
  ImportReport,
  | 'feedId'
  | 'channelId'
  | 'received'
  | 'errors'
  | 'errorsTruncated'
  | 'warningsTruncated'
  | 'errorCounts'
  | 'startedAt'
  | 'finishedAt'
  | 'file'
  | 'errorsDeleted'
  | 'actor'
  | 'actorName'
> & {
  errorCount: number;
  warningCount: number;
  errorCounts: Record<string, number>;
  /** The number of listed errors by code. Null if `errorCounts` is complete. */
  countedErrors: Record<string, number> | null;
  unlistedErrors: Record<string, number>;
  startedAt: Date;
  finishedAt: Date | null;
  errorsDeletedAt: Date | null;
  /** Null if the import had no uploaded file. */
  file: ImportReport['file'] | null;
  actor: string;
};

const columnsOf = (clientId: ClientId) => sql`
  import_job.job_id as "jobRef",
  import_job.status,
  import_job.import_type as "importType",
  import_job.origin,
  import_job.actor,
  import_job.dry_run as "dryRun",
  import_job.atomic,
  import_job.handled,
  import_job.created,
  import_job.updated,
  import_job.unchanged,
  import_job.rejected,
  import_job.created_attributes as "createdAttributes",
  import_job.fault,
  import_job.bytes_received as "bytesReceived",
  import_job.bytes_total as "bytesTotal",
  import_job.started_at as "startedAt",
  import_job.finished_at as "finishedAt",
  import_job.errors_deleted_at as "errorsDeletedAt",
  case when import_job.file_id is not null then jsonb_build_object(
    'fileId', import_job.file_id,
    'name', import_job.file_name,
    'sheet', import_job.file_sheet,
    'hasErrorFile', import_job.file_kind in ('csv', 'xlsx') and import_job.status <> 'Importing' and import_job.rejected > 0
      and exists (
        select from import_file
        where import_file.client_id = ${clientId} and import_file.file_id = import_job.file_id
      )
  ) end as file,
  import_job.error_count as "errorCount",
  import_job.warning_count as "warningCount",
  import_job.unlisted_errors as "unlistedErrors",
  (extract(epoch from coalesce(import_job.finished_at, now()) - import_job.started_at) * 1000)::bigint as "durationMs",
  import_job.error_counts as "errorCounts",
  -- the former release stores no counts: its listed errors are counted here
  case when import_job.error_count <> (
    select coalesce(sum(counted.value::bigint), 0)
    from jsonb_each_text(import_job.error_counts) as counted
  ) then (
    select coalesce(jsonb_object_agg(counted.code, counted.count), '{}')
    from (
      select import_error.code, count(*) as count
      from import_error
      where import_error.client_id = ${clientId} and import_error.job_id = import_job.job_id
      group by import_error.code
    ) as counted
  ) end as "countedErrors"`;

/** Returns the number of errors by code, whichever version of Pimento wrote the progress of the job. */
function errorCountsOf({
  errorCounts,
  countedErrors,
  unlistedErrors,
}: Pick<JobRow, 'errorCounts' | 'countedErrors' | 'unlistedErrors'>): Record<string, number> {
  if (countedErrors === null) return errorCounts;
  const counts = new Map(Object.entries(countedErrors));
  addCounts(counts, new Map(Object.entries(unlistedErrors)));
  return Object.fromEntries(counts);
}

function reportView(
  {
    errorCount,
    warningCount,
    errorCounts,
    countedErrors,
    unlistedErrors,
    startedAt,
    finishedAt,
    errorsDeletedAt,
    file,
    ...row
  }: JobRow,
  errors: ItemProblem[],
  actorNames: ReadonlyMap<string, string>,
): ImportReport {
  return {
    ...row,
    actorName: actorNames.get(row.actor) ?? null,
    feedId: 'master',
    channelId: null,
    received: row.handled,
    warningsTruncated: warningCount > row.warnings.length,
    errors,
    errorsTruncated: errorCount > errors.length,
    errorCounts: errorCountsOf({ errorCounts, countedErrors, unlistedErrors }),
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    ...(errorsDeletedAt === null ? {} : { errorsDeleted: errorsDeletedAt.toISOString() }),
    ...(file === null ? {} : { file }),
  };
}

/** Returns the API representation of a job, with its first errors. @returns undefined if there is no such job */
export async function findReport(
  connection: Connection,
  clientId: ClientId,
  jobRef: string,
): Promise<ImportReport | undefined> {
  if (!isUuid(jobRef)) return undefined;
  const { rows } = await sql<JobRow>`
    select ${columnsOf(clientId)}, import_job.warnings
    from import_job
    where import_job.client_id = ${clientId} and import_job.job_id = ${jobRef}::uuid`.execute(connection);
  const row = rows[0];
  if (!row) return undefined;
  const { errors } = await listErrors(connection, clientId, jobRef, {
    after: 0,
    limit: answeredProblems,
    code: undefined,
  });
  return reportView(row, errors, await findActorNames(connection, [row.actor]));
}

/** Returns the API representation of a job, with its first errors. @throws PimentoError unknown-job */
export async function getReport(connection: Connection, clientId: ClientId, jobRef: string): Promise<ImportReport> {
  const report = await findReport(connection, clientId, jobRef);
  if (!report) throw new PimentoError(problem('unknown-job', { kind: 'import', jobRef }));
  return report;
}

/**
 * Lists jobs in the order of their creation, newest first. Does not sort by job id, because an id begins with the clock time of the process
 * that created it. The reports contain no errors or warnings, unlike the report of `findReport`.
 * @param page.after id of the last job of the previous page; undefined for the first page
 */
export async function listReports(
  connection: Connection,
  clientId: ClientId,
  page: {
    after: string | undefined;
    limit: number;
    status: string | undefined;
    origin: string | undefined;
    withErrors: boolean;
  },
): Promise<ImportReport[]> {
  // This condition is added only if an origin is requested, so that PostgreSQL can use an index. There may be thousands of jobs of edits
  // between two imports.
  const ofOrigin = page.origin === undefined ? sql`` : sql`and import_job.origin = ${page.origin}`;
  // the condition of the index on imports with errors
  const ofErrors = page.withErrors
    ? sql`
      and import_job.origin = 'import'
      and not import_job.dry_run
      and import_job.status <> 'Importing'
      and (import_job.status = 'Failed' or import_job.rejected > 0)`
    : sql``;
  const { rows } = await sql<JobRow>`
    select ${columnsOf(clientId)}, '[]'::jsonb as warnings
    from import_job
    where import_job.client_id = ${clientId}
      and (${page.after ?? null}::uuid is null or import_job.job_no < (
        select earlier.job_no
        from import_job as earlier
        where earlier.client_id = ${clientId} and earlier.job_id = ${page.after ?? null}::uuid
      ))
      and (${page.status ?? null}::text is null or import_job.status = ${page.status ?? null})
      ${ofOrigin}
      ${ofErrors}
      -- previews, of which there are several for each bulk edit and one for each paste into the product list
      and not (import_job.origin in ('bulk', 'edit') and import_job.dry_run)
    order by import_job.job_no desc
    limit ${page.limit}`.execute(connection);
  const actors = rows.map(({ actor }) => actor);
  const names = actors.length === 0 ? new Map<string, string>() : await findActorNames(connection, actors);
  return rows.map((row) => reportView(row, [], names));
}

/** Returns how the file of a job was imported. @returns undefined if the job has no CSV or Excel file */
export async function findJobPlan(
  connection: Connection,
  clientId: ClientId,
  jobRef: string,
): Promise<FilePlan | undefined> {
  const { rows } = await sql<Pick<FilePlan, 'fileId' | 'name' | 'bytes'> & { plan: StoredFilePlan }>`
    select
      import_job.file_id as "fileId",
      import_job.file_name as name,
      import_job.bytes_total as bytes,
      import_job.file_plan as plan
    from import_job
    where import_job.client_id = ${clientId}
      and import_job.job_id = ${jobRef}::uuid
      and import_job.file_kind in ('csv', 'xlsx')`.execute(connection);
  const [row] = rows;
  if (!row) return undefined;
  const { plan, ...file } = row;
  return { ...file, ...plan };
}
