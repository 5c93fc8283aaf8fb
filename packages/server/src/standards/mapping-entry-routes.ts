import * as contract from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { clientRoute, cursorOf, pageOf, parseCursor, PimentoError, type Route } from '../platform/index.ts';
import type { MappingDeps } from './mapping/check-service.ts';
import { requireChannel } from './mapping/client-facts-service.ts';
import { findMapping, listEntries } from './mapping/mapping-views.ts';
import { suggestMapping } from './suggestions/suggestion-service.ts';
import { keyOf } from './mapping-key-rules.ts';

const unknownMap = (map: string) => new PimentoError(problem('unknown-mapping', { kind: 'map', map }));

/** Creates the routes that suggest attributes and list the entries of a value map. */
export function entryRoutes(deps: MappingDeps): Route[] {
  const { database } = deps;
  return [
    clientRoute(contract.listMappingSuggestions, async ({ caller, params, query }) => ({
      status: 200,
      body: await suggestMapping(deps, keyOf(caller, params), query.target),
    })),
    clientRoute(contract.listMapEntries, async ({ caller, params, query }) => {
      const key = keyOf(caller, params);
      await requireChannel(database, key);
      const draft = await findMapping(database, key, 0);
      const maps = draft?.document.maps ?? {};
      const map = Object.hasOwn(maps, params.mapId) ? maps[params.mapId] : undefined;
      if (map === undefined) throw unknownMap(params.mapId);
      const after = parseCursor(query.startingAfter, () => true);
      const owner = { ...key, kind: 'map' as const, ownerId: params.mapId };
      const found = await listEntries(database, owner, { version: 0, limit: query.limit + 1, after });
      const { rows, hasMore } = pageOf(found, query.limit);
      const last = rows.at(-1);
      const entries = rows.map(({ source, target }) => ({ value: source, to: target }));
      const next = hasMore && last ? cursorOf(last.source) : null;
      return { status: 200, body: { entries, ignoreCase: map.ignoreCase ?? false, hasMore, next } };
    }),
  ];
}
