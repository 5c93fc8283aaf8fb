import { setTimeout as sleep } from 'node:timers/promises';
import { problem } from '@pimento/contract/problem';
import { sql } from 'kysely';
import { errorCode, PimentoError } from '../errors.ts';
import type { Database } from './database.ts';
import { applyLocally } from './planner-settings.ts';
import { transaction, type Transaction } from './transaction.ts';

export interface ReadLimits {
  /** Maximum duration of each statement. */
  statementMs: number;
  /** Cancels the running statement when it aborts, for example because the HTTP client has disconnected. */
  signal?: AbortSignal | undefined;
}

const cancelEveryMs = 100;

/** SQLSTATE of a statement that was cancelled or took too long. */
const cancelled = '57014';

const tooSlow = (statementMs: number) =>
  new PimentoError(problem('query-too-slow', { seconds: Math.round(statementMs / 1000) }));

/** Sets the timeout of all following statements of a transaction. @returns the id of the database process that runs them */
export const limitStatements = (transaction: Transaction, statementMs: number): Promise<number | undefined> =>
  applyLocally(transaction, { statement_timeout: String(statementMs) });

/** Converts the error of a statement that was cancelled or timed out to a problem. Returns any other error unchanged. */
export function statementFault(error: unknown, statementMs: number): unknown {
  return errorCode(error) === cancelled ? tooSlow(statementMs) : error;
}

/**
 * Calls `cancel` when the signal aborts (immediately if it is already aborted), and repeats this every 100 ms until the returned object is
 * disposed of, because a cancellation that arrives between two statements has no effect. Errors of `cancel` are ignored.
 */
export function cancelRepeatedly(cancel: () => Promise<unknown>, signal: AbortSignal | undefined): AsyncDisposable {
  let isDone = false;
  let cancelling: Promise<void> | undefined;
  const cancelUntilDone = async () => {
    while (!isDone) {
      await cancel().catch(() => undefined);
      if (!isDone) await sleep(cancelEveryMs);
    }
  };
  const onAbort = () => {
    cancelling = cancelUntilDone();
  };
  if (signal?.aborted === true) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  return {
    async [Symbol.asyncDispose]() {
      isDone = true;
      signal?.removeEventListener('abort', onAbort);
      await cancelling;
    },
  };
}

/**
 * Cancels the running statement of a database process when the signal aborts, and repeats this every 100 ms until the returned object is
 * disposed of. Dispose of it before the connection is returned to the pool, because a late cancellation would end a statement of another
 * transaction.
 * @param database a pool with a free connection
 */
export const cancelOnAbort = (
  database: Database,
  pid: number | undefined,
  signal: AbortSignal | undefined,
): AsyncDisposable => cancelRepeatedly(() => sql`select pg_cancel_backend(${pid}::integer)`.execute(database), signal);

/**
 * Runs reads in a separate transaction. Its statements end after a time limit, or when `signal` aborts.
 * @throws PimentoError query-too-slow, also after an abort; the reason of `signal` if it was aborted before the start
 */
export async function limitedRead<T>(
  database: Database,
  { statementMs, signal }: ReadLimits,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  try {
    return await transaction(database, async (opened) => {
      await using _cancelling = cancelOnAbort(database, await limitStatements(opened, statementMs), signal);
      return await work(opened);
    });
  } catch (error) {
    throw statementFault(error, statementMs);
  }
}
