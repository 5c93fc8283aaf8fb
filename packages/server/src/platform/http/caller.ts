import type { ClientId, AdapterId } from '../ids.ts';
import type { ClientScope } from '@pimento/contract';

/**
 * Who is calling, after the credential was found to be right. `actor` is what history and jobs remember: `key:<keyId>`, or
 * `user:<personId>` where a person works through the console; then there is no key.
 */
export interface ClientCaller {
  kind: 'client';
  actor: string;
  keyId: string | null;
  clientId: ClientId;
  scopes: readonly ClientScope[];
}
export interface AdapterCaller {
  kind: 'adapter';
  actor: string;
  keyId: string;
  adapterId: AdapterId;
}
export interface OperatorCaller {
  kind: 'operator';
  actor: string;
  keyId: string | null;
}
/** Someone who is signed in, for whatever client. */
export interface PersonCaller {
  kind: 'person';
  actor: string;
  personId: string;
}
/** A person who is an owner of this client. */
export interface OwnerCaller {
  kind: 'owner';
  actor: string;
  personId: string;
  clientId: ClientId;
}
export type Caller = ClientCaller | AdapterCaller | OperatorCaller | PersonCaller | OwnerCaller;
