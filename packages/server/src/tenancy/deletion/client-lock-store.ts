import { sql } from 'kysely';
import type { ClientId, Transaction } from '../../platform/index.ts';

/** Limits how long the transaction waits for a lock: 55P03 after that. Others queue behind a lock that is waited for. */
export async function limitLockWait(connection: Transaction): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(connection);
}

/** Locks a client against every transaction that wants to refer to it, and waits for those that already do. */
export async function lockForDeletion(connection: Transaction, clientId: ClientId): Promise<void> {
  await sql`
    select client.client_id
    from client
    where client.client_id = ${clientId}
    for update`.execute(connection);
}
