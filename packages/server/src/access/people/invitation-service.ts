import type { Invitation, Role } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import {
  type ClientId,
  type Clock,
  type Connection,
  type Database,
  PimentoError,
  type Transaction,
  transaction,
  describeAct,
} from '../../platform/index.ts';
import { lockUsableClient } from './client-store.ts';
import { hashSecret, makeSecret } from '../credentials/access-secrets.ts';
import { invitationMail } from '../mail/mail-text-rules.ts';
import { type Mailer, maxMailsPerDay } from '../mail/mail-types.ts';
import * as invitationStore from './invitation-store.ts';
import { isMember, listInvitations } from './invitation-views.ts';
import { linkExpiry, linkOf } from './link-rules.ts';

export interface LinkDeps {
  database: Database;
  clock: Clock;
  /** Undefined if no mail server is configured. Links are then returned in the response instead of being sent by e-mail. */
  mailer: Mailer | undefined;
}

/** The creator of a link, and the base URL of the console that the link opens. */
export interface LinkOrigin {
  actor: string;
  baseUrl: string;
}

const maxOpenInvitations = 200;

export const unknownLink = () => new PimentoError(problem('unknown-link', { kind: 'used' }));
export const tooManyMails = () =>
  new PimentoError(
    problem('too-many-requests', { kind: 'mails', max: maxMailsPerDay }),
    {},
    { 'retry-after': String(24 * 3600) },
  );

async function sendInvitation(
  transaction: Transaction,
  mailer: Mailer | undefined,
  invitation: { clientName: string; email: string; link: string },
): Promise<string | null> {
  if (!mailer) return null;
  const { clientName, email, link } = invitation;
  const mailId = await mailer.enqueue(transaction, email, invitationMail(email, clientName, link));
  if (mailId === undefined) throw tooManyMails();
  return mailId;
}

async function getInvitation(
  connection: Connection,
  clientId: ClientId,
  now: Date,
  email: string,
): Promise<Invitation> {
  const [invitation] = await listInvitations(connection, clientId, now, email);
  if (!invitation) throw new Error('an invitation that was just stored was not found');
  return invitation;
}

/**
 * Invites an e-mail address to a client. The response does not depend on whether a person with this address exists outside of this client.
 * @throws PimentoError unknown-client, already-exists, not-possible-now, too-many-requests
 */
export async function inviteMember(
  { database, clock, mailer }: LinkDeps,
  clientId: ClientId,
  request: { email: string; name?: string | undefined; role: Role },
  { actor, baseUrl }: LinkOrigin,
): Promise<{ invitation: Invitation; link: string | null; expires: string }> {
  const email = request.email.toLowerCase();
  const secret = makeSecret('link');
  const link = linkOf(baseUrl, 'invitation', secret);
  const now = clock.now();
  const expiresAt = linkExpiry(now);
  const invitation = await transaction(database, async (transaction) => {
    const client = await lockUsableClient(transaction, clientId);
    if (!client) throw new PimentoError(problem('unknown-client', { kind: 'missing', clientId }));
    if (await isMember(transaction, clientId, email))
      throw new PimentoError(problem('already-exists', { kind: 'member', email, clientId }));
    if ((await invitationStore.countOpenInvitations(transaction, clientId, now)) >= maxOpenInvitations)
      throw new PimentoError(problem('not-possible-now', { kind: 'too-many-invitations', max: maxOpenInvitations }));
    const mailId = await sendInvitation(transaction, mailer, { clientName: client.name, email, link });
    const invitationId = clock.randomId();
    describeAct({ object: invitationId });
    await invitationStore.saveInvitation(transaction, {
      clientId,
      email,
      invitationId,
      secretHash: hashSecret(secret),
      name: request.name ?? '',
      role: request.role,
      invitedBy: actor,
      mailId,
      isMailed: mailer !== undefined,
      now,
      expiresAt,
    });
    return getInvitation(transaction, clientId, now, email);
  });
  mailer?.wake();
  return { invitation, link: mailer ? null : link, expires: expiresAt.toISOString() };
}

/** @throws PimentoError unknown-link */
export async function cancelInvitation(
  { database }: Pick<LinkDeps, 'database'>,
  clientId: ClientId,
  invitationId: string,
): Promise<void> {
  const isDeleted = await transaction(database, (opened) =>
    invitationStore.deleteInvitation(opened, clientId, invitationId),
  );
  if (!isDeleted) throw new PimentoError(problem('unknown-link', { kind: 'cancelled' }));
}
