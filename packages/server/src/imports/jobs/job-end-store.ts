import { problem } from '@pimento/contract/problem';
import { sql } from 'kysely';
import type { ClientId, Transaction } from '../../platform/core.ts';

/**
 * Fails a client's stored imports that no process is working on, so that none of them starts while the client is being deleted. Running
 * imports end by themselves with their next batch.
 */
export async function failWaitingJobs(connection: Transaction, clientId: ClientId, at: Date): Promise<void> {
  await sql`
    update import_job
    set
      status = 'Failed',
      finished_at = ${at},
      fault = ${JSON.stringify(problem('unknown-client', { kind: 'missing', clientId }))}::jsonb
        || jsonb_build_object('handled', import_job.handled)
    where import_job.client_id = ${clientId} and import_job.status = 'Importing' and import_job.owner is null`.execute(
    connection,
  );
}
