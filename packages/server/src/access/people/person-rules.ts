import {
  keyScopes,
  type Operation,
  type Permission,
  type Role,
  type ProblemParams,
  type ScopeAccess,
} from '@pimento/contract';
import type { Caller, ClientId } from '../../platform/index.ts';
import { type CodedProblem, problem } from '@pimento/contract/problem';

/** The parts of an operation that determine who may call it. */
export type NeededAccess = Pick<Operation, 'permission' | 'method' | 'writesNothing'>;

export interface SignedIn {
  personId: string;
  sessionId: string;
  isOperator: boolean;
  /** True if the person must still replace their first password, because others may have seen it. */
  mustChangePassword: boolean;
  /** True if the person signed in with a code, a passkey or an identity provider. */
  secondFactorUsed: boolean;
}

export interface NamedClient {
  clientId: ClientId;
  /** The role of the person. Undefined if they are not a member. */
  role: Role | undefined;
  needsSecondFactor: boolean;
}

export type Verdict =
  | { caller: Caller }
  | { refusal: CodedProblem<'forbidden' | 'unknown-client' | 'second-factor-needed'> };

const forbidden = (params: ProblemParams['forbidden']): Verdict => ({ refusal: problem('forbidden', params) });

/** Decides whether a person may run an operation for one client. Operators have the permissions of an owner for every client. */
function judgeForClient(
  person: SignedIn,
  permission: Permission & { who: 'client' | 'owner' | 'member' },
  access: ScopeAccess,
  client: NamedClient,
): Verdict {
  const { clientId } = client;
  const role = person.isOperator ? 'owner' : client.role;
  const actor = `user:${person.personId}`;
  if (role === undefined) return { refusal: problem('unknown-client', { kind: 'not-a-member', clientId }) };
  if (client.needsSecondFactor && !person.secondFactorUsed)
    return { refusal: problem('second-factor-needed', { clientId }) };
  if (permission.who === 'member')
    return { caller: { kind: 'member', actor, personId: person.personId, clientId, role } };
  if (permission.who === 'owner') {
    return role === 'owner'
      ? {
          caller: {
            kind: 'owner',
            actor,
            personId: person.personId,
            clientId,
            secondFactorUsed: person.secondFactorUsed,
          },
        }
      : forbidden({ kind: 'owner', clientId, role });
  }
  if (role === 'viewer' && access === 'write') return forbidden({ kind: 'viewer', clientId });
  return { caller: { kind: 'client', actor, keyId: null, clientId, scopes: keyScopes } };
}

/**
 * Returns the caller for an operation that a signed-in person requests, or the reason for a refusal.
 * @param client the client named in the request; undefined if the request names no client
 */
export function judgePerson(
  person: SignedIn,
  permission: Permission,
  access: ScopeAccess,
  client: NamedClient | undefined,
): Verdict {
  const { personId, sessionId, secondFactorUsed } = person;
  const actor = `user:${personId}`;
  if (person.mustChangePassword && permission.who !== 'person') return forbidden({ kind: 'password-change' });
  switch (permission.who) {
    case 'person':
      return { caller: { kind: 'person', actor, personId, sessionId, secondFactorUsed } };
    case 'operator':
      return person.isOperator ? { caller: { kind: 'operator', actor, keyId: null } } : forbidden({ kind: 'operator' });
    case 'client':
    case 'owner':
    case 'member':
      return client ? judgeForClient(person, permission, access, client) : forbidden({ kind: 'client-header' });
    default:
      return forbidden({ kind: 'adapter-key' });
  }
}

const writes: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Returns true for a read, and for a write that comes from a page of Pimento. Returns false for a write without Sec-Fetch-Site and Origin.
 * Browsers send Sec-Fetch-Site over HTTPS and on localhost, and Origin with every write.
 * @param publicUrl the URL at which users reach Pimento, if configured; needed because a proxy may have changed Host
 */
export function isFromOwnPage(
  request: { method: string; headers: Record<string, string | string[] | undefined> },
  publicUrl: string | undefined,
): boolean {
  if (!writes.has(request.method)) return true;
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  if (typeof origin !== 'string' || !URL.canParse(origin)) return false;
  const from = new URL(origin);
  return from.host === host || (publicUrl !== undefined && from.origin === new URL(publicUrl).origin);
}
