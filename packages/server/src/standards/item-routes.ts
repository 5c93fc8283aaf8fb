import { hasLeaves, listCategoryPaths } from './versions/category-views.ts';
import * as contract from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import {
  type ChannelId,
  clientRoute,
  cursorOf,
  type Database,
  limitedRead,
  pageOf,
  parseCursor,
  PimentoError,
  type Route,
  type Transaction,
} from '../platform/index.ts';
import { requireVersion } from './standard-answer-service.ts';
import { valueView } from './versions/document-service.ts';
import { hasValueList, listItems, listValues } from './versions/item-views.ts';
import type { StandardKey } from './versions/standard-types.ts';
import { requireKey, type ReadingDeps } from './reading-service.ts';

const isPosition = (text: string) => /^-?\d+(?:\.\d+)?$/.test(text);

/** Converts the parameters of a request to a page. The page has one row more than requested, which shows whether another page follows. */
export const askedPage = ({ limit, startingAfter }: { limit: number; startingAfter?: string | undefined }) => ({
  limit: limit + 1,
  after: parseCursor(startingAfter, isPosition),
});

/** Returns the rows of a page, and the members of the response that describe its end. */
export function pageEnd<Row extends { position: string }>(found: readonly Row[], limit: number) {
  const { rows, hasMore } = pageOf(found, limit);
  const last = rows.at(-1);
  return { rows, end: { hasMore, next: hasMore && last ? cursorOf(last.position) : null } };
}

const unknownList = (channelId: ChannelId, list: string) =>
  new PimentoError(problem('unknown-standard', { kind: 'list', channelId, list }));

/** Maximum duration of a statement in milliseconds. A search can scan two million values. */
export const statementMs = 10_000;

/** Creates the routes that list attributes, categories and values. */
export function itemRoutes({ database }: Pick<ReadingDeps, 'database'>): Route[] {
  const limited = <T>(signal: AbortSignal, work: (connection: Transaction) => Promise<T>): Promise<T> =>
    limitedRead(database, { statementMs, signal }, work);
  return [
    clientRoute(contract.listStandardAttributes, async ({ caller, params, query, signal }) => {
      const key = await requireKey(database, caller.clientId, params.datastandardId);
      const { version } = await requireVersion(database, key, query.version);
      const found = await limited(signal, (opened) =>
        listItems(opened, { key, version, kind: 'attribute' }, askedPage(query), query),
      );
      const { rows, end } = pageEnd(found, query.limit);
      const attributes = rows.map(({ itemId, body }) => ({ ...bodyOf(body), path: itemId }));
      return { status: 200, body: { version, attributes, ...end } };
    }),
    clientRoute(contract.listStandardCategories, async ({ caller, params, query, signal }) => {
      const key = await requireKey(database, caller.clientId, params.datastandardId);
      const { version } = await requireVersion(database, key, query.version);
      const parentId = query.topLevel ? null : query.parentId;
      const filter = { text: query.text, parentId };
      const found = await limited(signal, (opened) =>
        listItems(opened, { key, version, kind: 'category' }, askedPage(query), filter),
      );
      const { rows, end } = pageEnd(found, query.limit);
      const ids = rows.map(({ itemId }) => itemId);
      const categories = await categoryViews(database, { key, version }, rows, ids);
      return { status: 200, body: { version, categories, ...end } };
    }),
    clientRoute(contract.listStandardValues, async ({ caller, params, query, signal }) => {
      const key = await requireKey(database, caller.clientId, params.datastandardId);
      const { version } = await requireVersion(database, key, query.version);
      const list = { key, version, listId: params.listId };
      if (!(await hasValueList(database, list))) throw unknownList(key.channelId, params.listId);
      const found = await limited(signal, (opened) => listValues(opened, list, askedPage(query), query));
      const { rows, end } = pageEnd(found, query.limit);
      const values = rows.map(valueView);
      return { status: 200, body: { version, values, ...end } };
    }),
  ];
}

/** Parses a stored body. It is an object, because it matched the schema of its kind when it was published. */
export const bodyOf = (json: string) => JSON.parse(json) as Record<string, unknown>;

async function categoryViews(
  database: Database,
  standard: { key: StandardKey; version: number },
  rows: readonly { itemId: string; body: string }[],
  ids: readonly string[],
) {
  const isLimited = await hasLeaves(database, standard.key, standard.version);
  const facts = new Map((await listCategoryPaths(database, standard, ids)).map((one) => [one.categoryId, one]));
  return rows.map(({ itemId, body }) => {
    const { path = [], hasChildren = false } = facts.get(itemId) ?? {};
    const category = bodyOf(body);
    return { ...category, isAssignable: !isLimited || category['leaf'] === true, hasChildren, path };
  });
}
