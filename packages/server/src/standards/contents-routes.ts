import * as contract from '@pimento/contract';
import { clientRoute, type Database, limitedRead, type Route } from '../platform/index.ts';
import { askedPage, bodyOf, pageEnd, statementMs } from './item-routes.ts';
import { requireKey } from './reading-service.ts';
import { requireVersion } from './standard-answer-service.ts';
import { listItems } from './versions/item-views.ts';
import { versionView } from './versions/version-service.ts';
import { findHead } from './versions/standard-views.ts';

/** Creates the routes that clients use to read the head, the value lists and the rules of data standards. */
export function contentsRoutes({ database }: { database: Database }): Route[] {
  return [
    clientRoute(contract.getStandardHead, async ({ caller, params, query }) => {
      const key = await requireKey(database, caller.clientId, params.datastandardId);
      const row = await requireVersion(database, key, query.version);
      const head = bodyOf((await findHead(database, key, row.version)) ?? '{}');
      return { status: 200, body: { version: versionView(row), head } };
    }),
    clientRoute(contract.listStandardValueLists, async ({ caller, params, query, signal }) => {
      const key = await requireKey(database, caller.clientId, params.datastandardId);
      const { version } = await requireVersion(database, key, query.version);
      const found = await limitedRead(database, { statementMs, signal }, (opened) =>
        listItems(opened, { key, version, kind: 'value-list' }, askedPage(query), query),
      );
      const { rows, end } = pageEnd(found, query.limit);
      return { status: 200, body: { version, valueLists: rows.map(({ body }) => bodyOf(body)), ...end } };
    }),
    clientRoute(contract.listStandardRules, async ({ caller, params, query, signal }) => {
      const key = await requireKey(database, caller.clientId, params.datastandardId);
      const { version } = await requireVersion(database, key, query.version);
      const found = await limitedRead(database, { statementMs, signal }, (opened) =>
        listItems(opened, { key, version, kind: 'rule' }, askedPage(query), query),
      );
      const { rows, end } = pageEnd(found, query.limit);
      return { status: 200, body: { version, rules: rows.map(({ body }) => bodyOf(body)), ...end } };
    }),
  ];
}
