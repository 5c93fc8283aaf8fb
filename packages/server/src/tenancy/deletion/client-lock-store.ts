import { sql } from 'kysely';
import type { ClientId, Transaction } from '../../platform/index.ts';

/**
 * Lets a statement of the transaction fail with 55P03 if it waits longer than 2 s for a lock, because other transactions queue behind the
 * wait.
 */
export async function limitLockWait(connection: Transaction): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(connection);
}

/** Locks a client against transactions that would add references to it, and waits for transactions that have already added some. */
export async function lockForDeletion(connection: Transaction, clientId: ClientId): Promise<void> {
  await sql`
    select client.client_id
    from client
    where client.client_id = ${clientId}
    for update`.execute(connection);
}
