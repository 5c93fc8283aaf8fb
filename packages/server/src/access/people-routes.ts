import * as contract from '@pimento/contract';
import { operatorRoute, type Route } from '../platform/index.ts';
import { originOf } from './link-routes.ts';
import { inviteMember, type LinkDeps } from './people/invitation-service.ts';
import { createPasswordLink } from './people/password-link-service.ts';
import {
  changePerson,
  createOperator,
  deletePerson,
  endPersonSessions,
  pageOfPeople,
  removeSecondFactor,
} from './people/people-service.ts';
import { noStore } from './session-routes.ts';

/** Creates the routes that operators use to manage the people of the installation. */
export function operatorPeopleRoutes(deps: LinkDeps & { publicUrl: string | undefined }): Route[] {
  return [
    operatorRoute(contract.listPeople, async ({ query }) => ({
      status: 200,
      body: await pageOfPeople(deps.database, query),
    })),
    operatorRoute(contract.inviteToClient, async ({ caller, body, request }) => ({
      status: 201,
      headers: noStore,
      body: await inviteMember(deps, body.clientId, body, originOf(deps, caller, request)),
    })),
    operatorRoute(contract.createOperator, async ({ caller, body, request }) => ({
      status: 201,
      headers: noStore,
      body: await createOperator(deps, body, originOf(deps, caller, request)),
    })),
    operatorRoute(contract.changePerson, async ({ params, body }) => ({
      status: 200,
      body: await changePerson(deps, params.personId, body),
    })),
    operatorRoute(contract.deletePerson, async ({ params }) => {
      await deletePerson(deps, params.personId);
      return { status: 204 };
    }),
    operatorRoute(contract.endPersonSessions, async ({ params }) => {
      await endPersonSessions(deps, params.personId);
      return { status: 204 };
    }),
    operatorRoute(contract.removeSecondFactor, async ({ params }) => {
      await removeSecondFactor(deps, params.personId);
      return { status: 204 };
    }),
    operatorRoute(contract.createPasswordLink, async ({ caller, params, request }) => ({
      status: 201,
      headers: noStore,
      body: await createPasswordLink(deps, params.personId, originOf(deps, caller, request)),
    })),
  ];
}
