import type { KeyScope } from '@pimento/contract';

export type Role = 'owner' | 'editor' | 'viewer';

/** The caller that a valid credential authenticates. */
export type Identity =
  | { kind: 'client'; clientId: 'acme' | 'evil'; scopes: readonly KeyScope[] }
  | { kind: 'adapter'; adapterId: 'shop' | 'elsewhere' }
  | { kind: 'operator' }
  | PersonIdentity;

export interface PersonIdentity {
  kind: 'person';
  /** The client that the person belongs to; `operators` for an operator. */
  home: 'acme' | 'evil' | 'operators';
  isOperator?: true;
  /** The client in the header `pimento-client`; `unknown` if the header has several values or no id of a client. */
  names?: 'acme' | 'evil' | 'unknown';
  /** The role of the person in this client. */
  role?: Role;
  mustChangePassword?: true;
  /** True if the request seems to come from a page of another site. */
  isFromOtherSite?: true;
}

/** One kind of credential, as it is sent. */
export interface Credential {
  name: string;
  headers: [name: string, value: string][];
  /** Undefined if the credential is not valid. */
  identity?: Identity;
  /** True for a variant of another credential. Variants are tried on only a quarter of the operations. */
  isVariant?: boolean;
  /** Changes the path and query of a request. */
  respell?: (path: string) => string;
  /** Changes the method of a request. */
  method?: (method: string) => string;
}

export const bearer = (secret: string): [string, string] => ['authorization', `Bearer ${secret}`];
export const basic = (keyId: string, secret: string): [string, string] => [
  'authorization',
  `Basic ${Buffer.from(`${keyId}:${secret}`).toString('base64')}`,
];
