import { problem } from '@pimento/contract/problem';
import {
  type Clock,
  createFairTurns,
  describeAct,
  type Database,
  type FairTurns,
  type Log,
  PimentoError,
  type SecretBox,
} from '../../platform/index.ts';
import type { RequestFacts, SessionAnswer } from '../sessions/session-types.ts';
import type { SessionStarter } from '../sessions/session-starter-service.ts';
import type { SignInTickets } from '../sessions/sign-in-ticket-service.ts';
import { domainOf, readIdentity } from './identity-rules.ts';
import { admit } from './identity-service.ts';
import type { Issuers } from './issuer-service.ts';
import { type ProviderTicket, readClaims, ticketSchema } from './provider-claims-service.ts';
import { getProvider, requireSecret } from './provider-service.ts';
import type { IdentityRefusal, ProviderRow } from './provider-types.ts';
import { findProvider } from './provider-views.ts';

/** The reason why a sign-in with a provider failed. */
export type ProviderSignInFailure = IdentityRefusal | 'expired' | 'cancelled' | 'provider';

export interface ProviderSignIn {
  /**
   * Begins a sign-in.
   * @returns the provider's address, to which the browser must be redirected
   * @throws PimentoError no-provider, unknown-provider, provider-unusable, too-many-requests
   */
  start(
    request: { email: string } | { providerId: string },
    options: { to: string; baseUrl: string; ip: string },
  ): Promise<SessionAnswer & { address: string }>;
  /**
   * Completes a sign-in with the response that the provider sent through the browser.
   * @param options.address path and query of the request
   * @returns cookies, and the path at which the person continues, or the reason for the failure
   * @throws PimentoError too-many-requests
   */
  complete(
    facts: RequestFacts,
    options: { address: string; baseUrl: string },
  ): Promise<SessionAnswer & ({ to: string } | { failure: ProviderSignInFailure })>;
}

interface ProviderSignInDeps {
  database: Database;
  clock: Clock;
  log: Log;
  secretBox: SecretBox;
  issuers: Issuers;
  tickets: SignInTickets;
  starter: SessionStarter;
}

const purpose = 'provider';
export const callbackPath = '/console/session/provider/callback';

/** Finds the requested provider by its id or by the domain of an e-mail address. @throws PimentoError unknown-provider, no-provider */
async function findAsked(
  database: Database,
  request: { email: string } | { providerId: string },
): Promise<ProviderRow> {
  if ('providerId' in request) return getProvider({ database }, request.providerId);
  const domain = domainOf(request.email.trim());
  const provider = await findProvider(database, { domain });
  if (!provider) throw new PimentoError(problem('no-provider', { domain }));
  return provider;
}

/** Creates the pool that limits the concurrent requests to providers, in total and per IP address of the browser. */
function createProviderTurns(): FairTurns {
  const refusal = () =>
    new PimentoError(problem('too-many-requests', { kind: 'passwords' }), {}, { 'retry-after': '5' });
  return createFairTurns({ max: 32, alone: 8 }, { waiting: 16, ms: 5_000, refusal });
}

/**
 * Returns the log fields of a failed sign-in: the error of the library and the OAuth error of the provider. The whole error is not logged,
 * because it can contain tokens.
 */
function describeFailure(given: unknown): Record<string, unknown> {
  const failure = given as Record<'code' | 'message' | 'error' | 'error_description' | 'status', unknown>; // only errors are thrown
  const { code, message: reason, error, error_description: description, status } = failure;
  return { code, reason, error, description, status };
}

export function createProviderSignIn(deps: ProviderSignInDeps): ProviderSignIn {
  const { database, log, issuers, tickets } = deps;
  const turns = createProviderTurns();
  const openIssuer = (provider: ProviderRow) => issuers.open(provider, requireSecret(deps, provider));

  return {
    async start(request, { to, baseUrl, ip }) {
      const provider = await findAsked(database, request);
      using _turn = await turns.enter(ip);
      const { library, configuration } = await openIssuer(provider);
      const verifier = library.randomPKCECodeVerifier();
      const ticket: ProviderTicket = {
        providerId: provider.providerId,
        state: library.randomState(),
        nonce: library.randomNonce(),
        verifier,
        to,
      };
      const address = library.buildAuthorizationUrl(configuration, {
        redirect_uri: baseUrl + callbackPath,
        scope: 'openid email profile',
        state: ticket.state,
        nonce: ticket.nonce,
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...('email' in request ? { login_hint: request.email.trim() } : {}),
      });
      return { address: address.href, cookies: [tickets.issue(ticket, purpose)] };
    },
    async complete(facts, { address, baseUrl }) {
      const cookies = [tickets.removal];
      const ticketRead = tickets.read(facts.headers, purpose);
      const found = ticketSchema.safeParse(ticketRead?.facts);
      if (!ticketRead || !found.success) return { failure: 'expired', cookies };
      const ticket = found.data;
      const { providerId } = ticket;
      describeAct({ object: providerId });
      const provider = await findProvider(database, { providerId });
      if (!provider) return { failure: 'expired', cookies };
      const answer = new URL(baseUrl + address);
      if (answer.searchParams.get('error') === 'access_denied') return { failure: 'cancelled', cookies };
      using _turn = await turns.enter(facts.ip);
      let claims: Awaited<ReturnType<typeof readClaims>>;
      try {
        claims = await readClaims(await openIssuer(provider), provider, ticket, answer);
      } catch (error) {
        log.warn({ provider: providerId, ...describeFailure(error) }, 'a sign-in with an identity provider failed');
        return { failure: 'provider', cookies };
      }
      if (!(await ticketRead.use())) return { failure: 'expired', cookies };
      const admission = await admit(deps, provider, readIdentity(claims, provider.groupsClaim));
      if ('refusal' in admission) {
        log.info({ provider: providerId, reason: admission.refusal }, 'a person of an identity provider was refused');
        return { failure: admission.refusal, cookies };
      }
      const started = await deps.starter.start(admission.personId, { by: 'provider', providerId }, facts);
      return { to: ticket.to, cookies: [...cookies, ...started.cookies] };
    },
  };
}
