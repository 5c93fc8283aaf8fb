import type { Database } from '../../platform/index.ts';
import * as sessionStore from './session-store.ts';
import { hashToken } from './session-token-rules.ts';
import { libraryHeaders, type RequestFacts, type SessionAnswer } from './session-types.ts';
import type { SignInLibrarySource } from './sign-in-service.ts';

/** Starts sessions for people who have proved their identity without a password. */
export interface SessionStarter {
  start(personId: string, method: sessionStore.SignInMethod, facts: RequestFacts): Promise<SessionAnswer>;
}

export function createSessionStarter(database: Database, library: SignInLibrarySource): SessionStarter {
  return {
    async start(personId, method, facts) {
      const answer = await (
        await library()
      ).api.startSession({
        body: { personId },
        headers: libraryHeaders(facts),
        returnHeaders: true,
      });
      await sessionStore.recordSignIn(database, hashToken(answer.response.token), method);
      return { cookies: answer.headers.getSetCookie() };
    },
  };
}
