import * as contract from '@pimento/contract';
import { clientRoute, cursorOf, pageOf, parseCursor, type Route } from '../platform/index.ts';
import { requireVersion, versionPage } from './standard-answer-service.ts';
import { type ChangeCursor, listChanges } from './versions/change-service.ts';
import { requireKey, type ReadingDeps } from './reading-service.ts';
import { itemRoutes } from './item-routes.ts';

function versionRoutes({ database, answer }: ReadingDeps): Route[] {
  return [
    clientRoute(contract.getDataStandard, async ({ caller, params, query }) =>
      answer(caller.clientId, await requireKey(database, caller.clientId, params.datastandardId), query),
    ),
    clientRoute(contract.listStandardVersions, async ({ caller, params, query }) => {
      const key = await requireKey(database, caller.clientId, params.datastandardId);
      await requireVersion(database, key, undefined);
      return { status: 200, body: await versionPage(database, key, query) };
    }),
    clientRoute(contract.listStandardChanges, async ({ caller, params, query }) => {
      const key = await requireKey(database, caller.clientId, params.datastandardId);
      await requireVersion(database, key, query.from);
      await requireVersion(database, key, query.to);
      const after = readChangeCursor(query.startingAfter);
      const { from, to, limit } = query;
      const found = await listChanges(database, { key, from, to }, { limit: limit + 1, after });
      const { rows: changes, hasMore } = pageOf(found, limit);
      const last = changes.at(-1);
      const next = hasMore && last ? cursorOf(JSON.stringify([last.kind, last.listId ?? '', last.id])) : null;
      return { status: 200, body: { version: to, changes, hasMore, next } };
    }),
  ];
}

/** Creates the routes that clients use to read data standards. */
export const readingRoutes = (deps: ReadingDeps): Route[] => [...versionRoutes(deps), ...itemRoutes(deps)];

function readChangeCursor(startingAfter: string | undefined): ChangeCursor | null {
  const text = parseCursor(startingAfter, isChangeCursor);
  if (text === null) return null;
  const [kind, listId, id] = JSON.parse(text) as [string, string, string]; // checked by isChangeCursor
  return { kind, listId, id };
}

function isChangeCursor(text: string): boolean {
  try {
    const parts: unknown = JSON.parse(text);
    return Array.isArray(parts) && parts.length === 3 && parts.every((part) => typeof part === 'string');
  } catch {
    return false;
  }
}
