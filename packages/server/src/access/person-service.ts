import { clientHeader, type Operation, type Role } from '@pimento/contract';
import { type Caller, type ClientId, type Clock, type Database, PimentoError, clientIdOf } from '../platform/index.ts';
import { problem } from '@pimento/contract/problem';
import { findClient } from './people/client-store.ts';
import { isFromOwnPage, judgePerson } from './people/person-rules.ts';
import { touchRole } from './people/person-store.ts';
import { findRole } from './people/person-views.ts';
import type { Sessions } from './session-service.ts';

type Headers = Record<string, string | string[] | undefined>;

/** Returns the role of a person in a client, and records that the person is active there. */
async function useRole(
  { database, clock }: { database: Database; clock: Clock },
  clientId: ClientId,
  personId: string,
): Promise<Role | undefined> {
  const found = await findRole(database, clientId, personId);
  const now = clock.now();
  if (found && (found.lastUsedAt === null || now.getTime() - found.lastUsedAt.getTime() > 300_000))
    await touchRole(database, { clientId, personId }, now);
  return found?.role;
}

/**
 * Returns the caller for a session cookie; undefined if there is no session.
 * @throws PimentoError forbidden, unknown-client
 */
export async function findPersonCaller(
  deps: { database: Database; clock: Clock; sessions: Sessions },
  operation: Pick<Operation, 'permission' | 'method'>,
  request: { method: string; headers: Headers },
): Promise<Caller | undefined> {
  const { sessions } = deps;
  const person = await sessions.find(request.headers);
  if (!person) return undefined;
  if (!isFromOwnPage(request, sessions.publicUrl)) throw new PimentoError(problem('forbidden', { kind: 'other-site' }));
  const header = request.headers[clientHeader];
  const clientId = typeof header === 'string' && header !== '' ? clientIdOf(header) : undefined;
  const client =
    clientId !== undefined ? { clientId, role: await useRole(deps, clientId, person.personId) } : undefined;
  if (client && client.role === undefined && person.isOperator && !(await findClient(deps.database, client.clientId)))
    throw new PimentoError(problem('unknown-client', { kind: 'missing', clientId: client.clientId }));
  const verdict = judgePerson(person, operation.permission, operation.method, client);
  if ('refusal' in verdict) throw new PimentoError(verdict.refusal);
  return verdict.caller;
}
