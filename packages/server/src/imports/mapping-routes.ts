import {
  deleteImportMapping,
  getImportMapping,
  getImportMappingDocument,
  listImportMappings,
  putImportMapping,
  renameImportMapping,
} from '@pimento/contract';
import { clientRoute, isStorableText, nextCursor, pageOf, parseCursor, type Route } from '../platform/index.ts';
import { deleteMapping, getMapping, type MappingDeps, putMapping, renameMapping } from './mappings/mapping-service.ts';
import { listMappings } from './mappings/mapping-views.ts';

export function mappingRoutes(deps: MappingDeps): Route[] {
  const { database } = deps;
  return [
    clientRoute(listImportMappings, async ({ query, caller }) => {
      const { limit, fingerprint, startingAfter } = query;
      const page = { after: parseCursor(startingAfter, isStorableText), limit: limit + 1, fingerprint };
      const { rows: mappings, hasMore } = pageOf(await listMappings(database, caller.clientId, page), limit);
      return { status: 200, body: { mappings, hasMore, next: nextCursor(hasMore, mappings.at(-1)?.name) } };
    }),
    clientRoute(getImportMapping, async ({ params, query, caller }) => ({
      status: 200,
      body: await getMapping(database, caller.clientId, params.name, query.version),
    })),
    clientRoute(getImportMappingDocument, async ({ params, query, caller }) => {
      const { document } = await getMapping(database, caller.clientId, params.name, query.version);
      return { status: 200, body: document };
    }),
    clientRoute(putImportMapping, async ({ params, query, body, caller }) => ({
      status: 200,
      body: await putMapping(deps, caller, params.name, { document: body, expectedVersion: query.expectedVersion }),
    })),
    clientRoute(renameImportMapping, async ({ params, query, body, caller }) => ({
      status: 200,
      body: await renameMapping(deps, caller, params.name, { to: body.name, expectedVersion: query.expectedVersion }),
    })),
    clientRoute(deleteImportMapping, async ({ params, query, caller }) => {
      await deleteMapping(deps, caller, params.name, query.expectedVersion);
      return { status: 204 };
    }),
  ];
}
