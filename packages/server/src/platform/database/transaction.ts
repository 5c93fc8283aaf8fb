import type { IsolationLevel, Transaction as KyselyTransaction } from 'kysely';
import type { Database } from './database.ts';

declare const isOpen: unique symbol;

/** A connection inside a transaction. Only `transaction` hands one out, so code that requires it cannot run outside of one. */
export type Transaction = KyselyTransaction<unknown> & { readonly [isOpen]: true };

/**
 * Runs one unit of work: commits what it did when it resolves, rolls all of it back when it rejects.
 * @param database a pool, or one connection that is in no transaction
 * @throws whatever the work throws; database errors of the commit (40001 and 40P01 mean: run it again)
 */
export function transaction<T>(
  database: Database,
  work: (transaction: Transaction) => Promise<T>,
  { isolationLevel, readOnly = false }: { isolationLevel?: IsolationLevel; readOnly?: boolean } = {},
): Promise<T> {
  let builder = database.transaction();
  if (isolationLevel !== undefined) builder = builder.setIsolationLevel(isolationLevel);
  if (readOnly) builder = builder.setAccessMode('read only');
  return builder.execute((opened) => work(opened as Transaction)); // true here and in openSnapshot alone
}

/**
 * Runs one unit of work whose result decides about it: commits what it did if `isKept` is true for the result, rolls it back otherwise.
 * @returns the result in both cases
 * @throws as `transaction` does; then it is rolled back
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
 * Opens a read-only transaction that sees the database as it is now, for readers that return rows page by page.
 * Dispose of it to return its connection to the pool.
 */
export async function openSnapshot(database: Database): Promise<AsyncDisposable & { transaction: Transaction }> {
  const opened = await database
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  return {
    transaction: opened as KyselyTransaction<unknown> as Transaction, // just opened
    async [Symbol.asyncDispose]() {
      // nothing was written; on a broken connection there is nothing to roll back, and its own error says more
      await opened
        .rollback()
        .execute()
        .catch(() => undefined);
    },
  };
}
