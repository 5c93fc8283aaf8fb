import type { Member, Role } from '@pimento/contract';
import {
  type Connection,
  type Database,
  PimentoError,
  type ClientId,
  transaction,
  describeAct,
} from '../../platform/index.ts';
import { problem } from '@pimento/contract/problem';
import * as personStore from './person-store.ts';
import { listMembers } from './person-views.ts';
import * as linkStore from './link-store.ts';

interface MemberDeps {
  database: Database;
}

async function getMember(connection: Connection, clientId: ClientId, personId: string): Promise<Member> {
  const [member] = await listMembers(connection, clientId, personId);
  if (!member) throw new PimentoError(problem('unknown-person', { personId, clientId }));
  return member;
}

/**
 * Checks that the client keeps an owner without this person, because otherwise only operators could add members.
 * @throws PimentoError unknown-person (not a member), not-possible-now (the last owner)
 */
function requireOwnerLeft(roles: ReadonlyMap<string, Role>, personId: string): void {
  if (!roles.has(personId)) throw new PimentoError(problem('unknown-person', { personId, clientId: null }));
  const owners = [...roles].filter(([, role]) => role === 'owner').map(([id]) => id);
  if (owners.length === 1 && owners[0] === personId)
    throw new PimentoError(problem('not-possible-now', { kind: 'last-owner' }));
}

/** @throws PimentoError unknown-person, not-possible-now */
export async function changeMember(
  { database }: MemberDeps,
  clientId: ClientId,
  personId: string,
  role: Role,
): Promise<Member> {
  return transaction(database, async (transaction) => {
    const roles = await personStore.lockRoles(transaction, clientId);
    if (role !== 'owner' || !roles.has(personId)) requireOwnerLeft(roles, personId);
    describeAct({ before: { role: roles.get(personId) } });
    await personStore.changeRoleRow(transaction, { clientId, personId, role });
    if (role !== 'owner') await linkStore.deleteLinksBy(transaction, `user:${personId}`, clientId);
    return getMember(transaction, clientId, personId);
  });
}

/**
 * Removes a person from a client. If the person has no role left and is not an operator, also deletes everything that the person can sign
 * in with. After a later invitation, the person sets a new password.
 * @throws PimentoError unknown-person, not-possible-now
 */
export async function removeMember({ database }: MemberDeps, clientId: ClientId, personId: string): Promise<void> {
  await transaction(database, async (transaction) => {
    const roles = await personStore.lockRoles(transaction, clientId);
    requireOwnerLeft(roles, personId);
    const person = await personStore.lockPerson(transaction, { personId });
    describeAct({ before: { role: roles.get(personId) } });
    await personStore.removeRoleRow(transaction, clientId, personId);
    await linkStore.deleteLinksBy(transaction, `user:${personId}`, clientId);
    if (!person) return;
    await linkStore.deleteInvitationOf(transaction, clientId, person.email);
    if (!person.isOperator && !(await personStore.hasRole(transaction, personId)))
      await linkStore.deleteLogin(transaction, personId);
  });
}
