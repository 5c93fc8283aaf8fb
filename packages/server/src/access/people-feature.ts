import type { Route, SecretBox } from '../platform/index.ts';
import { linkRoutes } from './link-routes.ts';
import { type MemberDeps, ownerRoutes } from './member-routes.ts';
import { operatorPeopleRoutes } from './people-routes.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { providerRoutes } from './provider-routes.ts';
import { providerSignInRoutes } from './provider-sign-in-routes.ts';
import type { Issuers } from './providers/issuer-service.ts';
import { secondFactorDemandRoutes } from './second-factor-demand-routes.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import type { Sessions } from './session-service.ts';

/**
 * Creates the routes for signing in, sessions, second factors, passkeys, and invitation and password links. Also creates the routes that
 * owners and operators use to manage people, keys and identity providers.
 */
export function peopleRoutes(
  deps: Omit<MemberDeps, 'publicUrl'> & { issuers: Issuers; secretBox: SecretBox },
  sessions: Sessions,
): Route[] {
  const linkDeps = { ...deps, publicUrl: sessions.publicUrl };
  return [
    ...sessionRoutes(deps, sessions),
    ...secondFactorRoutes(deps, sessions),
    ...secondFactorDemandRoutes(deps),
    ...passkeyRoutes(sessions),
    ...providerSignInRoutes(deps, sessions),
    ...providerRoutes(linkDeps),
    ...linkRoutes(deps, sessions),
    ...ownerRoutes(linkDeps),
    ...operatorPeopleRoutes(linkDeps),
  ];
}
