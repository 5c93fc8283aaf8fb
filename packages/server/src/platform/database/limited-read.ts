import { problem } from '@pimento/contract/problem';
import { sql } from 'kysely';
import { errorCode, PimentoError } from '../errors.ts';
import type { Database } from './database.ts';
import { transaction, type Transaction } from './transaction.ts';

export interface ReadLimits {
  /** Max duration of each statement. */
  statementMs: number;
  /** Cancels the running statement when the caller hangs up. */
  signal?: AbortSignal | undefined;
}

/** SQLSTATE of a statement that was cancelled or took too long. */
const cancelled = '57014';

const tooSlow = (statementMs: number) =>
  new PimentoError(problem('query-too-slow', { seconds: Math.round(statementMs / 1000) }));

/** Ends the later statements of a transaction that take too long. @returns the id of the process that runs them */
export async function limitStatements(transaction: Transaction, statementMs: number): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`
    select set_config('statement_timeout', ${String(statementMs)}, true), pg_backend_pid() as pid`.execute(transaction);
  return rows[0]?.pid;
}

/** Returns the problem of a statement that was ended; any other error is returned unchanged. */
export function statementFault(error: unknown, statementMs: number): unknown {
  return errorCode(error) === cancelled ? tooSlow(statementMs) : error;
}

/**
 * Runs reads in a transaction of their own whose statements end after a time limit, or when the caller hangs up.
 * @throws PimentoError query-too-slow
 */
export async function limitedRead<T>(
  database: Database,
  { statementMs, signal }: ReadLimits,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  try {
    return await transaction(database, async (opened) => {
      const pid = await limitStatements(opened, statementMs);
      let cancelling: Promise<unknown> | undefined;
      const cancel = () => {
        cancelling = sql`select pg_cancel_backend(${pid}::integer)`.execute(database).catch(() => undefined);
      };
      signal?.addEventListener('abort', cancel, { once: true });
      try {
        return await work(opened);
      } finally {
        signal?.removeEventListener('abort', cancel);
        // the connection is returned only when no cancellation can arrive any more
        await cancelling;
      }
    });
  } catch (error) {
    throw statementFault(error, statementMs);
  }
}
