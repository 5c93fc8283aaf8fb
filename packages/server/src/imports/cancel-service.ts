import type { ImportReport } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import {
  type ClientId,
  type Database,
  describeAct,
  isLockTimeout,
  PimentoError,
  transaction,
} from '../platform/index.ts';
import { getReport } from './jobs/import-job-views.ts';
import { cancelJob } from './jobs/job-cancel-store.ts';

const refused = (kind: 'import-ended' | 'import-not-cancellable') =>
  new PimentoError(problem('not-possible-now', { kind }));

/**
 * Cancels the import of an uploaded file or of a stored body. Batches that are already stored are kept.
 * @throws PimentoError unknown-job, not-possible-now
 */
export async function cancelImport(database: Database, clientId: ClientId, jobRef: string): Promise<ImportReport> {
  const { status } = await getReport(database, clientId, jobRef);
  if (status !== 'Importing') throw refused('import-ended');
  try {
    return await transaction(database, async (opened) => {
      if (!(await cancelJob(opened, { clientId, jobId: jobRef }))) throw refused('import-not-cancellable');
      const report = await getReport(opened, clientId, jobRef);
      describeAct({ after: { handled: report.handled } });
      return report;
    });
  } catch (error) {
    throw isLockTimeout(error) ? refused('import-not-cancellable') : error;
  }
}
