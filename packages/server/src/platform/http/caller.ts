import ipaddr from 'ipaddr.js';
import type { ClientId, AdapterId } from '../ids.ts';
import type { KeyScope, Role } from '@pimento/contract';

/**
 * A caller that has access to one client. `actor` is the name recorded in history and jobs: `key:<keyId>`, or `user:<personId>` for a
 * person in the console, who has no key.
 */
export interface ClientCaller {
  kind: 'client';
  actor: string;
  keyId: string | null;
  clientId: ClientId;
  scopes: readonly KeyScope[];
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
/** A signed-in person, independent of a client. */
export interface PersonCaller {
  kind: 'person';
  actor: string;
  personId: string;
  sessionId: string;
  /** True if the session began with a second factor, a passkey or single sign-on. */
  secondFactorUsed: boolean;
}
/** A person who is an owner of the client `clientId`. */
export interface OwnerCaller {
  kind: 'owner';
  actor: string;
  personId: string;
  clientId: ClientId;
  /** True if the session began with a second factor, a passkey or single sign-on. */
  secondFactorUsed: boolean;
}
/**
 * A person with any role in the client `clientId`, for operations on data that belongs to this person alone. Operators have the role owner.
 */
export interface MemberCaller {
  kind: 'member';
  actor: string;
  personId: string;
  clientId: ClientId;
  role: Role;
}
export type Caller = ClientCaller | AdapterCaller | OperatorCaller | PersonCaller | OwnerCaller | MemberCaller;

/** Returns the name under which the requests of a client are counted in shared pools. */
export const clientShareOf = (clientId: ClientId): string => `client ${clientId}`;

/**
 * Returns the name under which a request is counted in a shared pool. This is the client, if the caller has one, and otherwise the adapter
 * or the actor. Without a caller, it is the sender (see `senderOf`).
 */
export function clientShare(caller: Caller | undefined, address: string): string {
  if (!caller) return `address ${senderOf(address)}`;
  switch (caller.kind) {
    case 'client':
    case 'owner':
    case 'member':
      return clientShareOf(caller.clientId);
    case 'adapter':
      return `adapter ${caller.adapterId}`;
    default:
      return caller.actor;
  }
}

/**
 * Returns the sender for which requests from an IP address are counted. For an IPv4 address, even one mapped into IPv6, this is the address
 * itself. For any other IPv6 address it is the /64 network, because one internet connection usually has all addresses of such a network.
 * @returns the text unchanged if it is not an IP address
 */
export function senderOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
