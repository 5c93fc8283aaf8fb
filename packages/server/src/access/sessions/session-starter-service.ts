import type { Database } from '../../platform/index.ts';
import * as sessionStore from './session-store.ts';
import { hashToken } from './session-token-service.ts';
import { libraryHeaders, type RequestFacts, type SessionAnswer } from './session-types.ts';
import type { SignInLibrary } from './sign-in-service.ts';

/** Starts sessions for people who have proved their identity without a password. */
export interface SessionStarter {
  start(personId: string, method: sessionStore.SignInMethod, facts: RequestFacts): Promise<SessionAnswer>;
}

export function createSessionStarter(database: Database, library: () => SignInLibrary): SessionStarter {
  return {
    async start(personId, method, facts) {
      const answer = await library().api.startSession({
        body: { personId },
        headers: libraryHeaders(facts),
        returnHeaders: true,
      });
      await sessionStore.recordSignIn(database, hashToken(answer.response.token), method);
      return { cookies: answer.headers.getSetCookie() };
    },
  };
}
