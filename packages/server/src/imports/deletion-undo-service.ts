import type { AnswerOf, BulkEdit, listProductDeletions } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { actorParts, findActorNames, getDeletion } from '../catalog/index.ts';
import {
  type ClientCaller,
  type ClientId,
  type Database,
  describeAct,
  PimentoError,
  transaction,
} from '../platform/index.ts';
import { createBulkJob, lockDeletion } from './bulk/bulk-store.ts';
import { findUndo } from './bulk/undo-views.ts';
import { listUndoableDeletions } from './bulk/undoable-deletion-views.ts';
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

/** Lists deletions of products that can be undone or were undone, with the names of those who started them. */
export async function listDeletions(
  database: Database,
  page: { clientId: ClientId; before: string | null; limit: number },
): Promise<AnswerOf<typeof listProductDeletions>> {
  const { rows, hasMore } = await listUndoableDeletions(database, page);
  const names = await findActorNames(
    database,
    rows.map(({ actor }) => actor),
  );
  const deletions = rows.map(({ startedAt, finishedAt, actor, ...row }) => ({
    ...row,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    actor: { ...actorParts(actor), name: names.get(actor) ?? null },
  }));
  return { deletions, hasMore, next: hasMore ? (rows.at(-1)?.deletionId ?? null) : null };
}
