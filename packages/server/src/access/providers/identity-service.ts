import { type Clock, type Database, describeAct, type Transaction, transaction } from '../../platform/index.ts';
import * as linkStore from '../people/link-store.ts';
import * as personStore from '../people/person-store.ts';
import { type IdentityVerdict, judgeIdentity, judgeRoles, roleOf } from './identity-rules.ts';
import * as identityStore from './identity-store.ts';
import type { Identity, IdentityRefusal, ProviderRow } from './provider-types.ts';

interface IdentityDeps {
  database: Database;
  clock: Clock;
}

export type Admission = { personId: string } | { refusal: IdentityRefusal };

/** Finds the person to whom an identity belongs, and decides whether the person may sign in. */
async function findPerson(
  { clock }: IdentityDeps,
  transaction: Transaction,
  provider: ProviderRow,
  identity: Identity,
): Promise<IdentityVerdict> {
  const { providerId } = provider;
  const { email, subject } = identity;
  const linked = await identityStore.findLinkedPerson(transaction, providerId, subject);
  const sameEmail =
    email === undefined
      ? undefined
      : await identityStore.findPersonByEmail(transaction, { providerId, subject }, email);
  const hasRole = provider.clients.some((client) => roleOf(client, identity) !== null);
  const mayCreate =
    hasRole || (email !== undefined && (await identityStore.hasInvitation(transaction, email, clock.now())));
  const isLinkedElsewhere = sameEmail?.isLinkedElsewhere ?? false;
  return judgeIdentity(identity, provider, { linked, sameEmail, isLinkedElsewhere, mayCreate });
}

/**
 * Grants, changes and removes the roles that the provider manages. Default roles are granted only to a person whom this sign-in has
 * created, because an owner may have removed a person who exists already.
 */
async function updateRoles(
  transaction: Transaction,
  provider: ProviderRow,
  identity: Identity,
  { personId, isNew }: { personId: string; isNew: boolean },
): Promise<void> {
  const { providerId } = provider;
  const stored = await identityStore.lockRolesOfPerson(transaction, personId);
  const changes = judgeRoles(provider, identity, stored, isNew);
  if (changes.length === 0) return;
  await personStore.lockPerson(transaction, { personId });
  await identityStore.applyRoleChanges(transaction, { personId, providerId }, changes);
  await linkStore.deletePasswordLink(transaction, personId);
  const noOwner = changes.filter((change) => change.kind === 'remove' || change.role !== 'owner');
  for (const { clientId } of noOwner) await linkStore.deleteLinksBy(transaction, `user:${personId}`, clientId);
}

/** Returns true if a person who signs in has any access, as an operator, as a member, or through an open invitation. */
async function hasAccess({ clock }: IdentityDeps, transaction: Transaction, personId: string): Promise<boolean> {
  const person = await personStore.lockPerson(transaction, { personId });
  if (!person) return false;
  if (person.isOperator || (await personStore.hasRole(transaction, personId))) return true;
  return identityStore.hasInvitation(transaction, person.email, clock.now());
}

/** @returns undefined if a concurrent sign-in has just created the same person or identity */
async function tryAdmit(
  deps: IdentityDeps,
  transaction: Transaction,
  provider: ProviderRow,
  identity: Identity,
): Promise<Admission | undefined> {
  const { providerId } = provider;
  const verdict = await findPerson(deps, transaction, provider, identity);
  if (verdict.kind === 'refused') return { refusal: verdict.refusal };
  const personId = verdict.kind === 'create' ? deps.clock.newId() : verdict.personId;
  if (verdict.kind === 'create') {
    const { email, name } = verdict;
    const isCreated = await personStore.createPersonRow(transaction, { personId, email, name, isOperator: false });
    if (!isCreated) return undefined;
  }
  if (verdict.kind !== 'linked') {
    const account = { accountId: deps.clock.newId(), personId, providerId, subject: identity.subject };
    if (!(await identityStore.linkIdentity(transaction, account))) return undefined;
  }
  await updateRoles(transaction, provider, identity, { personId, isNew: verdict.kind === 'create' });
  describeAct({ actor: `user:${personId}` });
  if (await hasAccess(deps, transaction, personId)) return { personId };
  await linkStore.deleteLogin(transaction, personId); // a person without access to any client keeps no password, passkey or session
  return { refusal: 'no-access' };
}

/**
 * Finds or creates the person that a provider identifies, and updates the roles that the provider manages. Roles that owners or operators
 * granted are kept. If the person no longer has access, deletes the person's login.
 * @returns the person, or the reason why the person is refused
 */
export async function admit(deps: IdentityDeps, provider: ProviderRow, identity: Identity): Promise<Admission> {
  for (let tries = 0; tries < 3; tries += 1) {
    const admission = await transaction(deps.database, (opened) => tryAdmit(deps, opened, provider, identity));
    if (admission) return admission;
  }
  throw new Error('the person of a sign-in was created and deleted at the same time again and again');
}
