import { deleteAttribute, getAttribute, listAttributes, putAttributes } from '@pimento/contract';
import { clientRoute, type Route } from '../platform/index.ts';
import type { ChangeDeps } from './changes/change-lock-service.ts';
import { deleteDefinition, getDefinition, putDefinitions } from './definition-service.ts';
import { listDefinitions } from './state/definition-list-service.ts';

export function structureRoutes(deps: ChangeDeps): Route[] {
  return [
    clientRoute(putAttributes, async ({ body, caller, signal }) => ({
      status: 200,
      body: await putDefinitions(deps, caller, body, signal),
    })),
    clientRoute(listAttributes, async ({ caller }) => ({
      status: 200,
      body: { attributes: await listDefinitions(deps, caller.clientId) },
    })),
    clientRoute(getAttribute, async ({ params, caller }) => ({
      status: 200,
      body: await getDefinition(deps, caller.clientId, params.attributeId),
    })),
    clientRoute(deleteAttribute, async ({ params, caller }) => {
      await deleteDefinition(deps, caller.clientId, params.attributeId);
      return { status: 204 };
    }),
  ];
}
