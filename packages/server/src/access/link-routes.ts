import * as contract from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import type { FastifyRequest } from 'fastify';
import { openRoute, personRoute, PimentoError, type Route } from '../platform/index.ts';
import { acceptInvitation, joinClient, openInvitation } from './people/acceptance-service.ts';
import type { LinkDeps, LinkOrigin } from './people/invitation-service.ts';
import { openPasswordLink, requestPasswordLink, setPassword } from './people/password-link-service.ts';
import { findSession } from './people/person-views.ts';
import { isFromOwnPage } from './people/person-rules.ts';
import { noStore, setCookies } from './session-routes.ts';
import type { Sessions } from './session-service.ts';

type Request = Pick<FastifyRequest, 'protocol' | 'host'>;

export const baseUrlOf = ({ publicUrl }: { publicUrl: string | undefined }, { protocol, host }: Request) =>
  publicUrl ?? `${protocol}://${host}`;

/** Returns the actor that creates a link, and the base URL of the link. */
export function originOf(
  deps: { publicUrl: string | undefined },
  { actor }: { actor: string },
  request: Request,
): LinkOrigin {
  return { actor, baseUrl: baseUrlOf(deps, request) };
}

export function requireOwnPage(request: FastifyRequest, publicUrl: string | undefined): void {
  if (!isFromOwnPage(request, publicUrl)) throw new PimentoError(problem('forbidden', { kind: 'other-site-sign-in' }));
}

function invitationRoutes(deps: LinkDeps, sessions: Sessions): Route[] {
  return [
    openRoute(contract.openInvitation, async ({ body }) => ({
      status: 200,
      headers: noStore,
      body: await openInvitation(deps, body.secret),
    })),
    openRoute(contract.acceptInvitation, async ({ body, request, reply }) => {
      requireOwnPage(request, sessions.publicUrl);
      await sessions.requirePassword((await openInvitation(deps, body.secret)).email);
      const email = await acceptInvitation(deps, body);
      const answer = await sessions.signIn({ email, password: body.password }, request);
      if (!answer.session) throw new Error('a person who has just set the first password has no second factor');
      setCookies(reply, answer);
      return { status: 200, headers: noStore, body: answer.session };
    }),
    personRoute(contract.joinClient, async ({ caller, body }) => {
      await joinClient(deps, caller.personId, body.secret);
      return {
        status: 200,
        headers: noStore,
        body: await findSession(deps.database, caller.personId, caller.secondFactorUsed),
      };
    }),
  ];
}

function passwordRoutes(deps: LinkDeps, sessions: Sessions): Route[] {
  return [
    openRoute(contract.openPasswordLink, async ({ body }) => ({
      status: 200,
      headers: noStore,
      body: await openPasswordLink(deps, body.secret),
    })),
    openRoute(contract.setPassword, async ({ body, request }) => {
      requireOwnPage(request, sessions.publicUrl);
      await setPassword(deps, body.secret, body.password);
      return { status: 204 };
    }),
    openRoute(contract.requestPasswordLink, async ({ body, request }) => {
      requireOwnPage(request, sessions.publicUrl);
      await requestPasswordLink(deps, { ...body, requester: request.ip }, baseUrlOf(sessions, request));
      return { status: 202 };
    }),
  ];
}

/** Creates the routes for opening and using invitation links and password links, and for requesting a new password. */
export function linkRoutes(deps: LinkDeps, sessions: Sessions): Route[] {
  return [...invitationRoutes(deps, sessions), ...passwordRoutes(deps, sessions)];
}
