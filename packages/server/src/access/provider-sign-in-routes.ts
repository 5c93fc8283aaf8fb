import * as contract from '@pimento/contract';
import { type Database, describeAct, longRoute, openRoute, type Route } from '../platform/index.ts';
import { baseUrlOf, requireOwnPage } from './link-routes.ts';
import { hasUnlistedProviders, listShownProviders } from './providers/provider-views.ts';
import { noStore, setCookies } from './session-routes.ts';
import type { Sessions } from './session-service.ts';

/**
 * Creates the routes for signing in with an identity provider. Routes that wait for the provider are marked as long, so that they do not
 * count towards the limit of concurrent database operations.
 */
export function providerSignInRoutes({ database }: { database: Database }, sessions: Sessions): Route[] {
  return [
    openRoute(contract.listSignInProviders, async () => ({
      status: 200,
      headers: noStore,
      body: {
        providers: await listShownProviders(database),
        hasMore: await hasUnlistedProviders(database),
      },
    })),
    longRoute(
      openRoute(contract.startProviderSignIn, async ({ body, request, reply }) => {
        requireOwnPage(request, sessions.publicUrl);
        const { to, ...asked } = body;
        const started = await sessions.providers.start(asked, {
          to,
          baseUrl: baseUrlOf(sessions, request),
          ip: request.ip,
        });
        setCookies(reply, started);
        return { status: 200, headers: noStore, body: { address: started.address } };
      }),
    ),
    longRoute(
      openRoute(contract.endProviderSignIn, async ({ request, reply }) => {
        const options = { address: request.url, baseUrl: baseUrlOf(sessions, request) };
        const ended = await sessions.providers.complete(request, options);
        setCookies(reply, ended);
        if ('failure' in ended) describeAct({ failed: true, after: { reason: ended.failure } });
        const location = 'to' in ended ? ended.to : `/sign-in?refused=${ended.failure}`;
        return { status: 303, headers: { ...noStore, location } };
      }),
    ),
  ];
}
