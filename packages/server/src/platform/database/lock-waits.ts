import { sql, type Transaction } from 'kysely';
import { errorCode } from '../errors.ts';

/** Returns true if a statement failed because it waited longer for a lock than `limitLockWaits` or a function of the database allows. */
export const isLockTimeout = (error: unknown): boolean => errorCode(error) === '55P03';

/** Sets the lock timeout of the transaction. A statement that waits longer fails (see `isLockTimeout`). */
export async function limitLockWaits(transaction: Transaction<unknown>, milliseconds: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${milliseconds}ms`}, true)`.execute(transaction);
}
