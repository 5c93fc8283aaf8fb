import type { BulkEdit } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { getDeletion } from '../catalog/index.ts';
import { type ClientCaller, describeAct, PimentoError, transaction } from '../platform/index.ts';
import { createBulkJob, lockDeletion } from './bulk/bulk-store.ts';
import { findUndo } from './bulk/undo-views.ts';
import { type BulkServiceDeps, getBulkEdit, requireFewRunning } from './bulk-service.ts';

/**
 * Stores the undo of a deletion of products, which is a bulk edit that creates them again. An import thread runs it later.
 * @throws PimentoError unknown-job, not-possible-now, too-many-requests
 */
export async function undoDeletion(
  deps: BulkServiceDeps,
  { clientId, actor }: ClientCaller,
  deletionId: string,
  dryRun: boolean,
): Promise<BulkEdit> {
  const { database, clock } = deps;
  const deletion = await getDeletion(database, clientId, deletionId);
  if (deletion.status === 'Deleting') throw new PimentoError(problem('not-possible-now', { kind: 'deletion-running' }));
  if (!deletion.canUndo) throw new PimentoError(problem('not-possible-now', { kind: 'nothing-to-undo' }));
  await requireFewRunning(database, clientId);
  const jobId = clock.newId();
  describeAct({ object: jobId, after: { undoes: deletionId, dryRun } });
  await transaction(database, async (opened) => {
    await lockDeletion(opened, clientId, deletionId);
    const undoneBy = await findUndo(opened, { clientId, jobId: deletionId });
    if (undoneBy !== null)
      throw new PimentoError(problem('not-possible-now', { kind: 'undone', editId: undoneBy }), { undoneBy });
    const choice = { kind: 'deleted', deletionId } as const;
    await createBulkJob(opened, { clientId, jobId, actor, dryRun }, { changes: null, undoes: deletionId, choice });
  });
  deps.onStored();
  return getBulkEdit(database, clientId, jobId);
}
