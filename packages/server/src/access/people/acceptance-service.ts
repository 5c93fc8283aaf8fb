import type { Role } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { type Clock, PimentoError, type Transaction, transaction, describeAct } from '../../platform/index.ts';
import { hashPassword, hashSecret } from '../credentials/access-secrets.ts';
import { requireStrongPassword } from '../credentials/password-service.ts';
import { type LinkDeps, unknownLink } from './invitation-service.ts';
import * as invitationStore from './invitation-store.ts';
import { findInvitation } from './invitation-views.ts';
import * as linkStore from './link-store.ts';
import * as personStore from './person-store.ts';

// Each transaction in this file locks the person before the invitation. The removal of a member uses the same order, so that no deadlock
// can occur.

/** Returns the data that the holder of an invitation link may read. @throws PimentoError unknown-link */
export async function openInvitation(
  { database, clock }: Pick<LinkDeps, 'database' | 'clock'>,
  secret: string,
): Promise<{ clientName: string; email: string; name: string; role: Role }> {
  const invitation = await findInvitation(database, hashSecret(secret), clock.now());
  if (!invitation) throw unknownLink();
  return invitation;
}

/**
 * Finds or creates the invited person. Refuses a person who can already sign in, because the holder of the link could otherwise take over
 * the login.
 * @returns the id of the person
 * @throws PimentoError not-possible-now (the person can already sign in, is an operator or is disabled)
 */
async function prepareNewcomer(
  transaction: Transaction,
  clock: Clock,
  newcomer: { email: string; name: string },
): Promise<string> {
  const personId = clock.newId();
  if (await personStore.createPersonRow(transaction, { ...newcomer, personId, isOperator: false })) return personId;
  const known = await personStore.lockPerson(transaction, { email: newcomer.email });
  if (!known || known.hasLogin || known.isOperator || known.isDisabled)
    throw new PimentoError(problem('not-possible-now', { kind: 'known-person' }));
  await personStore.renamePerson(transaction, known.personId, newcomer.name);
  return known.personId;
}

/**
 * Accepts an invitation for a person who cannot sign in to this installation yet. Sets the password and grants the role.
 * @returns the e-mail address to sign in with
 * @throws PimentoError unknown-link, weak-password, not-possible-now (the person can already sign in, is an operator or is disabled)
 */
export async function acceptInvitation(
  deps: LinkDeps,
  request: { secret: string; name: string; password: string },
): Promise<string> {
  const { database, clock } = deps;
  const { secret, name, password } = request;
  const { email } = await openInvitation(deps, secret);
  await requireStrongPassword(password, { email, name });
  const passwordHash = await hashPassword(password);
  return transaction(database, async (transaction) => {
    const personId = await prepareNewcomer(transaction, clock, { email, name });
    const invitation = await invitationStore.takeInvitation(transaction, hashSecret(secret), clock.now());
    if (invitation?.email !== email) throw unknownLink();
    describeAct({ actor: `user:${personId}`, clientId: invitation.clientId, after: { email, role: invitation.role } });
    await personStore.savePassword(transaction, { personId, accountId: clock.newId(), passwordHash });
    await personStore.addRoleRow(transaction, { clientId: invitation.clientId, personId, role: invitation.role });
    return email;
  });
}

/**
 * Accepts an invitation for a signed-in person. The person's e-mail address must be the invited one.
 * @throws PimentoError unknown-link, forbidden
 */
export async function joinClient({ database, clock }: LinkDeps, personId: string, secret: string): Promise<void> {
  await transaction(database, async (transaction) => {
    const person = await personStore.lockPerson(transaction, { personId });
    const invitation = await invitationStore.takeInvitation(transaction, hashSecret(secret), clock.now());
    if (!invitation) throw unknownLink();
    const { clientId, email, role } = invitation;
    if (person?.email !== email) throw new PimentoError(problem('forbidden', { kind: 'other-person', email }));
    describeAct({ clientId, after: { email, role } });
    await linkStore.deletePasswordLink(transaction, personId);
    await personStore.addRoleRow(transaction, { clientId, personId, role });
  });
}
