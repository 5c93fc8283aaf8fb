import * as contract from '@pimento/contract';
import { operatorRoute, type Route } from '../platform/index.ts';
import { baseUrlOf } from './link-routes.ts';
import type { Issuers } from './providers/issuer-service.ts';
import {
  changeProvider,
  createProvider,
  deleteProvider,
  type ProviderDeps,
  testProvider,
} from './providers/provider-service.ts';
import { callbackPath } from './providers/provider-sign-in-service.ts';
import type { ProviderRow } from './providers/provider-types.ts';
import { listProviders } from './providers/provider-views.ts';

/** Returns the API representation of a provider, without its secret. */
function providerView({ sealedSecret: _, createdAt, updatedAt: _at, ...provider }: ProviderRow, baseUrl: string) {
  return { ...provider, redirectUri: baseUrl + callbackPath, created: createdAt.toISOString() };
}

/** Creates the routes that operators use to set up identity providers. */
export function providerRoutes(deps: ProviderDeps & { issuers: Issuers; publicUrl: string | undefined }): Route[] {
  const { database } = deps;
  return [
    operatorRoute(contract.listIdentityProviders, async ({ request }) => {
      const providers = await listProviders(database);
      return { status: 200, body: { providers: providers.map((one) => providerView(one, baseUrlOf(deps, request))) } };
    }),
    operatorRoute(contract.createIdentityProvider, async ({ body, request }) => ({
      status: 201,
      body: providerView(await createProvider(deps, body), baseUrlOf(deps, request)),
    })),
    operatorRoute(contract.changeIdentityProvider, async ({ body, params, request }) => ({
      status: 200,
      body: providerView(await changeProvider(deps, params.providerId, body), baseUrlOf(deps, request)),
    })),
    operatorRoute(contract.deleteIdentityProvider, async ({ params }) => {
      await deleteProvider(deps, params.providerId);
      return { status: 204 };
    }),
    operatorRoute(contract.testIdentityProvider, async ({ params }) => ({
      status: 200,
      body: await testProvider(deps, params.providerId),
    })),
  ];
}
