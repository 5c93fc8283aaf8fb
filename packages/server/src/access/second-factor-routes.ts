import * as contract from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { type Database, openRoute, personRoute, PimentoError, type Route } from '../platform/index.ts';
import { hasSecondFactor } from './people/person-views.ts';
import { isFromOwnPage } from './people/person-rules.ts';
import { noStore, setCookies } from './session-routes.ts';
import type { Sessions } from './session-service.ts';

/** Creates the routes for entering a code of the second factor, turning the second factor on and off, and replacing the recovery codes. */
export function secondFactorRoutes({ database }: { database: Database }, sessions: Sessions): Route[] {
  const { secondFactor } = sessions;
  return [
    openRoute(contract.enterCode, async ({ body, request, reply }) => {
      if (!isFromOwnPage(request, sessions.publicUrl))
        throw new PimentoError(problem('forbidden', { kind: 'other-site-sign-in' }));
      const answer = await secondFactor.enter(body, request);
      setCookies(reply, answer);
      return { status: 200, headers: noStore, body: answer.session };
    }),
    personRoute(contract.getSecondFactor, async ({ caller }) => ({
      status: 200,
      body: { isOn: await hasSecondFactor(database, caller.personId) },
    })),
    personRoute(contract.startSecondFactor, async ({ body, request }) => ({
      status: 201,
      headers: noStore,
      body: await secondFactor.start(body.password, request),
    })),
    personRoute(contract.confirmSecondFactor, async ({ body, request, reply }) => {
      setCookies(reply, await secondFactor.confirm(body.code, request));
      return { status: 204 };
    }),
    personRoute(contract.replaceRecoveryCodes, async ({ body, request }) => ({
      status: 201,
      headers: noStore,
      body: { recoveryCodes: await secondFactor.replaceRecoveryCodes(body.password, request) },
    })),
    personRoute(contract.endSecondFactor, async ({ body, caller, request, reply }) => {
      setCookies(reply, await secondFactor.end(body.password, request, caller.personId));
      return { status: 204 };
    }),
  ];
}
