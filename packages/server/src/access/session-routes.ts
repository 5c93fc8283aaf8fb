import * as contract from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { type Database, longRoute, openRoute, personRoute, PimentoError, type Route } from '../platform/index.ts';
import { findSession } from './people/person-views.ts';
import { isFromOwnPage } from './people/person-rules.ts';
import type { Sessions } from './session-service.ts';
import type { SessionAnswer } from './sessions/session-types.ts';

export const noStore = { 'cache-control': 'no-store' };

/** Sets cookies directly on the reply, because a route result has one string per header and several cookies need a list. */
export function setCookies(
  reply: { header(name: string, value: string[]): unknown },
  { cookies }: SessionAnswer,
): void {
  if (cookies.length > 0) void reply.header('set-cookie', cookies);
}

/** Creates the routes for signing in and out, and for the user's own sessions and password. */
export function sessionRoutes({ database }: { database: Database }, sessions: Sessions): Route[] {
  return [
    longRoute(
      openRoute(contract.signIn, async ({ body, request, reply }) => {
        if (!isFromOwnPage(request, sessions.publicUrl))
          throw new PimentoError(problem('forbidden', { kind: 'other-site-sign-in' }));
        const answer = await sessions.signIn(body, request);
        setCookies(reply, answer);
        return answer.session
          ? { status: 200, headers: noStore, body: answer.session }
          : { status: 202, headers: noStore, body: { needsCode: true } };
      }),
    ),
    personRoute(contract.getSession, async ({ caller }) => {
      const session = await findSession(database, caller.personId, caller.secondFactorUsed);
      if (!session) throw new PimentoError(problem('unauthorized', { kind: 'person-gone' }));
      return { status: 200, headers: noStore, body: session };
    }),
    personRoute(contract.signOut, async ({ request, reply }) => {
      setCookies(reply, await sessions.signOut(request));
      return { status: 204 };
    }),
    longRoute(
      personRoute(contract.changePassword, async ({ body, caller, request, reply }) => {
        setCookies(reply, await sessions.changePassword(body, request, caller.personId));
        return { status: 204 };
      }),
    ),
    personRoute(contract.listSessions, async ({ caller }) => ({
      status: 200,
      headers: noStore,
      body: { sessions: await sessions.list(caller) },
    })),
    personRoute(contract.endSession, async ({ caller, params }) => {
      await sessions.end(caller.personId, params.sessionId);
      return { status: 204 };
    }),
    personRoute(contract.endAllSessions, async ({ caller, request, reply }) => {
      setCookies(reply, await sessions.endAll(caller.personId, request));
      return { status: 204 };
    }),
  ];
}
