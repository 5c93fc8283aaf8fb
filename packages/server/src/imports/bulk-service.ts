import type { BulkChange, BulkEdit, ImportReport, ProductFilter } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { countExcepted, countMatching, findProductIds, resolveFilter } from '../catalog/index.ts';
import {
  type ClientCaller,
  type ClientId,
  type Clock,
  type Connection,
  type Database,
  describeAct,
  PimentoError,
  toStorableText,
  transaction,
} from '../platform/index.ts';
import { type CompiledStructure, loadStructure } from '../structure/index.ts';
import { cancelBulkJob, createBulkJob, lockBulkEdit } from './bulk/bulk-store.ts';
import { resolveChanges } from './bulk/bulk-target-rules.ts';
import type { BulkChoice } from './bulk/bulk-types.ts';
import { type BulkRow, countRunning, findBulkRow } from './bulk/bulk-views.ts';
import { findReport } from './jobs/import-job-views.ts';

export interface BulkServiceDeps {
  database: Database;
  clock: Clock;
  /** Called when a job has been created, so that it starts immediately. */
  onStored(): void;
}

export interface BulkRequest {
  productIds?: string[] | undefined;
  filter?: ProductFilter | undefined;
  except?: string[] | undefined;
  expected?: number | undefined;
  changes: BulkChange[];
  dryRun?: boolean | undefined;
}

/** Maximum number of unfinished bulk edits per client. Without this limit, a script could fill the queue that all clients share. */
const maxRunning = 20;
/** A bulk edit can be undone for this many days after its end. */
export const undoDays = 30;
const shownSamples = 5;

const statusOf = ({ status, fault }: ImportReport): BulkEdit['status'] => {
  if (status === 'Importing') return 'Running';
  return status === 'Failed' && fault?.code === 'cancelled' ? 'Cancelled' : status;
};

/** Returns the first samples whose products are not among the listed errors. */
function shownOf({ samples }: BulkRow, { errors }: ImportReport): BulkEdit['samples'] {
  const rejected = new Set(errors.map(({ productId }) => productId));
  return samples.filter(({ productId }) => !rejected.has(productId)).slice(0, shownSamples);
}

function bulkView(row: BulkRow, report: ImportReport): BulkEdit {
  const {
    jobRef,
    dryRun,
    handled,
    created: restored,
    updated,
    unchanged,
    rejected,
    errors,
    errorCounts,
    fault,
  } = report;
  const { changes, undoes, undoesImport, undoesDeletion, created, undoneBy, chosen, hasParts } = row;
  const canUndo =
    !dryRun && !undoesDeletion && report.status !== 'Importing' && updated > 0 && undoneBy === null && hasParts;
  return {
    editId: jobRef,
    status: statusOf(report),
    dryRun,
    changes: changes ?? [],
    undoes,
    undoesImport,
    undoesDeletion,
    created,
    undoneBy,
    canUndo,
    chosen,
    handled,
    // only the undo of a deletion creates products
    updated: updated + restored,
    unchanged,
    rejected,
    errors,
    errorCounts,
    samples: shownOf(row, report),
    fault,
    startedAt: report.startedAt,
    finishedAt: report.finishedAt,
    actorName: report.actorName ?? null,
  };
}

/** @throws PimentoError unknown-job */
export async function getBulkEdit(connection: Connection, clientId: ClientId, editId: string): Promise<BulkEdit> {
  const report = await findReport(connection, clientId, editId);
  const row = report && (await findBulkRow(connection, { clientId, jobId: editId }));
  if (!row) throw new PimentoError(problem('unknown-job', { kind: 'bulk-edit', editId }));
  return bulkView(row, report);
}

/** @throws PimentoError too-many-requests if the client already has `maxRunning` unfinished bulk edits */
export async function requireFewRunning(connection: Connection, clientId: ClientId): Promise<void> {
  if ((await countRunning(connection, clientId)) < maxRunning) return;
  throw new PimentoError(
    problem('too-many-requests', { kind: 'bulk-edits', max: maxRunning }),
    {},
    { 'retry-after': '5' },
  );
}

/**
 * Checks that the filter is valid and, if the request has an expected count, that this many products match and are not excepted.
 * @throws PimentoError invalid-parameter, count-differs, query-too-slow
 */
async function requireExpected(
  deps: BulkServiceDeps,
  structure: CompiledStructure,
  { filter, except }: Extract<BulkChoice, { kind: 'filter' }>,
  expected: number | undefined,
): Promise<void> {
  const { clientId } = structure;
  const resolved = resolveFilter(structure, filter);
  if (expected === undefined) return;
  const countedAt = deps.clock.now();
  const { count: matching } = await countMatching(deps, clientId, resolved, undefined);
  const count = matching - (await countExcepted(deps.database, clientId, { filter: resolved, except }));
  if (count === expected) return;
  throw new PimentoError(problem('count-differs', { kind: 'bulk-edit', count, expected }), {
    count,
    countedAt: countedAt.toISOString(),
  });
}

/**
 * Converts the ids of a request to product ids. A chosen id that no product can have is made storable, and is rejected when the edit runs.
 * An excepted id that no product can have is ignored.
 */
async function choiceOf({ database }: BulkServiceDeps, clientId: ClientId, request: BulkRequest): Promise<BulkChoice> {
  const { productIds, filter = {}, except = [] } = request;
  const found = await findProductIds(database, clientId, productIds ?? except);
  const valid = [...new Set(found.values())].filter((id) => id !== undefined);
  if (productIds === undefined) return { kind: 'filter', filter, except: valid };
  const invalid = [...found].flatMap(([text, id]) => (id === undefined ? [toStorableText(text)] : []));
  return { kind: 'ids', productIds: [...valid.toSorted(), ...new Set(invalid)] };
}

/**
 * Stores a bulk edit. An import thread runs it later.
 * @throws PimentoError invalid-parameter with each invalid change or condition; count-differs with `count` and `countedAt`; query-too-slow;
 * too-many-requests
 */
export async function startBulkEdit(
  deps: BulkServiceDeps,
  { clientId, actor }: ClientCaller,
  request: BulkRequest,
): Promise<BulkEdit> {
  const { database, clock } = deps;
  const { changes, filter, expected, productIds, dryRun = false } = request;
  await requireFewRunning(database, clientId);
  const structure = await loadStructure(database, clientId);
  const resolved = resolveChanges(structure, changes);
  if ('faults' in resolved)
    throw new PimentoError(problem('invalid-parameter', { kind: 'changes', faults: resolved.faults }));
  const choice = await choiceOf(deps, clientId, request);
  if (choice.kind === 'filter') await requireExpected(deps, structure, choice, expected);
  const jobId = clock.newId();
  const attributes = changes.map(({ kind, attribute }) => ({ kind, attribute }));
  const chosen = productIds ? { productIds: productIds.length } : { filter, expected };
  describeAct({ object: jobId, after: { ...chosen, changes: attributes, dryRun } });
  await transaction(database, (opened) =>
    createBulkJob(opened, { clientId, jobId, actor, dryRun }, { changes, undoes: null, choice }),
  );
  deps.onStored();
  return getBulkEdit(database, clientId, jobId);
}

/** Cancels a bulk edit if it is running. @throws PimentoError unknown-job */
export async function cancelBulkEdit(
  { database }: BulkServiceDeps,
  clientId: ClientId,
  editId: string,
): Promise<BulkEdit> {
  await getBulkEdit(database, clientId, editId);
  await transaction(database, (opened) => cancelBulkJob(opened, { clientId, jobId: editId }));
  return getBulkEdit(database, clientId, editId);
}

/** Returns the reason why a bulk edit cannot be undone. @returns undefined if it can be undone */
function obstacleOf(edit: BulkEdit): PimentoError | undefined {
  const { undoneBy } = edit;
  if (edit.canUndo) return undefined;
  if (edit.status === 'Running') return new PimentoError(problem('not-possible-now', { kind: 'bulk-edit-running' }));
  if (undoneBy !== null)
    return new PimentoError(problem('not-possible-now', { kind: 'undone', editId: undoneBy }), { undoneBy });
  if (edit.undoesDeletion) return new PimentoError(problem('not-possible-now', { kind: 'restored-by-undo' }));
  if (edit.dryRun || edit.updated === 0)
    return new PimentoError(problem('not-possible-now', { kind: 'nothing-to-undo' }));
  return new PimentoError(problem('not-possible-now', { kind: 'undo-too-late', days: undoDays }));
}

/**
 * Stores the undo of a bulk edit. An import thread runs it later.
 * @throws PimentoError unknown-job, not-possible-now, too-many-requests
 */
export async function undoBulkEdit(
  deps: BulkServiceDeps,
  { clientId, actor }: ClientCaller,
  editId: string,
  dryRun: boolean,
): Promise<BulkEdit> {
  const { database, clock } = deps;
  await getBulkEdit(database, clientId, editId);
  await requireFewRunning(database, clientId);
  const jobId = clock.newId();
  describeAct({ object: jobId, after: { undoes: editId, dryRun } });
  await transaction(database, async (opened) => {
    await lockBulkEdit(opened, { clientId, jobId: editId });
    const obstacle = obstacleOf(await getBulkEdit(opened, clientId, editId));
    if (obstacle) throw obstacle;
    await createBulkJob(opened, { clientId, jobId, actor, dryRun }, { changes: null, undoes: editId, choice: null });
  });
  deps.onStored();
  return getBulkEdit(database, clientId, jobId);
}
