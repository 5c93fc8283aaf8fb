import type { Session } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { type Clock, type Database, PimentoError } from '../platform/index.ts';
import type { SignedIn } from './person-rules.ts';
import { findPerson, findSession } from './person-views.ts';
import { lazySignInLibrary, sessionCookie } from './sign-in-library.ts';
import { countFailures, forgetFailures, noteFailures } from './sign-in-store.ts';

export interface SessionDeps {
  database: Database;
  clock: Clock;
  /** Where people reach this service, where that is configured. */
  publicUrl: string | undefined;
}

/** What a request carries about where it comes from. */
export interface RequestFacts {
  headers: Record<string, string | string[] | undefined>;
  ip: string;
}

export interface Sessions {
  readonly publicUrl: string | undefined;
  /** The person whose session cookie this is; undefined where there is none, or it is over. */
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
  /** Set-Cookie headers. */
  cookies: string[];
}

const windowMs = 15 * 60_000;
const mostPerEmail = 10;
const mostPerAddress = 50;

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
  const { database, clock, publicUrl } = deps;
  const library = lazySignInLibrary(database, publicUrl);

  async function requirePatience(tried: readonly [string, string]): Promise<void> {
    const failures = await countFailures(database, tried, new Date(clock.now().getTime() - windowMs));
    const [email, address] = tried.map((name) => failures.get(name) ?? 0);
    if ((email ?? 0) < mostPerEmail && (address ?? 0) < mostPerAddress) return;
    throw new PimentoError(
      problem('too-many-requests', { kind: 'sign-ins' }),
      {},
      { 'retry-after': String(windowMs / 1000) },
    );
  }

  async function noteFailure(tried: readonly string[]): Promise<void> {
    const now = clock.now();
    const failures = tried.map((name) => ({ failureId: clock.newId(), tried: name }));
    await noteFailures(database, failures, now, new Date(now.getTime() - windowMs));
  }

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
      await requirePatience(tried);
      const { api } = await library();
      const answer = await api.signInEmail({
        body: { email: name, password },
        headers: libraryHeaders(facts),
        asResponse: true,
      });
      if (answer.status >= 500)
        throw new Error(`the sign-in library answered ${answer.status}: ${await answer.text()}`);
      if (!answer.ok) {
        await noteFailure(tried);
        throw refused('wrong');
      }
      await forgetFailures(database, tried[0]);
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
