import { exportMapping, importMapping } from './mapping/copy-service.ts';
import { publishMapping, versionView } from './mapping/publish-service.ts';
import * as contract from '@pimento/contract';
import { clientRoute, pageOf, type Route } from '../platform/index.ts';
import { checkMapping, type MappingDeps } from './mapping/check-service.ts';
import { requireChannel } from './mapping/client-facts-service.ts';
import { restoreMapping } from './mapping/draft-service.ts';
import { findPublished, listPublished } from './mapping/mapping-views.ts';
import { keyOf } from './mapping-key-rules.ts';

/** Creates the routes that check, publish, list, restore and copy mappings. */
export function versionRoutes(deps: MappingDeps): Route[] {
  const { database } = deps;
  return [
    clientRoute(contract.checkMapping, async ({ caller, params, body }) => ({
      status: 200,
      body: await checkMapping(deps, keyOf(caller, params), body.mapping),
    })),
    clientRoute(contract.publishMapping, async ({ caller, params, body }) => {
      const { comment, expectedRevision, expectedStandardVersion } = body;
      const request = { comment, expectedRevision, expectedStandardVersion, actor: caller.actor };
      return { status: 200, body: await publishMapping(deps, keyOf(caller, params), request) };
    }),
    clientRoute(contract.listMappingVersions, async ({ caller, params, query }) => {
      const key = keyOf(caller, params);
      await requireChannel(database, key);
      const current = await findPublished(database, key);
      const found = await listPublished(database, key, { limit: query.limit + 1, before: query.startingAfter });
      const { rows, hasMore } = pageOf(found, query.limit);
      const last = rows.at(-1);
      const versions = rows.map((row) => versionView(row, row.version === current?.version));
      return { status: 200, body: { versions, hasMore, next: hasMore && last ? String(last.version) : null } };
    }),
    clientRoute(contract.restoreMapping, async ({ caller, params, query }) => ({
      status: 200,
      body: await restoreMapping(database, keyOf(caller, params), params.version, { actor: caller.actor, ...query }),
    })),
    clientRoute(contract.exportMapping, async ({ caller, params, query }) => ({
      status: 200,
      body: await exportMapping(database, keyOf(caller, params), query.version),
    })),
    clientRoute(contract.importMapping, async ({ caller, params, query, body }) => ({
      status: 200,
      body: await importMapping(deps, keyOf(caller, params), body, { actor: caller.actor, ...query }),
    })),
  ];
}
