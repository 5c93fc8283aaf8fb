import type { BulkChange } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { sql } from 'kysely';
import type { ClientId, Database, Transaction } from '../../platform/core.ts';
import { importLeases } from '../jobs/job-claim-store.ts';
import { JobLostError } from '../jobs/import-job-store.ts';
import type { BulkChoice, BulkKey, BulkSample } from './bulk-types.ts';

/** Maximum number of product ids in one part of the stored list of chosen products. */
export const partProducts = 500;

/** Creates the job of a bulk edit, which any process can claim immediately. */
export async function createBulkJob(
  connection: Transaction,
  { clientId, jobId, actor, dryRun }: BulkKey & { actor: string; dryRun: boolean },
  {
    changes,
    undoes,
    undoesImport = false,
    choice,
  }: { changes: BulkChange[] | null; undoes: string | null; undoesImport?: boolean; choice: BulkChoice | null },
): Promise<void> {
  const byFilter = choice?.kind === 'filter' ? choice : undefined;
  const undoesDeletion = choice?.kind === 'deleted';
  await sql`
    with job as (
      insert into import_job (client_id, job_id, status, import_type, origin, atomic, dry_run, format, durable, actor, owner)
      values (${clientId}, ${jobId}, 'Importing', 'IMPORTER', 'bulk', false, ${dryRun}, 'ndjson', true, ${actor}, null)
    )
    insert into bulk_edit (client_id, job_id, changes, undoes, undoes_import, undoes_deletion, filter, except_ids)
    values (
      ${clientId}, ${jobId}, ${changes && JSON.stringify(changes)}::jsonb, ${undoes}, ${undoesImport}, ${undoesDeletion},
      ${byFilter ? JSON.stringify(byFilter.filter) : null}::jsonb, ${byFilter?.except ?? []}::text[]
    )`.execute(connection);
  if (choice?.kind === 'deleted') await insertDeletedParts(connection, { clientId, jobId }, choice.deletionId);
  if (choice?.kind !== 'ids') return;
  await insertParts(connection, { clientId, jobId }, { first: 0, productIds: choice.productIds });
  await saveChosen(connection, { clientId, jobId }, choice.productIds.length);
}

/** Stores chosen products as parts. @param chosen.first number of the first part */
async function insertParts(
  connection: Transaction,
  { clientId, jobId }: BulkKey,
  { first, productIds }: { first: number; productIds: readonly string[] },
): Promise<void> {
  await sql`
    insert into bulk_edit_part (client_id, job_id, part_no, product_ids)
    select ${clientId}, ${jobId}::uuid, ${first}::integer + placed.part, array_agg(placed.product_id order by placed.place)
    from (
      select chosen.product_id, chosen.place, (chosen.place - 1) / ${partProducts} as part
      from unnest(${productIds}::text[]) with ordinality as chosen (product_id, place)
    ) as placed
    group by placed.part`.execute(connection);
}

/**
 * Copies the parts of a deletion with their numbers. The job gets its own copy, because a process of an earlier version could claim the
 * job. It then rejects each product. Without the copy, it would find no products and report success.
 */
async function insertDeletedParts(
  connection: Transaction,
  { clientId, jobId }: BulkKey,
  deletionId: string,
): Promise<void> {
  const { rows } = await sql<{ chosen: number }>`
    with copied as (
      insert into bulk_edit_part (client_id, job_id, part_no, product_ids)
      select ${clientId}, ${jobId}::uuid, product_deletion_part.part_no, product_deletion_part.product_ids
      from product_deletion_part
      where product_deletion_part.client_id = ${clientId} and product_deletion_part.deletion_id = ${deletionId}
      returning cardinality(bulk_edit_part.product_ids) as products
    )
    select coalesce(sum(copied.products), 0)::bigint as chosen
    from copied`.execute(connection);
  await saveChosen(connection, { clientId, jobId }, rows[0]?.chosen ?? 0);
}

/**
 * Locks the job, so that no other process can take it over before the transaction ends.
 * @throws JobLostError if this process no longer holds the job
 */
async function holdJob(connection: Transaction, { clientId, jobId }: BulkKey, owner: string): Promise<void> {
  const { rows } = await sql`
    select
    from import_job
    where import_job.client_id = ${clientId} and import_job.job_id = ${jobId} and ${importLeases.isHeldBy(owner)}
    for no key update`.execute(connection);
  if (rows.length === 0) throw new JobLostError(`Job ${jobId} belongs to another process.`);
}

/** Stores more chosen products. @throws JobLostError if this process no longer holds the job */
export async function appendParts(
  connection: Transaction,
  key: BulkKey,
  owner: string,
  productIds: readonly string[],
): Promise<void> {
  await holdJob(connection, key, owner);
  const { rows } = await sql<{ first: number }>`
    select coalesce(max(bulk_edit_part.part_no) + 1, 0)::integer as first
    from bulk_edit_part
    where bulk_edit_part.client_id = ${key.clientId} and bulk_edit_part.job_id = ${key.jobId}`.execute(connection);
  await insertParts(connection, key, { first: rows[0]?.first ?? 0, productIds });
}

/** Deletes the stored list of chosen products. @throws JobLostError if this process no longer holds the job */
export async function deleteParts(connection: Transaction, key: BulkKey, owner: string): Promise<void> {
  await holdJob(connection, key, owner);
  await sql`
    delete from bulk_edit_part
    where bulk_edit_part.client_id = ${key.clientId} and bulk_edit_part.job_id = ${key.jobId}`.execute(connection);
}

/** Stores the number of chosen products. Call this when all of them are stored as parts. */
export async function saveChosen(connection: Database, { clientId, jobId }: BulkKey, chosen: number): Promise<void> {
  await sql`
    update bulk_edit
    set chosen = ${chosen}
    where bulk_edit.client_id = ${clientId} and bulk_edit.job_id = ${jobId}`.execute(connection);
}

export async function saveSamples(
  connection: Database,
  { clientId, jobId }: BulkKey,
  samples: readonly BulkSample[],
): Promise<void> {
  await sql`
    update bulk_edit
    set samples = ${JSON.stringify(samples)}::jsonb
    where bulk_edit.client_id = ${clientId} and bulk_edit.job_id = ${jobId}`.execute(connection);
}

/** Stores how many products the undone import created. */
export async function saveCreated(
  connection: Database,
  { clientId, jobId }: BulkKey,
  created: { unchanged: number; changed: number },
): Promise<void> {
  await sql`
    update bulk_edit
    set created_unchanged = ${created.unchanged}, created_changed = ${created.changed}
    where bulk_edit.client_id = ${clientId} and bulk_edit.job_id = ${jobId}`.execute(connection);
}

/**
 * Cancels a bulk edit if it is still running. The process that runs the edit checks this before it stores the next batch, and does not
 * store that batch.
 */
export async function cancelBulkJob(connection: Database, { clientId, jobId }: BulkKey): Promise<void> {
  await sql`
    update import_job
    set
      status = 'Failed',
      fault = ${JSON.stringify(problem('cancelled', {}))}::jsonb,
      finished_at = now(),
      owner = null
    where import_job.client_id = ${clientId}
      and import_job.job_id = ${jobId}
      and import_job.origin = 'bulk'
      and import_job.status = 'Importing'`.execute(connection);
}

/** Locks a bulk edit, so that two undos of the same edit are not started at the same time. */
export async function lockBulkEdit(connection: Transaction, { clientId, jobId }: BulkKey): Promise<void> {
  await sql`
    select
    from bulk_edit
    where bulk_edit.client_id = ${clientId} and bulk_edit.job_id = ${jobId}
    for update`.execute(connection);
}

/** Locks a deletion of products, so that two undos of it are not started at the same time. */
export async function lockDeletion(connection: Transaction, clientId: ClientId, deletionId: string): Promise<void> {
  await sql`
    select
    from product_deletion
    where product_deletion.client_id = ${clientId} and product_deletion.deletion_id = ${deletionId}
    for no key update`.execute(connection);
}

/** Locks the job of an import, so that two undos of the same import are not started at the same time. */
export async function lockImportJob(connection: Transaction, { clientId, jobId }: BulkKey): Promise<void> {
  await sql`
    select
    from import_job
    where import_job.client_id = ${clientId} and import_job.job_id = ${jobId}
    for no key update`.execute(connection);
}

/** Deletes the product lists of bulk edits that ended before `ended`, and the dry runs that ended before `dryRuns`. */
export async function purgeBulkEdits(connection: Database, before: { ended: Date; dryRuns: Date }): Promise<void> {
  await sql`
    delete from bulk_edit_part
    using import_job
    where import_job.client_id = bulk_edit_part.client_id
      and import_job.job_id = bulk_edit_part.job_id
      and import_job.finished_at < ${before.ended}`.execute(connection);
  await sql`
    delete from import_job
    using bulk_edit
    where bulk_edit.client_id = import_job.client_id
      and bulk_edit.job_id = import_job.job_id
      and import_job.dry_run
      and import_job.finished_at < ${before.dryRuns}`.execute(connection);
}
