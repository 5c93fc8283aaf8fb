import { accessOf, clientHeader } from '@pimento/contract';
import { type Caller, type ClientId, type Clock, type Database, PimentoError, clientIdOf } from '../platform/index.ts';
import { problem } from '@pimento/contract/problem';
import { isFromOwnPage, judgePerson, type NamedClient, type NeededAccess } from './people/person-rules.ts';
import { touchRole } from './people/person-store.ts';
import { findRole } from './people/person-views.ts';
import type { Sessions } from './session-service.ts';

type Headers = Record<string, string | string[] | undefined>;

/**
 * Returns the client that a request names, with the role of the person in it, if any. `exists` is false if there is no such client, or if
 * it is being deleted. If the person has a role, records that the person is active in this client, at most every five minutes.
 */
async function openClient(
  { database, clock }: { database: Database; clock: Clock },
  clientId: ClientId,
  personId: string,
): Promise<NamedClient & { exists: boolean }> {
  const found = await findRole(database, clientId, personId);
  const now = clock.now();
  const role = found?.role ?? undefined;
  if (
    found &&
    role !== undefined &&
    (found.lastUsedAt === null || now.getTime() - found.lastUsedAt.getTime() > 300_000)
  )
    await touchRole(database, { clientId, personId }, now);
  return { clientId, role, needsSecondFactor: found?.needsSecondFactor ?? false, exists: found !== undefined };
}

/**
 * Returns the caller for a session cookie.
 * @returns undefined if the request has no cookie of a valid session
 * @throws PimentoError forbidden, unknown-client, second-factor-needed
 */
export async function findPersonCaller(
  deps: { database: Database; clock: Clock; sessions: Sessions },
  operation: NeededAccess,
  request: { method: string; headers: Headers },
): Promise<Caller | undefined> {
  const { sessions } = deps;
  const person = await sessions.find(request.headers);
  if (!person) return undefined;
  if (!isFromOwnPage(request, sessions.publicUrl)) throw new PimentoError(problem('forbidden', { kind: 'other-site' }));
  const header = request.headers[clientHeader];
  const clientId = typeof header === 'string' && header !== '' ? clientIdOf(header) : undefined;
  const client = clientId === undefined ? undefined : await openClient(deps, clientId, person.personId);
  if (client && !client.exists && person.isOperator)
    throw new PimentoError(problem('unknown-client', { kind: 'missing', clientId: client.clientId }));
  const verdict = judgePerson(person, operation.permission, accessOf(operation), client);
  if ('refusal' in verdict) throw new PimentoError(verdict.refusal);
  return verdict.caller;
}
