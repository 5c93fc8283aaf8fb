import type { Operation } from '@pimento/contract';
import type { Credential, Identity, PersonIdentity } from './credentials.ts';
import type { Entry, Objects } from './permission-entry.ts';

/** The outcome that the contract requires for a request: refused with a status, or permitted as the victim or as a stranger. */
export type Expectation = { refused: number } | { permitted: 'victim' | 'stranger' };

const refused = (status: number): Expectation => ({ refused: status });
const permitted = (isVictim: boolean): Expectation => ({ permitted: isVictim ? 'victim' : 'stranger' });

/** Returns true if the permission to read is enough, because the operation only reads, whatever its method. */
const reads = ({ method, writesNothing }: Operation): boolean => method === 'GET' || writesNothing === true;

function expectForClient(operation: Operation, person: PersonIdentity): Expectation {
  const { permission } = operation;
  if (person.names === undefined) return refused(403);
  const role = person.isOperator ? 'owner' : person.role;
  if (role === undefined) return refused(404);
  const isEnough =
    permission.who === 'member' ||
    (permission.who === 'owner' ? role === 'owner' : role !== 'viewer' || reads(operation));
  return isEnough ? permitted(person.names === 'acme') : refused(403);
}

function expectForPerson(operation: Operation, person: PersonIdentity): Expectation {
  const { permission, method } = operation;
  if (person.isFromOtherSite && method !== 'GET') return refused(403);
  if (person.isOperator && person.names === 'unknown') return refused(404);
  if (person.mustChangePassword && permission.who !== 'person') return refused(403);
  switch (permission.who) {
    case 'person':
      return permitted(person.home !== 'evil');
    case 'operator':
      return person.isOperator ? permitted(true) : refused(403);
    case 'client':
    case 'owner':
    case 'member':
      return expectForClient(operation, person);
    default:
      return refused(403);
  }
}

function expectForKey(operation: Operation, identity: Exclude<Identity, PersonIdentity>): Expectation {
  const { permission } = operation;
  // keys are refused, because they do not belong to a person
  if (permission.who === 'person' || permission.who === 'owner' || permission.who === 'member') return refused(401);
  if (identity.kind !== permission.who) return refused(403);
  if (identity.kind === 'adapter') return permitted(identity.adapterId === 'shop');
  if (identity.kind !== 'client' || permission.who !== 'client') return permitted(true);
  const half = `${permission.scope}:${reads(operation) ? 'read' : 'write'}`;
  const isGranted = identity.scopes.some((scope) => scope === permission.scope || scope === half);
  return isGranted ? permitted(identity.clientId === 'acme') : refused(403);
}

/** Returns what the contract requires for a request with a credential. Implements the rules a second time, independently of the service. */
export function expectationOf(operation: Operation, { identity }: Credential): Expectation {
  if (operation.permission.who === 'anyone') return permitted(false);
  if (!identity) return refused(401);
  return identity.kind === 'person' ? expectForPerson(operation, identity) : expectForKey(operation, identity);
}

/** Returns the statuses that are allowed for a permitted request of a stranger. */
export function strangerStatuses(operation: Operation, entry: Entry, objects: Objects): number[] {
  // some open operations check the origin, or the cookie of an unfinished sign-in
  if (operation.permission.who === 'anyone') return [entry.ok, 401, 403];
  if (entry.foreign !== undefined) return [entry.foreign];
  const generated = new Set(Object.values(objects));
  const names = Object.values(entry.params?.(objects) ?? {});
  return names.some((name) => generated.has(name)) ? [404] : [entry.ok, 404, 409];
}
