import * as contract from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { openRoute, ownerRoute, personRoute, PimentoError, type Route } from '../platform/index.ts';
import { createKey, type KeyDeps, revokeClientKey, rotateClientKey } from './key-service.ts';
import { keyView, listKeys } from './key-views.ts';
import { addMember, changeMember, removeMember } from './member-service.ts';
import { isFromOwnPage } from './person-rules.ts';
import { findSession, listMembers } from './person-views.ts';
import type { SessionAnswer, Sessions } from './session-service.ts';

const noStore = { 'cache-control': 'no-store' };

/** Sets cookies directly on the reply, because a route result has one string per header and several cookies need a list. */
function setCookies(reply: { header(name: string, value: string[]): unknown }, { cookies }: SessionAnswer): void {
  if (cookies.length > 0) void reply.header('set-cookie', cookies);
}

function sessionRoutes({ database }: KeyDeps, sessions: Sessions): Route[] {
  return [
    openRoute(contract.signIn, async ({ body, request, reply }) => {
      if (!isFromOwnPage(request, sessions.publicUrl))
        throw new PimentoError(problem('forbidden', { kind: 'other-site-sign-in' }));
      const answer = await sessions.signIn(body, request);
      setCookies(reply, answer);
      return { status: 200, headers: noStore, body: answer.session };
    }),
    personRoute(contract.getSession, async ({ caller }) => {
      const session = await findSession(database, caller.personId);
      if (!session) throw new PimentoError(problem('unauthorized', { kind: 'person-gone' }));
      return { status: 200, headers: noStore, body: session };
    }),
    personRoute(contract.signOut, async ({ request, reply }) => {
      setCookies(reply, await sessions.signOut(request));
      return { status: 204 };
    }),
    personRoute(contract.changePassword, async ({ body, request, reply }) => {
      setCookies(reply, await sessions.changePassword(body, request));
      return { status: 204 };
    }),
  ];
}

function ownerRoutes(deps: KeyDeps): Route[] {
  const { database } = deps;
  return [
    ownerRoute(contract.listMembers, async ({ caller }) => ({
      status: 200,
      body: { members: await listMembers(database, caller.clientId) },
    })),
    ownerRoute(contract.addMember, async ({ caller, body }) => ({
      status: 201,
      headers: noStore,
      body: await addMember(deps, caller.clientId, body),
    })),
    ownerRoute(contract.changeMember, async ({ caller, params, body }) => ({
      status: 200,
      body: await changeMember(deps, caller.clientId, params.personId, body.role),
    })),
    ownerRoute(contract.removeMember, async ({ caller, params }) => {
      await removeMember(deps, caller.clientId, params.personId);
      return { status: 204 };
    }),
    ownerRoute(contract.listClientKeys, async ({ caller }) => ({
      status: 200,
      body: { keys: await listKeys(database, { clientId: caller.clientId }) },
    })),
    ownerRoute(contract.createClientKey, async ({ caller, body }) => {
      const key = await createKey(deps, database, { kind: 'client', clientId: caller.clientId, ...body });
      return { status: 201, headers: noStore, body: { ...keyView(key), secret: key.secret } };
    }),
    ownerRoute(contract.revokeClientKey, async ({ caller, params }) => ({
      status: 200,
      body: keyView(await revokeClientKey(deps, caller.clientId, params.keyId)),
    })),
    ownerRoute(contract.rotateClientKey, async ({ caller, params, body }) => {
      const key = await rotateClientKey(deps, caller.clientId, params.keyId, body.graceSeconds);
      return { status: 201, headers: noStore, body: { ...keyView(key), secret: key.secret } };
    }),
  ];
}

/** Creates the routes for signed-in people: their session and, for owners, the members and keys of their client. */
export function peopleRoutes(deps: KeyDeps, sessions: Sessions): Route[] {
  return [...sessionRoutes(deps, sessions), ...ownerRoutes(deps)];
}
