import type { ImportWarning, ItemProblem } from '@pimento/contract';
import { sql } from 'kysely';
import type { Transaction, Database } from '../../platform/core.ts';
import type { ImportTally, ImportRequest } from '../judge/import-types.ts';
import { importLeases } from './job-claim-store.ts';

/** Thrown if this process no longer holds the job, for example because its heartbeat was too old and another process took over the job. */
export class JobLostError extends Error {
  override readonly name = 'JobLostError';
}

/**
 * Creates the job of an import. If `durable`, this process owns the job only until the body is stored. After that, any process can claim
 * it.
 */
export async function createJob(
  connection: Database,
  request: ImportRequest,
  job: { durable: boolean; owner: string },
): Promise<void> {
  await sql`
    insert into import_job (client_id, job_id, status, import_type, origin, atomic, dry_run, format, encoding, durable, actor, owner, bytes_total)
    values (
      ${request.clientId}, ${request.jobId}, 'Importing', ${request.importType}, ${request.origin}, ${request.atomic}, ${request.dryRun}, ${request.format}, ${request.encoding},
      ${job.durable}, ${request.actor}, ${job.owner}, ${request.bytesTotal}
    )`.execute(connection);
}

/** Progress of a job, as absolute numbers so that writing them twice is harmless. */
export interface JobState {
  tally: ImportTally;
  /** Undefined if nothing was added since the last write, so that attributes and warnings are not sent again with every batch. */
  createdAttributes: readonly string[] | undefined;
  warnings: readonly ImportWarning[] | undefined;
  bytesReceived: number;
  /** Number of problems that are counted but not listed, keyed by code. */
  unlisted: ReadonlyMap<string, number>;
  /** Number of all problems, keyed by code. */
  problemCounts: ReadonlyMap<string, number>;
}

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
const countsJson = (counts: ReadonlyMap<string, number>) => JSON.stringify(Object.fromEntries(counts));

/**
 * Writes progress. Runs in the transaction of the last batch that the progress includes, except in dry runs and for batches without
 * changes.
 * @throws JobLostError if this process no longer holds the job; in that case the batch must not be committed
 */
export async function saveProgress(
  connection: Transaction,
  request: ImportRequest,
  owner: string,
  state: JobState,
): Promise<void> {
  const { tally } = state;
  const { numAffectedRows } = await sql`
    update import_job
    set
      handled = ${tally.handled},
      created = ${tally.created},
      updated = ${tally.updated},
      unchanged = ${tally.unchanged},
      rejected = ${tally.rejected},
      error_count = ${tally.errors},
      warning_count = ${tally.warnings},
      created_attributes = coalesce(${json(state.createdAttributes)}::jsonb, import_job.created_attributes),
      warnings = coalesce(${json(state.warnings)}::jsonb, import_job.warnings),
      unlisted_errors = ${countsJson(state.unlisted)}::jsonb,
      error_counts = ${countsJson(state.problemCounts)}::jsonb,
      bytes_received = ${state.bytesReceived},
      heartbeat_at = now(),
      -- the job makes progress, so it is not a job whose process always dies
      claims = 0
    where import_job.client_id = ${request.clientId}
      and import_job.job_id = ${request.jobId}
      and ${importLeases.isHeldBy(owner)}`.execute(connection);
  if (numAffectedRows !== 1n) throw new JobLostError(`Job ${request.jobId} belongs to another process.`);
}

/** Appends problems of a batch. `first` is the number of problems already stored for the job. */
export async function appendErrors(
  connection: Transaction,
  request: Pick<ImportRequest, 'clientId' | 'jobId'>,
  first: number,
  problems: readonly ItemProblem[],
): Promise<void> {
  if (problems.length === 0) return;
  await sql`
    insert into import_error (client_id, job_id, error_no, index, product_id, code, path, message, params, cell)
    select ${request.clientId}, ${request.jobId}::uuid, ${first}::bigint + s.place, s.index, s."productId", s.code, s.path, s.message, s.params, s.cell
    from rows from (
      jsonb_to_recordset(${JSON.stringify(problems)}::jsonb) as (index bigint, "productId" text, code text, path text, message text, params jsonb, cell jsonb)
    ) with ordinality as s (index, "productId", code, path, message, params, cell, place)`.execute(connection);
}

/** Ends a job that this owner holds, and deletes its stored body. Has no effect if the owner no longer holds the job. */
export async function finishJob(
  connection: Database,
  request: Pick<ImportRequest, 'clientId' | 'jobId'>,
  owner: string,
  outcome: { status: 'Completed' | 'Failed'; fault: Record<string, unknown> | null; bytesReceived: number },
): Promise<void> {
  await sql`
    with ended as (
      update import_job
      set
        status = ${outcome.status},
        fault = ${outcome.fault === null ? null : JSON.stringify(outcome.fault)}::jsonb,
        bytes_received = ${outcome.bytesReceived},
        -- a job that completed without rejected products needs no notice
        is_noticed = ${outcome.status === 'Completed'} and import_job.rejected = 0,
        finished_at = now(),
        owner = null
      where import_job.client_id = ${request.clientId}
        and import_job.job_id = ${request.jobId}
        and ${importLeases.isHeldBy(owner)}
      returning import_job.client_id, import_job.job_id
    )
    delete from import_body
    using ended
    where import_body.client_id = ${request.clientId} and import_body.job_id = ended.job_id`.execute(connection);
}
