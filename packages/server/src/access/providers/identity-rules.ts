import type { Role } from '@pimento/contract';
import type { ClientId } from '../../platform/index.ts';
import type { Identity, IdentityRefusal, ProviderClient, ProviderSettings } from './provider-types.ts';

/** A stored person to whom an identity may belong. */
export interface KnownPerson {
  personId: string;
  email: string;
  isDisabled: boolean;
}

export type IdentityVerdict =
  | { kind: 'linked'; personId: string }
  | { kind: 'link'; personId: string }
  | { kind: 'create'; email: string; name: string }
  | { kind: 'refused'; refusal: IdentityRefusal };

const refused = (refusal: IdentityRefusal): IdentityVerdict => ({ kind: 'refused', refusal });

/** Returns the domain of an e-mail address in lower case, or an empty string if it has none. */
export function domainOf(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '' : email.slice(at + 1).toLowerCase();
}

/** Reads a person's identity from the claims of a provider. Only the boolean `true` counts as a verified e-mail address. */
export function readIdentity(
  claims: Readonly<Record<string, unknown>> & { sub: string },
  groupsClaim: string | null,
): Identity {
  const { sub: subject, email, email_verified: verified, name } = claims;
  const groups = groupsClaim === null ? [] : [claims[groupsClaim] ?? []].flat();
  return {
    subject,
    email: typeof email === 'string' && /^[^\s@]+@[^\s@]+$/.test(email) ? email.toLowerCase() : undefined,
    isEmailVerified: verified === true,
    name: typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 200) : undefined,
    groups: groups.filter((group) => typeof group === 'string'),
  };
}

/**
 * Decides to which person an identity belongs. An e-mail address counts only if the provider has verified it and its domain is one of the
 * provider's domains.
 * @param known.linked the person who signed in with this identity before
 * @param known.sameEmail the person with this e-mail address
 * @param known.isLinkedElsewhere true if `sameEmail` has signed in with a different identity of this provider; the provider has then given
 * the address to a different person
 * @param known.mayCreate true if a new person would have access, through a role or an open invitation
 */
export function judgeIdentity(
  identity: Identity,
  { domains }: Pick<ProviderSettings, 'domains'>,
  known: {
    linked: KnownPerson | undefined;
    sameEmail: KnownPerson | undefined;
    isLinkedElsewhere: boolean;
    mayCreate: boolean;
  },
): IdentityVerdict {
  const { linked, sameEmail } = known;
  if (linked) {
    if (linked.isDisabled) return refused('disabled');
    return domains.includes(domainOf(linked.email))
      ? { kind: 'linked', personId: linked.personId }
      : refused('foreign-domain');
  }
  const { email } = identity;
  if (email === undefined) return refused('no-email');
  if (!identity.isEmailVerified) return refused('email-unverified');
  if (!domains.includes(domainOf(email))) return refused('foreign-domain');
  if (sameEmail) {
    if (sameEmail.isDisabled) return refused('disabled');
    return known.isLinkedElsewhere ? refused('other-identity') : { kind: 'link', personId: sameEmail.personId };
  }
  return known.mayCreate ? { kind: 'create', email, name: identity.name ?? email } : refused('no-access');
}

const rank: Record<Role, number> = { viewer: 1, editor: 2, owner: 3 };

/** Returns the highest role that the person's groups grant in a client. If they grant none, returns the default role (null for no role). */
export function roleOf({ groups, defaultRole }: ProviderClient, identity: Pick<Identity, 'groups'>): Role | null {
  const given = groups.filter(({ group }) => identity.groups.includes(group)).map(({ role }) => role);
  return given.toSorted((a, b) => rank[b] - rank[a])[0] ?? defaultRole;
}

export interface StoredRole {
  clientId: ClientId;
  role: Role;
  /** The provider that granted the role. Null if a person granted it. */
  providerId: string | null;
}

export type RoleChange =
  | { kind: 'add' | 'change'; clientId: ClientId; role: Role }
  | { kind: 'remove'; clientId: ClientId };

/**
 * Decides how a sign-in changes the roles of a person. Only roles that the provider granted are changed or removed. If no groups are
 * configured for a client, a granted role is never changed.
 * @param isNew true if the sign-in has created the person. Only then is the default role granted to a person who has no role in a client,
 * because an owner may have removed a person who exists already.
 */
export function judgeRoles(
  provider: Pick<ProviderSettings, 'clients'> & { providerId: string },
  identity: Pick<Identity, 'groups'>,
  stored: readonly StoredRole[],
  isNew: boolean,
): RoleChange[] {
  const wanted = provider.clients.flatMap((client): RoleChange[] => {
    const { clientId } = client;
    const found = stored.find((one) => one.clientId === clientId);
    const role = roleOf(found || isNew ? client : { ...client, defaultRole: null }, identity);
    if (!found) return role === null ? [] : [{ kind: 'add', clientId, role }];
    if (found.providerId !== provider.providerId || client.groups.length === 0 || found.role === role) return [];
    return [role === null ? { kind: 'remove', clientId } : { kind: 'change', clientId, role }];
  });
  const clients = new Set(provider.clients.map(({ clientId }) => clientId));
  const ended = stored
    .filter(({ clientId, providerId }) => providerId === provider.providerId && !clients.has(clientId))
    .map(({ clientId }): RoleChange => ({ kind: 'remove', clientId }));
  return [...wanted, ...ended];
}
