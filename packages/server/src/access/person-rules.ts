import { clientScopes, type Operation, type Permission, type Role, type ProblemParams } from '@pimento/contract';
import type { Caller, ClientId } from '../platform/index.ts';
import { type CodedProblem, problem } from '@pimento/contract/problem';

/** A person as a request sees them. */
export interface SignedIn {
  personId: string;
  isOperator: boolean;
}

export type Verdict = { caller: Caller } | { refusal: CodedProblem<'forbidden' | 'unknown-client'> };

const forbidden = (params: ProblemParams['forbidden']): Verdict => ({ refusal: problem('forbidden', params) });

/** What a person may do for one client; an operator is an owner everywhere. */
function judgeForClient(
  person: SignedIn,
  permission: Permission & { who: 'client' | 'owner' },
  method: Operation['method'],
  client: { clientId: ClientId; role: Role | undefined },
): Verdict {
  const { clientId } = client;
  const role = person.isOperator ? 'owner' : client.role;
  const actor = `user:${person.personId}`;
  if (role === undefined) return { refusal: problem('unknown-client', { kind: 'not-a-member', clientId }) };
  if (permission.who === 'owner') {
    return role === 'owner'
      ? { caller: { kind: 'owner', actor, personId: person.personId, clientId } }
      : forbidden({ kind: 'owner', clientId, role });
  }
  if (role === 'viewer' && method !== 'GET') return forbidden({ kind: 'viewer', clientId });
  return { caller: { kind: 'client', actor, keyId: null, clientId, scopes: clientScopes } };
}

/**
 * Who a signed-in person is to an operation.
 * @param client the one that the request names, with the person's role there; undefined where it names none
 */
export function judgePerson(
  person: SignedIn,
  permission: Permission,
  method: Operation['method'],
  client: { clientId: ClientId; role: Role | undefined } | undefined,
): Verdict {
  const actor = `user:${person.personId}`;
  switch (permission.who) {
    case 'person':
      return { caller: { kind: 'person', actor, personId: person.personId } };
    case 'operator':
      return person.isOperator ? { caller: { kind: 'operator', actor, keyId: null } } : forbidden({ kind: 'operator' });
    case 'client':
    case 'owner':
      return client ? judgeForClient(person, permission, method, client) : forbidden({ kind: 'client-header' });
    default:
      return forbidden({ kind: 'adapter-key' });
  }
}

const writes: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * True where a request cannot come from a page of another site. Browsers say where a request comes from: in Sec-Fetch-Site over HTTPS and
 * on this machine, in Origin with every write.
 * @param publicUrl where people reach this service, where that is known: a proxy may have changed Host
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
