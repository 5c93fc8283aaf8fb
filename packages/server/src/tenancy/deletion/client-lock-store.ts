import { sql } from 'kysely';
import type { ClientId, Transaction } from '../../platform/index.ts';

/**
 * Makes every later statement of the transaction fail with 55P03 if it waits longer than 2 s for a lock, because other transactions queue
 * behind it while it waits.
 */
export async function limitLockWait(connection: Transaction): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(connection);
}

/** Locks a client so that other transactions cannot add references to it. Waits for transactions that have already added some. */
export async function lockForDeletion(connection: Transaction, clientId: ClientId): Promise<void> {
  await sql`
    select client.client_id
    from client
    where client.client_id = ${clientId}
    for update`.execute(connection);
}
