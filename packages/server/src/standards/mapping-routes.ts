import { putCategoryRules } from './mapping/category-rules-service.ts';
import { putTargetMapping, updateMapEntries } from './mapping/draft-entry-service.ts';
import { deleteLookup, putMappingTable, updateTableRows } from './mapping/table-service.ts';
import * as contract from '@pimento/contract';
import { clientRoute, type Route } from '../platform/index.ts';
import type { MappingDeps } from './mapping/check-service.ts';
import { putMapping } from './mapping/draft-service.ts';
import { getStoredMapping } from './mapping/mapping-reading-service.ts';
import { keyOf } from './mapping-key-rules.ts';
import { versionRoutes } from './mapping-version-routes.ts';
import { entryRoutes } from './mapping-entry-routes.ts';

/** Creates the routes that read and change drafts. */
function draftRoutes(deps: MappingDeps): Route[] {
  const { database } = deps;
  return [
    clientRoute(contract.getMapping, async ({ caller, params, query }) => ({
      status: 200,
      body: await getStoredMapping(database, keyOf(caller, params), query.version),
    })),
    clientRoute(contract.putMapping, async ({ caller, params, query, body }) => ({
      status: 200,
      body: await putMapping(database, keyOf(caller, params), body, { actor: caller.actor, ...query }),
    })),
    clientRoute(contract.putTargetMapping, async ({ caller, params, body }) => {
      const change = { entries: body.entries, expected: body.expected, actor: caller.actor };
      return { status: 200, body: await putTargetMapping(database, keyOf(caller, params), params.target, change) };
    }),
    clientRoute(contract.updateMapEntries, async ({ caller, params, body }) => {
      const { entries = {}, expected, ignoreCase } = body;
      const change = { entries, expected, ignoreCase, actor: caller.actor };
      return { status: 200, body: await updateMapEntries(database, keyOf(caller, params), params.mapId, change) };
    }),
  ];
}

/** Creates the routes that change lookup tables and category rules, and remove value maps. */
function lookupRoutes({ database }: MappingDeps): Route[] {
  return [
    clientRoute(contract.putMappingTable, async ({ caller, params, query, body }) => ({
      status: 200,
      body: await putMappingTable(database, keyOf(caller, params), params.tableId, body, {
        actor: caller.actor,
        ...query,
      }),
    })),
    clientRoute(contract.updateTableRows, async ({ caller, params, body }) => ({
      status: 200,
      body: await updateTableRows(database, keyOf(caller, params), params.tableId, { ...body, actor: caller.actor }),
    })),
    clientRoute(contract.deleteMappingTable, async ({ caller, params }) => {
      const owner = { ...keyOf(caller, params), kind: 'table' as const, ownerId: params.tableId };
      return { status: 200, body: await deleteLookup(database, owner, caller.actor) };
    }),
    clientRoute(contract.deleteValueMap, async ({ caller, params }) => {
      const owner = { ...keyOf(caller, params), kind: 'map' as const, ownerId: params.mapId };
      return { status: 200, body: await deleteLookup(database, owner, caller.actor) };
    }),
    clientRoute(contract.putCategoryRules, async ({ caller, params, body }) => ({
      status: 200,
      body: await putCategoryRules(database, keyOf(caller, params), { ...body, actor: caller.actor }),
    })),
  ];
}

/** Creates the routes that clients use to map their attributes to a data standard. */
export function mappingRoutes(deps: MappingDeps): Route[] {
  return [...draftRoutes(deps), ...lookupRoutes(deps), ...entryRoutes(deps), ...versionRoutes(deps)];
}
