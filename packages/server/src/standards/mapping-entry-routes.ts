import * as contract from '@pimento/contract';
import { functionFacts } from '@pimento/formula/editor';
import { clientRoute, cursorOf, openRoute, pageOf, parseCursor, type Route } from '../platform/index.ts';
import type { MappingDeps } from './mapping/check-service.ts';
import { requireChannel } from './mapping/client-facts-service.ts';
import { requireMap, requireTable } from './mapping/lookup-rules.ts';
import { findMapping, listEntries, listRows } from './mapping/mapping-views.ts';
import { suggestMapping } from './suggestions/suggestion-service.ts';
import { keyOf } from './mapping-key-rules.ts';

const formulaFunctions = {
  functions: functionFacts.map(({ parameters, aliases, ...facts }) => ({
    ...facts,
    aliases: [...aliases],
    parameters: parameters.map(({ choices, ...parameter }) => ({ ...parameter, choices: [...choices] })),
  })),
};

/** Creates the routes that suggest attributes, list functions, and list the entries of a value map and the rows of a table. */
export function entryRoutes(deps: MappingDeps): Route[] {
  const { database } = deps;
  return [
    clientRoute(contract.listMappingSuggestions, async ({ caller, params, query }) => ({
      status: 200,
      body: await suggestMapping(deps, keyOf(caller, params), query.target),
    })),
    openRoute(contract.listFormulaFunctions, () => ({ status: 200, body: formulaFunctions })),
    clientRoute(contract.listTableRows, async ({ caller, params, query }) => {
      const key = keyOf(caller, params);
      await requireChannel(database, key);
      const { columns } = requireTable((await findMapping(database, key, 0))?.document, params.tableId);
      const after = parseCursor(query.startingAfter, () => true);
      const owner = { ...key, kind: 'table' as const, ownerId: params.tableId };
      const found = await listRows(database, owner, { limit: query.limit + 1, after, text: query.text });
      const { rows, hasMore } = pageOf(found, query.limit);
      const last = rows.at(-1);
      const next = hasMore && last ? cursorOf(last.source) : null;
      return { status: 200, body: { columns, rows: rows.map(({ cells }) => cells), hasMore, next } };
    }),
    clientRoute(contract.listMapEntries, async ({ caller, params, query }) => {
      const key = keyOf(caller, params);
      await requireChannel(database, key);
      const draft = await findMapping(database, key, 0);
      const map = requireMap(draft?.document, params.mapId);
      const after = parseCursor(query.startingAfter, () => true);
      const owner = { ...key, kind: 'map' as const, ownerId: params.mapId };
      const found = await listEntries(database, owner, { limit: query.limit + 1, after, text: query.text });
      const { rows, hasMore } = pageOf(found, query.limit);
      const last = rows.at(-1);
      const entries = rows.map(({ source, target }) => ({ value: source, to: target }));
      const next = hasMore && last ? cursorOf(last.source) : null;
      return { status: 200, body: { entries, ignoreCase: map.ignoreCase ?? false, hasMore, next } };
    }),
  ];
}
