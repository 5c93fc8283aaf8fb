import { problem } from '@pimento/contract/problem';
import { type ClientId, PimentoError, type Transaction, transaction, describeAct } from '../../platform/index.ts';
import { hashPassword, hashSecret, makeSecret } from '../credentials/access-secrets.ts';
import { requireStrongPassword } from '../credentials/password-service.ts';
import { passwordMail } from '../mail/mail-text-rules.ts';
import { type LinkDeps, type LinkOrigin, tooManyMails, unknownLink } from './invitation-service.ts';
import { findPasswordLink } from './invitation-views.ts';
import { linkExpiry, linkOf } from './link-rules.ts';
import { forgetAttempts } from '../sign-in/sign-in-attempt-store.ts';
import * as linkStore from './link-store.ts';
import * as personStore from './person-store.ts';
import { listRoles } from './person-views.ts';

export interface PasswordLink {
  /** Null if the link was sent by e-mail. */
  link: string | null;
  expires: string;
}

/**
 * Stores a new password link for a person in the given transaction, and an e-mail with the link if a mail server is configured.
 * @throws PimentoError too-many-requests
 */
export async function issuePasswordLink(
  { clock, mailer }: LinkDeps,
  transaction: Transaction,
  { personId, email }: { personId: string; email: string },
  { actor, baseUrl }: LinkOrigin,
): Promise<PasswordLink> {
  const secret = makeSecret('link');
  const link = linkOf(baseUrl, 'password', secret);
  const now = clock.now();
  const expiresAt = linkExpiry(now);
  await linkStore.savePasswordLink(transaction, {
    personId,
    secretHash: hashSecret(secret),
    createdBy: actor,
    now,
    expiresAt,
  });
  if (mailer && (await mailer.enqueue(transaction, email, passwordMail(email, link))) === undefined)
    throw tooManyMails();
  return { link: mailer ? null : link, expires: expiresAt.toISOString() };
}

/**
 * Creates a password link for any person, on behalf of an operator.
 * @throws PimentoError unknown-person, not-possible-now, too-many-requests
 */
export async function createPasswordLink(deps: LinkDeps, personId: string, origin: LinkOrigin): Promise<PasswordLink> {
  const answer = await transaction(deps.database, async (transaction) => {
    const person = await personStore.lockPerson(transaction, { personId });
    if (!person) throw new PimentoError(problem('unknown-person', { personId, clientId: null }));
    if (person.isDisabled) throw new PimentoError(problem('not-possible-now', { kind: 'person-disabled' }));
    return issuePasswordLink(deps, transaction, person, origin);
  });
  deps.mailer?.wake();
  return answer;
}

/**
 * Creates a password link for a member of a client, on behalf of an owner. The holder of the link can sign in as the person. Without a mail
 * server, the link is returned to the owner, but only if the person has no permissions outside of this client. With a mail server, the link
 * is sent only to the person.
 * @throws PimentoError unknown-person, not-possible-now, too-many-requests
 */
export async function createMemberPasswordLink(
  deps: LinkDeps,
  clientId: ClientId,
  personId: string,
  origin: LinkOrigin,
): Promise<PasswordLink> {
  const answer = await transaction(deps.database, async (transaction) => {
    const person = await personStore.lockPerson(transaction, { personId });
    const roles = await listRoles(transaction, personId);
    if (!person || !roles.some((role) => role.clientId === clientId))
      throw new PimentoError(problem('unknown-person', { personId, clientId }));
    if (person.isDisabled || (!deps.mailer && (person.isOperator || roles.length > 1)))
      throw new PimentoError(problem('not-possible-now', { kind: 'person-elsewhere' }));
    return issuePasswordLink(deps, transaction, person, origin);
  });
  deps.mailer?.wake();
  return answer;
}

/**
 * Sends a link to a person who has forgotten the password. If the person does not exist, is disabled or has no password, the function takes
 * the same steps without sending an e-mail. Therefore, neither the response nor its duration reveals whether the person exists. Requests
 * beyond the limits of the mailer are ignored.
 * @throws PimentoError not-possible-now (no mail server is configured)
 */
export async function requestPasswordLink(
  deps: LinkDeps,
  request: { email: string; requester: string },
  baseUrl: string,
): Promise<void> {
  const { database, mailer } = deps;
  if (!mailer) throw new PimentoError(problem('not-possible-now', { kind: 'no-mail' }));
  const email = request.email.trim().toLowerCase();
  await transaction(database, async (transaction) => {
    const person = await personStore.lockPerson(transaction, { email });
    const canSignIn = person !== undefined && !person.isDisabled && person.hasPassword;
    const secret = makeSecret('link');
    const mail = canSignIn ? passwordMail(email, linkOf(baseUrl, 'password', secret)) : undefined;
    const mailId = await mailer.enqueue(transaction, email, mail, request.requester);
    if (mailId === undefined || !canSignIn) return;
    const now = deps.clock.now();
    await linkStore.savePasswordLink(transaction, {
      personId: person.personId,
      secretHash: hashSecret(secret),
      createdBy: `user:${person.personId}`,
      now,
      expiresAt: linkExpiry(now),
    });
  });
  mailer.wake();
}

/** @throws PimentoError unknown-link */
export async function openPasswordLink(
  { database, clock }: Pick<LinkDeps, 'database' | 'clock'>,
  secret: string,
): Promise<{ email: string; name: string }> {
  const person = await findPasswordLink(database, hashSecret(secret), clock.now());
  if (!person) throw unknownLink();
  return { email: person.email, name: person.name };
}

/**
 * Sets a password with a link, ends all sessions of the person, and deletes the counts of the person's failed sign-ins.
 * @throws PimentoError unknown-link, weak-password
 */
export async function setPassword({ database, clock }: LinkDeps, secret: string, password: string): Promise<void> {
  const secretHash = hashSecret(secret);
  const found = await findPasswordLink(database, secretHash, clock.now());
  if (!found) throw unknownLink();
  const { personId } = found;
  await requireStrongPassword(password, found);
  const passwordHash = await hashPassword(password);
  await transaction(database, async (transaction) => {
    // locks the person first, in the same order as `createPasswordLink`
    const person = await personStore.lockPerson(transaction, { personId });
    const taken = await linkStore.takePasswordLink(transaction, secretHash, clock.now());
    if (!person || person.isDisabled || taken !== personId) throw unknownLink();
    describeAct({ actor: `user:${personId}`, object: personId });
    await personStore.savePassword(transaction, { personId, accountId: clock.newId(), passwordHash });
    await linkStore.deleteSessions(transaction, personId);
    await forgetAttempts(transaction, person);
  });
}
