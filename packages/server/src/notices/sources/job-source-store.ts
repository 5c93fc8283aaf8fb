import { sql } from 'kysely';
import type { ClientId, Transaction } from '../../platform/index.ts';
import type { NoticeCause } from '../notice-types.ts';
import { batchSize, type Claimed } from './source-types.ts';

/**
 * Claims ended imports that have not been examined for notices yet. Only imports that failed or rejected products are causes of notices.
 */
export async function claimJobs(connection: Transaction): Promise<Claimed> {
  const { rows } = await sql<{
    clientId: ClientId;
    jobNo: number;
    jobRef: string;
    failed: boolean;
    rejected: number;
  }>`
    with ended as materialized (
      select import_job.client_id, import_job.job_id
      from import_job
      where not import_job.is_noticed
        and import_job.status <> 'Importing'
        and import_job.origin = 'import'
        and not import_job.dry_run
      order by import_job.client_id, import_job.job_no
      limit ${batchSize}
      for update skip locked
    )
    update import_job
    set is_noticed = true
    from ended
    where import_job.client_id = ended.client_id and import_job.job_id = ended.job_id
    returning
      import_job.client_id as "clientId",
      import_job.job_no as "jobNo",
      import_job.job_id as "jobRef",
      import_job.status = 'Failed' as failed,
      import_job.rejected`.execute(connection);
  const causes = rows
    .filter(({ failed, rejected }) => failed || rejected > 0)
    .toSorted((a, b) => a.jobNo - b.jobNo)
    .map(({ clientId, jobRef, failed, rejected }): NoticeCause => ({
      clientId,
      kind: 'import-failed',
      groupKey: '',
      subject: { jobRef, failed, rejected },
      occurrences: 1,
    }));
  return { causes, isFull: rows.length === batchSize };
}
