import type { Session } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { type Clock, type Database, PimentoError } from '../platform/index.ts';
import type { SignedIn } from './person-rules.ts';
import { findPerson, findSession } from './person-views.ts';
import { lazySignInLibrary, sessionCookie } from './sign-in-service.ts';
import { recordFailure, requireFewFailures } from './sign-in-failure-service.ts';
import { deleteFailures } from './sign-in-store.ts';

export interface SessionDeps {
  database: Database;
  clock: Clock;
  /** The URL at which users reach this service; undefined if not configured. */
  publicUrl: string | undefined;
}

/** The parts of a request that identify its sender. */
export interface RequestFacts {
  headers: Record<string, string | string[] | undefined>;
  ip: string;
}

export interface Sessions {
  readonly publicUrl: string | undefined;
  /** Returns the person for a session cookie; undefined if there is no cookie or the session has ended. */
  find(headers: RequestFacts['headers']): Promise<SignedIn | undefined>;
  /** @throws PimentoError sign-in-failed, too-many-requests */
  signIn(
    credential: { email: string; password: string },
    facts: RequestFacts,
  ): Promise<SessionAnswer & { session: Session }>;
  signOut(facts: RequestFacts): Promise<SessionAnswer>;
  /** @throws PimentoError sign-in-failed */
  changePassword(change: { currentPassword: string; newPassword: string }, facts: RequestFacts): Promise<SessionAnswer>;
}

export interface SessionAnswer {
  /** `Set-Cookie` headers. */
  cookies: string[];
}

function libraryHeaders({ headers, ip }: Partial<RequestFacts> & Pick<RequestFacts, 'headers'>): Headers {
  const given = new Headers();
  for (const name of ['cookie', 'user-agent']) {
    const value = headers[name];
    if (typeof value === 'string') given.set(name, value);
  }
  if (ip !== undefined) given.set('x-forwarded-for', ip);
  return given;
}

const refused = (kind: 'wrong' | 'person-gone' | 'old-password') =>
  new PimentoError(problem('sign-in-failed', { kind }));

export function createSessions(deps: SessionDeps): Sessions {
  const { database, publicUrl } = deps;
  const library = lazySignInLibrary(database, publicUrl);

  return {
    publicUrl,
    async find(headers) {
      const { cookie } = headers;
      if (typeof cookie !== 'string' || !cookie.includes(`${sessionCookie}=`)) return undefined;
      const { api } = await library();
      const found = await api.getSession({ headers: libraryHeaders({ headers }) });
      if (!found) return undefined;
      const personId = found.user.id;
      const person = await findPerson(database, personId);
      return person && { personId, isOperator: person.isOperator };
    },
    async signIn({ email, password }, facts) {
      const name = email.trim().toLowerCase();
      const tried = [`email:${name}`, `address:${facts.ip}`] as const;
      await requireFewFailures(deps, tried);
      const { api } = await library();
      const answer = await api.signInEmail({
        body: { email: name, password },
        headers: libraryHeaders(facts),
        asResponse: true,
      });
      if (answer.status >= 500)
        throw new Error(`the sign-in library answered ${answer.status}: ${await answer.text()}`);
      if (!answer.ok) {
        await recordFailure(deps, tried);
        throw refused('wrong');
      }
      await deleteFailures(database, tried[0]);
      const { user } = (await answer.json()) as { user: { id: string } }; // as the library documents its answer
      const session = await findSession(database, user.id);
      if (!session) throw refused('person-gone');
      return { session, cookies: answer.headers.getSetCookie() };
    },
    async signOut(facts) {
      const { api } = await library();
      const answer = await api.signOut({ headers: libraryHeaders(facts), asResponse: true });
      return { cookies: answer.headers.getSetCookie() };
    },
    async changePassword(change, facts) {
      const { api } = await library();
      const answer = await api.changePassword({
        body: { ...change, revokeOtherSessions: true },
        headers: libraryHeaders(facts),
        asResponse: true,
      });
      if (!answer.ok) throw refused('old-password');
      return { cookies: answer.headers.getSetCookie() };
    },
  };
}
