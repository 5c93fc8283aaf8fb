import { problem } from '@pimento/contract/problem';
import { endClientAccess, findClient, lockClient } from '../../access/index.ts';
import { type AccountDeps, disconnectClient } from '../../channels/index.ts';
import { failWaitingJobs } from '../../imports/index.ts';
import {
  type ClientId,
  type Clock,
  type Connection,
  type Database,
  describeAct,
  PimentoError,
  transaction,
} from '../../platform/index.ts';
import { stopArchives } from '../archive/client-archive-store.ts';
import { insertDeletion } from './client-deletion-store.ts';
import type { DeletionRow } from './client-deletion-types.ts';
import { findDeletion } from './client-deletion-views.ts';

export interface DeletionDeps extends Pick<AccountDeps, 'beforeDisconnect' | 'onDisconnect'> {
  database: Database;
  clock: Clock;
}

const unknownClient = (clientId: ClientId) =>
  new PimentoError(problem('unknown-client', { kind: 'missing', clientId }));

/** Returns the newest deletion of a client. @throws PimentoError unknown-client if there is no such client, or no deletion of it */
export async function getDeletion(connection: Connection, clientId: ClientId): Promise<DeletionRow> {
  const deletion = await findDeletion(connection, clientId);
  if (deletion) return deletion;
  if (!(await findClient(connection, clientId))) throw unknownClient(clientId);
  throw new PimentoError(problem('unknown-client', { kind: 'not-deleted', clientId }));
}

/**
 * Starts the deletion of a client. When the transaction commits, every access to the client ends, waiting imports fail, and its adapters
 * are notified. Running imports end with their next batch. The data is deleted in the background. A repeated call returns the same
 * deletion, even after the deletion has ended.
 * @param request.confirmed the id of the client, as the request repeats it
 * @throws PimentoError unknown-client, invalid-body
 */
export async function startDeletion(
  deps: DeletionDeps,
  request: { clientId: ClientId; confirmed: string; actor: string },
): Promise<DeletionRow> {
  const { database, clock } = deps;
  const { clientId, confirmed, actor } = request;
  // An audit record without a client goes to the log of the installation. The client's own log is deleted with the client.
  describeAct({ clientId: '' });
  if (confirmed !== clientId) throw new PimentoError(problem('invalid-body', { kind: 'confirmation', clientId }));
  return transaction(database, async (transaction) => {
    const client = await lockClient(transaction, clientId);
    if (!client || client.endingSince !== null) return getDeletion(transaction, clientId);
    const startedAt = clock.now();
    const people = await endClientAccess(transaction, clientId, startedAt);
    await stopArchives(transaction, clientId, startedAt);
    await failWaitingJobs(transaction, clientId, startedAt);
    await insertDeletion(transaction, { deletionId: clock.newId(), clientId, actor, startedAt, people });
    await disconnectClient(transaction, deps, clientId);
    return getDeletion(transaction, clientId);
  });
}
