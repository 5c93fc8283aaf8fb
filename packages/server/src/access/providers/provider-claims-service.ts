import { z } from 'zod';
import type { OpenIssuer } from './issuer-service.ts';
import type { ProviderSettings } from './provider-types.ts';

/** Data that the start of a sign-in passes to its completion. */
export const ticketSchema = z.object({
  providerId: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  to: z.string(),
});
export type ProviderTicket = z.output<typeof ticketSchema>;

/**
 * Exchanges the code for an ID token and returns its claims. If the e-mail address or the groups are missing, adds the claims of the
 * UserInfo endpoint, if there is one. The library checks state, issuer, signature, audience, expiry and nonce.
 * @throws errors of the library; Error if the provider sent no ID token
 */
export async function readClaims(
  { library, configuration }: OpenIssuer,
  { groupsClaim }: Pick<ProviderSettings, 'groupsClaim'>,
  ticket: ProviderTicket,
  address: URL,
) {
  const tokens = await library.authorizationCodeGrant(configuration, address, {
    expectedState: ticket.state,
    expectedNonce: ticket.nonce,
    pkceCodeVerifier: ticket.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error('the provider sent no ID token');
  if (claims.email !== undefined && (groupsClaim === null || claims[groupsClaim] !== undefined)) return claims;
  // many providers put only the subject into the ID token
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
  const more = await library.fetchUserInfo(configuration, tokens.access_token, claims.sub);
  return { ...more, ...claims };
}
