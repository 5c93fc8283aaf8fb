import type { Role } from '@pimento/contract';
import type { ClientId } from '../../platform/index.ts';

/** A client in which an identity provider grants roles to people. */
export interface ProviderClient {
  clientId: ClientId;
  /** The role of a person who is in none of `groups`. Null for no role. */
  defaultRole: Role | null;
  groups: { group: string; role: Role }[];
}

export interface ProviderSettings {
  name: string;
  issuer: string;
  oidcClientId: string;
  domains: string[];
  groupsClaim: string | null;
  listed: boolean;
  required: boolean;
  clients: ProviderClient[];
}

export interface ProviderRow extends ProviderSettings {
  providerId: string;
  sealedSecret: string;
  createdAt: Date;
  updatedAt: Date;
}

/** The data that an identity provider supplies about a person. */
export interface Identity {
  subject: string;
  email: string | undefined;
  isEmailVerified: boolean;
  name: string | undefined;
  groups: readonly string[];
}

/** The reason why a person who has signed in at the provider is refused. */
export type IdentityRefusal =
  | 'no-email'
  | 'email-unverified'
  | 'foreign-domain'
  | 'disabled'
  | 'no-access'
  | 'other-identity';
