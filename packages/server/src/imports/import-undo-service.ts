import type { ImportReport, ImportUndo } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { getDeletion, insertCreatedDeletion } from '../catalog/index.ts';
import { type ClientCaller, type ClientId, describeAct, PimentoError, transaction } from '../platform/index.ts';
import { createBulkJob, lockImportJob } from './bulk/bulk-store.ts';
import { findImportUndo, findNewestUndo } from './bulk/undo-views.ts';
import { type BulkServiceDeps, getBulkEdit, requireFewRunning, undoBulkEdit } from './bulk-service.ts';
import { getReport } from './jobs/import-job-views.ts';

export interface ImportUndoDeps extends BulkServiceDeps {
  /** Called when a deletion of products has been created, so that it starts immediately. */
  onDeletionStored(): void;
}

export interface ImportUndoRequest {
  dryRun?: boolean | undefined;
  deleteCreated?: boolean | undefined;
}

/** The bulk edit and the deletion that are undoing an import or have undone it. An id is null if there is no such job. */
interface DoneParts {
  editId: string | null;
  deletionId: string | null;
}

/** The parts of an undo that are still to be started. */
interface Parts {
  restores: boolean;
  deletes: boolean;
}

/** Returns the reason why an undo has nothing to start, although the import has created or changed products. */
function refusalOf({ editId, deletionId }: DoneParts): PimentoError {
  if (editId !== null)
    return new PimentoError(problem('not-possible-now', { kind: 'undone', editId }), { undoneBy: editId });
  const reason =
    deletionId === null ? ({ kind: 'only-created' } as const) : { kind: 'created-deleted' as const, deletionId };
  return new PimentoError(problem('not-possible-now', reason));
}

/**
 * Returns the parts of an undo that must be started. A dry run starts only the restoring part, which also counts the created products.
 * @throws PimentoError not-possible-now
 */
function partsOf(
  { status, dryRun, updated, created }: ImportReport,
  done: DoneParts,
  request: ImportUndoRequest,
): Parts {
  if (status === 'Importing') throw new PimentoError(problem('not-possible-now', { kind: 'import-running' }));
  if (dryRun || updated + created === 0)
    throw new PimentoError(problem('not-possible-now', { kind: 'nothing-to-undo' }));
  if (request.dryRun === true) return { restores: true, deletes: false };
  const restores = updated > 0 && done.editId === null;
  const deletes = request.deleteCreated === true && created > 0 && done.deletionId === null;
  if (restores || deletes) return { restores, deletes };
  throw refusalOf(done);
}

/**
 * Returns the newest undo of an import, even if it could not restore all products, and the newest deletion of the created products.
 * @throws PimentoError unknown-job
 */
export async function getImportUndo(deps: BulkServiceDeps, clientId: ClientId, jobRef: string): Promise<ImportUndo> {
  const { database } = deps;
  await getReport(database, clientId, jobRef);
  const undone = { clientId, jobId: jobRef };
  const { deletionId } = await findImportUndo(database, undone);
  const editId = await findNewestUndo(database, undone);
  return {
    edit: editId === null ? null : await getBulkEdit(database, clientId, editId),
    deletion: deletionId === null ? null : await getDeletion(database, clientId, deletionId),
  };
}

/**
 * Starts the undo of an import, which is a bulk edit that restores values and, on request, a deletion of the products that the import
 * created. Both run in the background, and concern different products. For the job of a bulk edit, starts the undo of that bulk edit.
 * @throws PimentoError unknown-job, not-possible-now, too-many-requests
 */
export async function undoImport(
  deps: ImportUndoDeps,
  caller: ClientCaller,
  jobRef: string,
  request: ImportUndoRequest,
): Promise<ImportUndo> {
  const { database, clock } = deps;
  const { clientId, actor } = caller;
  const { dryRun = false, deleteCreated = false } = request;
  const job = await getReport(database, clientId, jobRef);
  if (job.origin === 'bulk') return { edit: await undoBulkEdit(deps, caller, jobRef, dryRun), deletion: null };
  await requireFewRunning(database, clientId);
  const jobId = clock.newId();
  const started = await transaction(database, async (opened) => {
    const undone = { clientId, jobId: jobRef };
    await lockImportJob(opened, undone);
    const { restores, deletes } = partsOf(job, await findImportUndo(opened, undone), request);
    const plan = { changes: null, undoes: jobRef, undoesImport: true, choice: null };
    if (restores) await createBulkJob(opened, { clientId, jobId, actor, dryRun }, plan);
    const deletionId = deletes ? await insertCreatedDeletion(opened, deps, { clientId, actor }, jobRef) : null;
    describeAct({ object: restores ? jobId : (deletionId ?? jobId), after: { undoes: jobRef, dryRun, deleteCreated } });
    return { restores, deletionId };
  });
  const { restores, deletionId } = started;
  if (restores) deps.onStored();
  if (deletionId !== null) deps.onDeletionStored();
  return {
    edit: restores ? await getBulkEdit(database, clientId, jobId) : null,
    deletion: deletionId === null ? null : await getDeletion(database, clientId, deletionId),
  };
}
