import { clientHeader, type Operation } from '@pimento/contract';
import { type Caller, type Database, PimentoError, clientIdOf } from '../platform/index.ts';
import { problem } from '@pimento/contract/problem';
import { isFromOwnPage, judgePerson } from './person-rules.ts';
import { findRole } from './person-views.ts';
import type { Sessions } from './session-service.ts';

type Headers = Record<string, string | string[] | undefined>;

/**
 * Returns the caller for a session cookie; undefined if there is no session.
 * @throws PimentoError forbidden, unknown-client
 */
export async function findPersonCaller(
  deps: { database: Database; sessions: Sessions },
  operation: Pick<Operation, 'permission' | 'method'>,
  request: { method: string; headers: Headers },
): Promise<Caller | undefined> {
  const { database, sessions } = deps;
  const person = await sessions.find(request.headers);
  if (!person) return undefined;
  if (!isFromOwnPage(request, sessions.publicUrl)) throw new PimentoError(problem('forbidden', { kind: 'other-site' }));
  const header = request.headers[clientHeader];
  const clientId = typeof header === 'string' && header !== '' ? clientIdOf(header) : undefined;
  const client =
    clientId !== undefined ? { clientId, role: await findRole(database, clientId, person.personId) } : undefined;
  const verdict = judgePerson(person, operation.permission, operation.method, client);
  if ('refusal' in verdict) throw new PimentoError(verdict.refusal);
  return verdict.caller;
}
