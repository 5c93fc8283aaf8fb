import * as contract from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import type { FastifyRequest } from 'fastify';
import { openRoute, personRoute, PimentoError, type Route } from '../platform/index.ts';
import { baseUrlOf, requireOwnPage } from './link-routes.ts';
import type { PasskeySite } from './passkeys/passkey-types.ts';
import { noStore, setCookies } from './session-routes.ts';
import type { Sessions } from './session-service.ts';

/** Creates the routes for managing a person's own passkeys, and for signing in with a passkey. */
export function passkeyRoutes(sessions: Sessions): Route[] {
  const { passkeys } = sessions;
  const siteOf = (request: FastifyRequest): PasskeySite => ({
    origin: new URL(sessions.publicUrl ?? request.headers.origin ?? baseUrlOf(sessions, request)).origin,
  });
  return [
    personRoute(contract.listPasskeys, async ({ caller }) => ({
      status: 200,
      headers: noStore,
      body: { passkeys: await passkeys.list(caller.personId) },
    })),
    personRoute(contract.startPasskey, async ({ caller, request, reply }) => {
      const started = await passkeys.startAdding(caller, siteOf(request));
      setCookies(reply, started);
      return { status: 200, headers: noStore, body: { options: started.options } };
    }),
    personRoute(contract.createPasskey, async ({ body, caller, request, reply }) => {
      const added = await passkeys.add(caller, body, request, siteOf(request));
      setCookies(reply, added);
      return { status: 201, headers: noStore, body: added.passkey };
    }),
    personRoute(contract.renamePasskey, async ({ body, caller, params }) => ({
      status: 200,
      body: await passkeys.rename(caller.personId, params.passkeyId, body.name),
    })),
    personRoute(contract.deletePasskey, async ({ caller, params }) => {
      await passkeys.remove(caller.personId, params.passkeyId);
      return { status: 204 };
    }),
    openRoute(contract.startPasskeySignIn, async ({ request, reply }) => {
      requireOwnPage(request, sessions.publicUrl);
      const started = await passkeys.startSignIn(siteOf(request));
      setCookies(reply, started);
      return { status: 200, headers: noStore, body: { options: started.options } };
    }),
    openRoute(contract.signInWithPasskey, async ({ body, request, reply }) => {
      requireOwnPage(request, sessions.publicUrl);
      const answer = await passkeys.signIn(body.response, request, siteOf(request));
      const session = await sessions.view(answer.personId, true);
      if (!session) throw new PimentoError(problem('sign-in-failed', { kind: 'person-gone' }));
      setCookies(reply, answer);
      return { status: 200, headers: noStore, body: session };
    }),
  ];
}
