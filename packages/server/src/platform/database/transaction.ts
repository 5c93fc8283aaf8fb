import { type IsolationLevel, sql, type Transaction as KyselyTransaction } from 'kysely';
import { sendSignals } from './commit-signals.ts';
import type { Database } from './database.ts';
import { applyLocally } from './planner-settings.ts';
import { currentAct } from './running-act.ts';
import type { ServerSettings } from './session-settings.ts';

declare const isOpen: unique symbol;

/**
 * A connection inside a transaction. Only the functions of this module provide one, so code that requires this type cannot run outside of a
 * transaction.
 */
export type Transaction = KyselyTransaction<unknown> & { readonly [isOpen]: true };

/**
 * Runs a unit of work in a transaction. Commits if the work resolves, and rolls back if it rejects. In an audited request, the first
 * transaction that writes something also records the act. After the commit, waits for the listeners of its signals (`signalCommit`).
 * @param database a pool, or a connection that is not in a transaction
 * @throws any error of the work; database errors of the commit (40001 and 40P01 mean that the work can be run again)
 */
export async function transaction<T>(
  database: Database,
  work: (transaction: Transaction) => Promise<T>,
  { isolationLevel, readOnly = false }: { isolationLevel?: IsolationLevel; readOnly?: boolean } = {},
): Promise<T> {
  let builder = database.transaction();
  if (isolationLevel !== undefined) builder = builder.setIsolationLevel(isolationLevel);
  if (readOnly) builder = builder.setAccessMode('read only');
  const act = readOnly ? undefined : currentAct();
  let isRecorded = false;
  let committed: KyselyTransaction<unknown> | undefined;
  const result = await builder.execute(async (opened) => {
    const done = await work(opened as Transaction); // a transaction is open only here and in openSnapshot
    isRecorded = (await act?.recordIn(opened)) ?? false;
    committed = opened;
    return done;
  });
  if (isRecorded) act?.confirm();
  if (committed) await sendSignals(database, committed);
  return result;
}

/**
 * Runs a unit of work in a transaction. Commits if `isKept` returns true for the result, and otherwise rolls back.
 * @returns the result in both cases
 * @throws the same errors as `transaction`, after a rollback
 */
export async function provisionalTransaction<T>(
  database: Database,
  work: (transaction: Transaction) => Promise<T>,
  isKept: (result: T) => boolean,
): Promise<T> {
  const rollBack = new Error('the result is not kept');
  let ended: { result: T } | undefined;
  try {
    return await transaction(database, async (opened) => {
      ended = { result: await work(opened) };
      if (!isKept(ended.result)) throw rollBack;
      return ended.result;
    });
  } catch (error) {
    if (error !== rollBack || !ended) throw error;
    return ended.result;
  }
}

/**
 * Runs a part of a transaction, and rolls back only this part if `isKept` is false for its result. If the work fails, the whole transaction
 * must be rolled back.
 */
export async function partOf<T>(
  opened: Transaction,
  work: () => Promise<T>,
  isKept: (result: T) => boolean,
): Promise<T> {
  await sql`savepoint part`.execute(opened);
  const result = await work();
  if (!isKept(result)) await sql`rollback to savepoint part`.execute(opened);
  await sql`release savepoint part`.execute(opened);
  return result;
}

/**
 * Sets how long a transaction may be idle, waiting for the next statement of its process. After this time, the database ends the
 * transaction and closes its connection. The limit of `applySettings` is too short for a transaction that also waits for an HTTP client or
 * a file store.
 */
export async function allowIdle(opened: Transaction, milliseconds: number): Promise<void> {
  await applyLocally(opened, { idle_in_transaction_session_timeout: String(milliseconds) });
}

/**
 * Time that a snapshot may be idle. A snapshot locks no rows, so it may wait for a slow reader. The time is limited, because an old
 * snapshot keeps dead rows from being removed.
 */
const snapshotIdleMs = 3_600_000;

export interface Snapshot extends AsyncDisposable {
  transaction: Transaction;
  /** Id of the database process that runs the statements. */
  pid: number | undefined;
}

/**
 * Opens a read-only transaction with a snapshot of the database, for readers that return rows page by page. Dispose of the snapshot to
 * return its connection to the pool.
 * @param settings apply to the transaction
 */
export async function openSnapshot(database: Database, settings: ServerSettings = {}): Promise<Snapshot> {
  const opened = await database
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  const snapshot = opened as KyselyTransaction<unknown> as Transaction; // the line above has opened the transaction
  const idle = { idle_in_transaction_session_timeout: String(snapshotIdleMs) };
  // A failed rollback is harmless, because nothing was written and a broken connection reports its own error.
  const end = () =>
    opened
      .rollback()
      .execute()
      .catch(() => undefined);
  try {
    const pid = await applyLocally(snapshot, { ...idle, ...settings });
    return { transaction: snapshot, pid, [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}
