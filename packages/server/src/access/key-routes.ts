import * as contract from '@pimento/contract';
import { clientRoute, openRoute, operatorRoute, type Route } from '../platform/index.ts';
import { grantType, issueToken } from './caller-service.ts';
import { getClientUsage, setQuotas } from './quotas/client-quota-service.ts';
import { createClient, demandSecondFactor } from './people/client-service.ts';
import { clientView, listClients } from './people/client-views.ts';
import { addKey, type KeyDeps, type KeyWithSecret, revokeKey, rotateKey } from './keys/key-service.ts';
import { getKey, listKeys } from './keys/key-views.ts';

/** Returns the response body for a new key, which is the key with its secret. */
export const withSecret = async ({ database }: KeyDeps, { keyId, secret }: KeyWithSecret) => ({
  ...(await getKey(database, keyId)),
  secret,
});
const tokenMetadata = (issuer: string) => ({
  issuer,
  token_endpoint: issuer + contract.issueToken.path,
  scopes_supported: [...contract.keyScopes],
  grant_types_supported: [grantType],
  response_types_supported: [],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  service_documentation: `${issuer}/docs`,
});
const noStore = { 'cache-control': 'no-store' };

/** @param deps.publicUrl URL of Pimento; if undefined, the protocol and host of the request are used */
export function accessRoutes(deps: KeyDeps & { publicUrl: string | undefined }): Route[] {
  const { database } = deps;
  return [
    operatorRoute(contract.createKey, async ({ caller, body }) => ({
      status: 201,
      headers: noStore,
      body: await withSecret(deps, await addKey(deps, { ...body, createdBy: caller.actor })),
    })),
    operatorRoute(contract.listKeys, async ({ query }) => ({
      status: 200,
      body: { keys: await listKeys(database, query) },
    })),
    operatorRoute(contract.revokeKey, async ({ params }) => ({
      status: 200,
      body: await getKey(database, (await revokeKey(deps, params.keyId)).keyId),
    })),
    operatorRoute(contract.rotateKey, async ({ caller, params, body }) => ({
      status: 201,
      headers: noStore,
      body: await withSecret(deps, await rotateKey(deps, params.keyId, { ...body, actor: caller.actor })),
    })),
    operatorRoute(contract.createClient, async ({ body }) => ({
      status: 201,
      body: clientView(await createClient(database, body)),
    })),
    operatorRoute(contract.getClientUsage, async ({ params }) => ({
      status: 200,
      body: await getClientUsage(database, params.clientId),
    })),
    clientRoute(contract.getOwnUsage, async ({ caller }) => ({
      status: 200,
      body: await getClientUsage(database, caller.clientId),
    })),
    operatorRoute(contract.putQuotas, async ({ params, body }) => ({
      status: 200,
      body: await setQuotas(database, params.clientId, body),
    })),
    operatorRoute(contract.putClientSecondFactorDemand, async ({ body, params }) => ({
      status: 200,
      body: await demandSecondFactor(database, params.clientId, body),
    })),
    operatorRoute(contract.listClients, async () => ({ status: 200, body: { clients: await listClients(database) } })),
    ...[contract.issueToken, contract.issueRealmToken].map((operation) =>
      openRoute(operation, async ({ body, request }) => ({
        status: 200,
        headers: noStore,
        body: await issueToken(deps, body, { authorization: request.headers.authorization, address: request.ip }),
      })),
    ),
    openRoute(contract.getTokenMetadata, ({ request }) => ({
      status: 200,
      body: tokenMetadata(deps.publicUrl ?? `${request.protocol}://${request.host}`),
    })),
  ];
}
