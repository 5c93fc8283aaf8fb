import * as contract from '@pimento/contract';
import { openRoute, operatorRoute, type Route } from '../platform/index.ts';
import { grantType, issueToken } from './caller-service.ts';
import { getClientUsage, setQuotas } from './client-quota-service.ts';
import { createClient } from './people/client-service.ts';
import { clientView, listClients } from './people/client-views.ts';
import { createKey, type KeyDeps, type KeyWithSecret, revokeKey, rotateKey } from './key-service.ts';
import { keyView, listKeys } from './key-views.ts';

const withSecret = (key: KeyWithSecret) => ({ ...keyView(key), secret: key.secret });
const tokenMetadata = (issuer: string) => ({
  issuer,
  token_endpoint: issuer + contract.issueToken.path,
  grant_types_supported: [grantType],
  response_types_supported: [],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  service_documentation: `${issuer}/docs`,
});
const noStore = { 'cache-control': 'no-store' };

/** @param deps.publicUrl URL of this service; undefined: protocol and host of the request */
export function accessRoutes(deps: KeyDeps & { publicUrl: string | undefined }): Route[] {
  const { database } = deps;
  return [
    operatorRoute(contract.createKey, async ({ body }) => ({
      status: 201,
      headers: noStore,
      body: withSecret(await createKey(deps, database, body)),
    })),
    operatorRoute(contract.listKeys, async ({ query }) => ({
      status: 200,
      body: { keys: await listKeys(database, query) },
    })),
    operatorRoute(contract.revokeKey, async ({ params }) => ({
      status: 200,
      body: keyView(await revokeKey(deps, params.keyId)),
    })),
    operatorRoute(contract.rotateKey, async ({ params, body }) => ({
      status: 201,
      headers: noStore,
      body: withSecret(await rotateKey(deps, params.keyId, body.graceSeconds)),
    })),
    operatorRoute(contract.createClient, async ({ body }) => ({
      status: 201,
      body: clientView(await createClient(database, body)),
    })),
    operatorRoute(contract.getClientUsage, async ({ params }) => ({
      status: 200,
      body: await getClientUsage(database, params.clientId),
    })),
    operatorRoute(contract.putQuotas, async ({ params, body }) => ({
      status: 200,
      body: await setQuotas(database, params.clientId, body),
    })),
    operatorRoute(contract.listClients, async () => ({ status: 200, body: { clients: await listClients(database) } })),
    ...[contract.issueToken, contract.issueRealmToken].map((operation) =>
      openRoute(operation, async ({ body, request }) => ({
        status: 200,
        headers: noStore,
        body: await issueToken(deps, body, request.headers.authorization),
      })),
    ),
    openRoute(contract.getTokenMetadata, ({ request }) => ({
      status: 200,
      body: tokenMetadata(deps.publicUrl ?? `${request.protocol}://${request.host}`),
    })),
  ];
}
