import * as contract from '@pimento/contract';
import { ownerRoute, type Route } from '../platform/index.ts';
import { addKey, type KeyDeps, revokeClientKey, rotateClientKey } from './keys/key-service.ts';
import { withSecret } from './key-routes.ts';
import { getKey, listKeys } from './keys/key-views.ts';
import { cancelInvitation, inviteMember, type LinkDeps } from './people/invitation-service.ts';
import { listInvitations } from './people/invitation-views.ts';
import { changeMember, removeMember } from './people/member-service.ts';
import { createMemberPasswordLink } from './people/password-link-service.ts';
import { listMembers } from './people/person-views.ts';
import { noStore } from './session-routes.ts';
import { originOf } from './link-routes.ts';

export interface MemberDeps extends LinkDeps, KeyDeps {
  publicUrl: string | undefined;
}

function peopleRoutes(deps: MemberDeps): Route[] {
  const { database, clock } = deps;
  return [
    ownerRoute(contract.listMembers, async ({ caller }) => ({
      status: 200,
      body: { members: await listMembers(database, caller.clientId) },
    })),
    ownerRoute(contract.changeMember, async ({ caller, params, body }) => ({
      status: 200,
      body: await changeMember(deps, caller.clientId, params.personId, body.role),
    })),
    ownerRoute(contract.removeMember, async ({ caller, params }) => {
      await removeMember(deps, caller.clientId, params.personId);
      return { status: 204 };
    }),
    ownerRoute(contract.createMemberPasswordLink, async ({ caller, params, request }) => {
      const origin = originOf(deps, caller, request);
      const link = await createMemberPasswordLink(deps, caller.clientId, params.personId, origin);
      return { status: 201, headers: noStore, body: link };
    }),
    ownerRoute(contract.listInvitations, async ({ caller }) => ({
      status: 200,
      body: { invitations: await listInvitations(database, caller.clientId, clock.now()) },
    })),
    ownerRoute(contract.inviteMember, async ({ caller, body, request }) => ({
      status: 201,
      headers: noStore,
      body: await inviteMember(deps, caller.clientId, body, originOf(deps, caller, request)),
    })),
    ownerRoute(contract.cancelInvitation, async ({ caller, params }) => {
      await cancelInvitation(deps, caller.clientId, params.invitationId);
      return { status: 204 };
    }),
  ];
}

function keyRoutes(deps: KeyDeps): Route[] {
  const { database } = deps;
  return [
    ownerRoute(contract.listClientKeys, async ({ caller }) => ({
      status: 200,
      body: { keys: await listKeys(database, { clientId: caller.clientId }) },
    })),
    ownerRoute(contract.createClientKey, async ({ caller, body }) => {
      const { clientId, actor } = caller;
      const key = await addKey(deps, { kind: 'client', clientId, createdBy: actor, ...body });
      return { status: 201, headers: noStore, body: await withSecret(deps, key) };
    }),
    ownerRoute(contract.revokeClientKey, async ({ caller, params }) => ({
      status: 200,
      body: await getKey(database, (await revokeClientKey(deps, caller.clientId, params.keyId)).keyId),
    })),
    ownerRoute(contract.rotateClientKey, async ({ caller, params, body }) => {
      const key = await rotateClientKey(deps, caller.clientId, params.keyId, { ...body, actor: caller.actor });
      return { status: 201, headers: noStore, body: await withSecret(deps, key) };
    }),
  ];
}

/** Creates the routes that owners use to manage the members, invitations and keys of their client. */
export function ownerRoutes(deps: MemberDeps): Route[] {
  return [...peopleRoutes(deps), ...keyRoutes(deps)];
}
