import { createClient, createKey, issueRealmToken, issueToken, listClients, listKeys, revokeKey, rotateKey, type Key } from '@pimento/contract';
import { openRoute, operatorRoute, PimentoError, type Route } from '../platform/index.ts';
import * as callers from './caller-service.ts';
import { type ClientRow, createClientRow, listClientRows } from './client-store.ts';
import * as keys from './key-service.ts';
import { type KeyRow, listKeyRows } from './key-store.ts';

function keyView(row: KeyRow): Key {
  return {
    keyId: row.keyId,
    kind: row.kind,
    name: row.name,
    clientId: row.clientId,
    adapterId: row.adapterId,
    scopes: row.scopes,
    created: row.createdAt.toISOString(),
    lastUsed: row.lastUsedAt?.toISOString() ?? null,
    expires: row.expiresAt?.toISOString() ?? null,
    revoked: row.revokedAt?.toISOString() ?? null,
  };
}
const clientView = (row: ClientRow) => ({ clientId: row.clientId, name: row.name, created: row.createdAt.toISOString() });
const withSecret = (key: keys.KeyWithSecret) => ({ ...keyView(key), secret: key.secret });
const noStore = { 'cache-control': 'no-store' };

export function accessRoutes(deps: keys.KeyDeps): Route[] {
  return [
    operatorRoute(createKey, async ({ body }) => ({ status: 201, headers: noStore, body: withSecret(await keys.createKey(deps, deps.database, body)) })),
    operatorRoute(listKeys, async ({ query }) => ({ status: 200, body: { keys: (await listKeyRows(deps.database, query)).map(keyView) } })),
    operatorRoute(revokeKey, async ({ params }) => ({ status: 200, body: keyView(await keys.revokeKey(deps, params.keyId)) })),
    operatorRoute(rotateKey, async ({ params, body }) => ({
      status: 201,
      headers: noStore,
      body: withSecret(await keys.rotateKey(deps, params.keyId, body.graceSeconds)),
    })),
    operatorRoute(createClient, async ({ body }) => {
      const made = await createClientRow(deps.database, body);
      if (!made) throw new PimentoError('already-exists', `There is a client ${body.clientId} already.`);
      return { status: 201, body: clientView(made) };
    }),
    operatorRoute(listClients, async () => ({ status: 200, body: { clients: (await listClientRows(deps.database)).map(clientView) } })),
    ...[issueToken, issueRealmToken].map((operation) =>
      openRoute(operation, async ({ body, request }) => ({
        status: 200,
        headers: noStore,
        body: await callers.issueToken(deps, body, request.headers.authorization),
      })),
    ),
  ];
}
