import type { Member, Role } from '@pimento/contract';
import {
  type Clock,
  type Connection,
  type Database,
  PimentoError,
  type ClientId,
  transaction,
} from '../platform/index.ts';
import { problem } from '@pimento/contract/problem';
import * as personStore from './person-store.ts';
import { listMembers } from './person-views.ts';
import { hashPassword, makePassword } from './access-secrets.ts';

interface MemberDeps {
  database: Database;
  clock: Clock;
}

async function getMember(connection: Connection, clientId: ClientId, personId: string): Promise<Member> {
  const [member] = await listMembers(connection, clientId, personId);
  if (!member) throw new PimentoError(problem('unknown-person', { personId, clientId }));
  return member;
}

/**
 * Adds a person to a client. A person who is new to the installation also gets an initial password.
 * @throws PimentoError already-exists
 */
export async function addMember(
  { database, clock }: MemberDeps,
  clientId: ClientId,
  request: { email: string; name: string; role: Role },
): Promise<{ member: Member; password: string | null }> {
  const email = request.email.toLowerCase();
  const password = makePassword();
  const passwordHash = await hashPassword(password);
  return transaction(database, async (transaction) => {
    const createdId = await personStore.createPersonRow(transaction, {
      personId: clock.newId(),
      accountId: clock.newId(),
      email,
      name: request.name,
      passwordHash,
    });
    const personId = createdId ?? (await personStore.findPersonByEmail(transaction, email))?.personId ?? '';
    if (!(await personStore.addRoleRow(transaction, { clientId, personId, role: request.role })))
      throw new PimentoError(problem('already-exists', { kind: 'member', email, clientId }));
    return {
      member: await getMember(transaction, clientId, personId),
      password: createdId === undefined ? null : password,
    };
  });
}

/** Throws if the change would remove or demote the last owner, because only owners can add members. */
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
    await personStore.changeRoleRow(transaction, { clientId, personId, role });
    return getMember(transaction, clientId, personId);
  });
}

/** @throws PimentoError unknown-person, not-possible-now */
export async function removeMember({ database }: MemberDeps, clientId: ClientId, personId: string): Promise<void> {
  await transaction(database, async (transaction) => {
    requireOwnerLeft(await personStore.lockRoles(transaction, clientId), personId);
    await personStore.removeRoleRow(transaction, clientId, personId);
  });
}
