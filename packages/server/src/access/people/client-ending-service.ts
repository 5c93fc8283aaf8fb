import type { ClientId, Transaction } from '../../platform/index.ts';
import {
  deleteInvitations,
  deletePeopleWithoutRole,
  deleteRoles,
  markEnding,
  revokeClientKeys,
} from './client-ending-store.ts';

/**
 * Ends all access to a client. After the commit, keys, tokens, sessions and invitations no longer give access to it, and operators cannot
 * act for it. The transaction must have locked the client. Deletes members who have no other role and are not operators.
 * @returns the number of deleted people
 */
export async function endClientAccess(transaction: Transaction, clientId: ClientId, at: Date): Promise<number> {
  await markEnding(transaction, clientId, at);
  await revokeClientKeys(transaction, clientId, at);
  await deleteInvitations(transaction, clientId);
  return deletePeopleWithoutRole(transaction, await deleteRoles(transaction, clientId));
}
