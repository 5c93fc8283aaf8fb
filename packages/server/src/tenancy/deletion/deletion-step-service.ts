import { areFilesHeld } from '../../assets/index.ts';
import { allowAuditPurge } from '../../audit/index.ts';
import { areEventsErased, deletePurgedEvents, hasOutboxEvents, stripEvents } from '../../events/index.ts';
import {
  allowIdle,
  type Clock,
  type Database,
  errorCode,
  isSerializationConflict,
  type ObjectStore,
  transaction,
  type Transaction,
} from '../../platform/index.ts';
import { deleteClientRow } from '../../access/index.ts';
import { lockStructure } from '../../structure/index.ts';
import { listClientTables, listTablesInUse } from '../tables/client-table-views.ts';
import type { ClientTable } from '../tables/client-table-rules.ts';
import { isArchiveWriting } from '../archive/client-archive-views.ts';
import * as store from './client-deletion-store.ts';
import type { DeletionRow } from './client-deletion-types.ts';
import { limitLockWait, lockForDeletion } from './client-lock-store.ts';

export interface StepDeps {
  database: Database;
  clock: Clock;
  store: ObjectStore;
  /** Maximum number of rows or events per step, 2,000 by default. */
  batchRows?: number;
}

/**
 * Tables that are not emptied row by row. Events of a client keep their positions in the streams, so `stripEvents` and `deletePurgedEvents`
 * handle these tables. The relay empties the outbox.
 */
const streamTables: ReadonlySet<string> = new Set([
  'event',
  'event_outbox',
  'event_purge',
  'kept_event',
  'pending',
  'purged_event',
]);
/** The table with the row that every writer of a client locks. Its row is deleted last, together with the client. */
const lockTable = 'structure_state';

const defaultBatchRows = 2_000;
/** Maximum number of files that one step deletes. */
const batchFiles = 500;
/** Number of files that are deleted at the same time. */
const filesAtOnce = 8;
/**
 * Maximum time in milliseconds for which the transaction may be idle while files are deleted. Deleting one file takes 60 s if it fails
 * twice.
 */
const filesIdleMs = 900_000;

/** `waits`: the deletion must wait until a backup, an archive or an older transaction has ended, or until events have been relayed. */
type StepOutcome = 'worked' | 'waits';

/** Strips the data from the next events. @returns false if there are no more events */
async function eraseEvents(transaction: Transaction, deps: StepDeps, deletion: DeletionRow): Promise<boolean> {
  const { clientId, deletionId, eventsReached } = deletion;
  const after = eventsReached ?? { adapterId: '', created: new Date(0) };
  const done = await stripEvents(transaction, clientId, after, deps.batchRows ?? defaultBatchRows);
  if (!done) return false;
  const { stripped, ...reached } = done;
  await store.saveEventProgress(transaction, deletionId, { stripped, reached });
  return true;
}

async function deleteFromTable(
  transaction: Transaction,
  { batchRows = defaultBatchRows }: StepDeps,
  deletion: DeletionRow,
  table: ClientTable,
): Promise<void> {
  if (table.root === 'audit_event') await allowAuditPurge(transaction, true);
  const rows = await store.deleteRows(transaction, deletion.clientId, table, batchRows);
  // 0 if another worker has already deleted the rows
  if (rows > 0) await store.addDeletedRows(transaction, deletion.deletionId, { table: table.root, rows });
}

/** Deletes some of the client's files. @returns false if there are none */
async function deleteFiles(transaction: Transaction, objects: ObjectStore, deletion: DeletionRow): Promise<boolean> {
  const found: { key: string; size: number }[] = [];
  for await (const object of objects.list(`${deletion.clientId}/`)) {
    found.push(object);
    if (found.length === batchFiles) break;
  }
  if (found.length === 0) return false;
  await allowIdle(transaction, filesIdleMs);
  const rest = found.values();
  const deleteRest = async () => {
    for (const { key } of rest) await objects.delete(key);
  };
  await Promise.all(Array.from({ length: filesAtOnce }, deleteRest));
  const bytes = found.reduce((sum, { size }) => sum + size, 0);
  await store.addDeletedFiles(transaction, deletion.deletionId, { files: found.length, bytes });
  return true;
}

/** Lists the tables whose rows are deleted, in the order of deletion. These are all tables of clients except the tables of the streams. */
async function listTables(transaction: Transaction): Promise<ClientTable[]> {
  const tables = await listClientTables(transaction);
  return tables.filter(({ root }) => !streamTables.has(root));
}

/** Deletes the next batch of event data, rows or files. @returns false if only the client itself and the rows of `lockTable` remain */
async function deleteBatch(transaction: Transaction, deps: StepDeps, deletion: DeletionRow): Promise<boolean> {
  const { clientId, deletionId } = deletion;
  if (await eraseEvents(transaction, deps, deletion)) return true;
  const purged = await deletePurgedEvents(transaction, clientId);
  if (purged > 0) {
    await store.addDeletedRows(transaction, deletionId, { table: 'purged_event', rows: purged });
    return true;
  }
  const tables = (await listTables(transaction)).filter(({ root }) => root !== lockTable);
  const [next] = await listTablesInUse(transaction, clientId, tables);
  if (next === undefined) return deleteFiles(transaction, deps.store, deletion);
  await deleteFromTable(transaction, deps, deletion, next);
  return true;
}

/**
 * Deletes the client itself. First locks out all writers of the client, and checks all tables and files again. If a transaction that ended
 * late has written something, deletes one batch of this data instead. The deletion then continues.
 */
async function finish(transaction: Transaction, deps: StepDeps, deletion: DeletionRow): Promise<void> {
  const { clientId, deletionId } = deletion;
  await limitLockWait(transaction);
  // The definitions are locked first, because every writer takes the locks in this order.
  await lockStructure(transaction, clientId, 'update');
  await lockForDeletion(transaction, clientId);
  if (!(await areEventsErased(transaction, clientId))) {
    await store.saveEventProgress(transaction, deletionId, { stripped: 0, reached: null });
    await store.resetQuiet(transaction, deletionId);
    return;
  }
  if (await deleteBatch(transaction, deps, deletion)) {
    await store.resetQuiet(transaction, deletionId);
    return;
  }
  const tables = await listTables(transaction);
  for (const table of tables.filter(({ root }) => root === lockTable))
    await deleteFromTable(transaction, deps, deletion, table);
  await deleteClientRow(transaction, clientId);
  await store.addDeletedRows(transaction, deletionId, { table: 'client', rows: 1 });
  const rows = (await listTablesInUse(transaction, clientId, tables)).length;
  if (rows > 0) throw new Error(`rows of the deleted client ${clientId} are left`);
  const check = {
    tables: new Set(tables.map(({ root }) => root)).size + streamTables.size + 1,
    rows: 0,
    files: 0,
  } as const;
  await store.completeDeletion(transaction, deletionId, { at: deps.clock.now(), check });
}

async function deleteStep(transaction: Transaction, deps: StepDeps, deletion: DeletionRow): Promise<StepOutcome> {
  // A backup that has copied rows needs the files to which they refer.
  if (await areFilesHeld(transaction)) return 'waits';
  // The start of the deletion stopped the client's archives. A process that is still writing one notices this within seconds.
  if (await isArchiveWriting(transaction, deletion.clientId)) return 'waits';
  // The adapters must still get the events that notify them of the deletion.
  if (await hasOutboxEvents(transaction, deletion.clientId)) return 'waits';
  if (await deleteBatch(transaction, deps, deletion)) return 'worked';
  if (!(await store.areOlderTransactionsOver(transaction, deletion.deletionId))) return 'waits';
  await finish(transaction, deps, deletion);
  return 'worked';
}

const isLockTimeout = (error: unknown) => errorCode(error) === '55P03';

/**
 * Claims a running deletion and deletes the next batch of its data. Every step is one transaction, so another process continues if this
 * process is killed. Files that were deleted in a step that was not committed are not counted in the report.
 * @returns false if there is nothing to do, or if the step must be repeated later
 */
export async function deleteNext(deps: StepDeps): Promise<boolean> {
  const { database, clock } = deps;
  const claimed: { deletionId?: string } = {};
  try {
    const outcome = await transaction(database, async (transaction) => {
      const deletion = await store.lockNextDeletion(transaction);
      if (!deletion) return undefined;
      claimed.deletionId = deletion.deletionId;
      return deleteStep(transaction, deps, deletion);
    });
    return outcome === 'worked';
  } catch (error) {
    if (!isSerializationConflict(error) && !isLockTimeout(error)) throw error;
    return false;
  } finally {
    if (claimed.deletionId !== undefined) await store.recordServed(database, claimed.deletionId, clock.now());
  }
}
