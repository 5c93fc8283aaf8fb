import type { Session } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { type Log, PimentoError } from '../platform/index.ts';
import { findSession } from './people/person-views.ts';
import { createPasswordSignIn, type PasswordSignIn } from './password-sign-in-service.ts';
import { createPasskeys } from './passkeys/passkey-service.ts';
import type { Passkeys } from './passkeys/passkey-types.ts';
import { domainOf } from './providers/identity-rules.ts';
import type { Issuers } from './providers/issuer-service.ts';
import { createProviderSignIn, type ProviderSignIn } from './providers/provider-sign-in-service.ts';
import { findRequiredProvider } from './providers/provider-views.ts';
import { createLiveSessions, type LiveSessions } from './sessions/live-session-service.ts';
import { createSecondFactor, type SecondFactor } from './sessions/second-factor-service.ts';
import { libraryHeaders, type RequestFacts, type SessionAnswer, type SessionDeps } from './sessions/session-types.ts';
import { createSessionStarter } from './sessions/session-starter-service.ts';
import { createSignInTickets } from './sessions/sign-in-ticket-service.ts';
import { lazySignInLibrary } from './sessions/sign-in-service.ts';

export interface Sessions extends LiveSessions, PasswordSignIn {
  readonly publicUrl: string | undefined;
  readonly secondFactor: SecondFactor;
  readonly providers: ProviderSignIn;
  readonly passkeys: Passkeys;
  /** Returns the API representation of a session. @returns undefined if the person does not exist */
  view(personId: string, secondFactorUsed: boolean): Promise<Session | undefined>;
  /** @throws PimentoError single-sign-on-required (people with this e-mail domain must sign in with an identity provider) */
  requirePassword(email: string): Promise<void>;
  signOut(facts: RequestFacts): Promise<SessionAnswer>;
}

export function createSessions(deps: SessionDeps & { log: Log; issuers: Issuers }): Sessions {
  const { database, publicUrl } = deps;
  const library = lazySignInLibrary(database, deps.secretBox, publicUrl);
  const isSecure = publicUrl?.startsWith('https:') ?? false;
  const tickets = createSignInTickets(deps, isSecure);
  const starter = createSessionStarter(database, library);

  async function requirePassword(email: string): Promise<void> {
    const provider = await findRequiredProvider(database, domainOf(email));
    if (provider)
      throw new PimentoError(
        problem('single-sign-on-required', { provider: provider.name, providerId: provider.providerId }),
      );
  }

  return {
    requirePassword,
    ...createPasswordSignIn(deps, library, requirePassword),
    view: (personId, secondFactorUsed) => findSession(database, personId, secondFactorUsed),
    passkeys: createPasskeys({ ...deps, tickets, starter, requirePassword }),
    providers: createProviderSignIn({ ...deps, tickets, starter }),
    publicUrl,
    ...createLiveSessions(deps, library),
    secondFactor: createSecondFactor(deps, library),
    async signOut(facts) {
      const { api } = await library();
      const answer = await api.signOut({ headers: libraryHeaders(facts), asResponse: true });
      return { cookies: answer.headers.getSetCookie() };
    },
  };
}
