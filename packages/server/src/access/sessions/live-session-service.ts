import type { OpenSession } from '@pimento/contract';
import { transaction } from '../../platform/index.ts';
import type { SignedIn } from '../people/person-rules.ts';
import * as sessionStore from './session-store.ts';
import { libraryHeaders, type RequestFacts, type SessionAnswer, type SessionDeps } from './session-types.ts';
import { findSessionPerson, listSessions } from './session-views.ts';
import { sessionCookie, type SignInLibrarySource } from './sign-in-service.ts';

export interface LiveSessions {
  /** Returns the person for a session cookie. @returns undefined if there is no cookie, the session has ended or the person is disabled */
  find(headers: RequestFacts['headers']): Promise<SignedIn | undefined>;
  list(session: { personId: string; sessionId: string }): Promise<OpenSession[]>;
  end(personId: string, sessionId: string): Promise<void>;
  /** Ends all sessions of a person, including the session of the request. */
  endAll(personId: string, facts: RequestFacts): Promise<SessionAnswer>;
}

const usualIdleMs = 24 * 3_600_000;

export function createLiveSessions(deps: SessionDeps, library: SignInLibrarySource): LiveSessions {
  const { database, clock, idleMs = usualIdleMs } = deps;
  const idleSince = () => new Date(clock.now().getTime() - idleMs);
  return {
    async find(headers) {
      const { cookie } = headers;
      if (typeof cookie !== 'string' || !cookie.includes(`${sessionCookie}=`)) return undefined;
      const { api } = await library();
      const found = await api.getSession({ headers: libraryHeaders({ headers }) });
      if (!found) return undefined;
      const session = await findSessionPerson(database, found.session.id, idleSince());
      if (!session) return undefined;
      const now = clock.now();
      if (now.getTime() - session.lastUsedAt.getTime() > 60_000)
        await sessionStore.touchSession(database, session.sessionId, now);
      return session;
    },
    list: (session) => listSessions(database, session, { now: clock.now(), idleSince: idleSince() }),
    end: (personId, sessionId) =>
      transaction(database, (opened) => sessionStore.deleteSession(opened, personId, sessionId)),
    async endAll(personId, facts) {
      await transaction(database, (opened) => sessionStore.deleteAllSessions(opened, personId, clock.now()));
      const answer = await (await library()).api.signOut({ headers: libraryHeaders(facts), asResponse: true });
      return { cookies: answer.headers.getSetCookie() };
    },
  };
}
