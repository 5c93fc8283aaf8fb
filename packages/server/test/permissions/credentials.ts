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
  /** The client to which the person belongs, or `operators` for an operator. */
  home: 'acme' | 'evil' | 'operators';
  isOperator?: true;
  /**
   * The client in the header `pimento-client`; `unknown` if the header has several values or does not contain the id of an existing client;
   * undefined if there is no header.
   */
  names?: 'acme' | 'evil' | 'unknown';
  /** The role of the person in the client in `names`. */
  role?: Role;
  mustChangePassword?: true;
  /** True if the request appears to come from a page of a different site. */
  isFromOtherSite?: true;
}

/** One kind of credential, in the form in which it is sent. */
export interface Credential {
  name: string;
  headers: [name: string, value: string][];
  /** Undefined if the credential is not valid. */
  identity?: Identity;
  /** True for a variant of a different credential. Only a quarter of the operations are tried with a variant. */
  isVariant?: boolean;
  /** Changes the spelling of a request's path and query. */
  respell?: (path: string) => string;
  /** Changes the method of a request. */
  method?: (method: string) => string;
}

export const bearer = (secret: string): [string, string] => ['authorization', `Bearer ${secret}`];
export const basic = (keyId: string, secret: string): [string, string] => [
  'authorization',
  `Basic ${Buffer.from(`${keyId}:${secret}`).toString('base64')}`,
];
