import { problem } from '@pimento/contract/problem';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import { describeAct, PimentoError } from '../../platform/index.ts';
import { recordPasskeyUse } from './passkey-store.ts';
import type { PasskeyDeps, Passkeys, PasskeySite } from './passkey-types.ts';
import { findPasskey, type PasskeyRow } from './passkey-views.ts';

const purpose = 'passkey sign-in';
const ticketSchema = z.object({ challenge: z.string() });
const namedSchema = z.object({ id: z.string().max(2000) });

const failed = () => new PimentoError(problem('sign-in-failed', { kind: 'passkey' }));

/**
 * Returns the new signature count of a passkey.
 * @returns undefined if the browser's response is not valid for the challenge and the site
 */
async function verify(
  response: unknown,
  passkey: PasskeyRow,
  challenge: string,
  { origin }: PasskeySite,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { credentialId: id, counter, transports } = passkey;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON, // the library checks the response
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter, transports },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

/** Creates the service that signs people in with a passkey. */
export function createPasskeySignIn(deps: PasskeyDeps): Pick<Passkeys, 'startSignIn' | 'signIn'> {
  const { database, clock, tickets } = deps;
  return {
    async startSignIn({ origin }) {
      const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
      const rpID = new URL(origin).hostname;
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
      return { options, cookies: [tickets.issue({ challenge: options.challenge }, purpose)] };
    },
    async signIn(response, facts, site) {
      const found = tickets.read(facts.headers, purpose);
      const ticket = ticketSchema.safeParse(found?.facts);
      const named = namedSchema.safeParse(response);
      if (!found || !ticket.success || !named.success) throw failed();
      const passkey = await findPasskey(database, named.data.id);
      if (!passkey) throw failed();
      describeAct({ object: passkey.email });
      const counter = await verify(response, passkey, ticket.data.challenge, site);
      if (counter === undefined || !(await found.use())) throw failed();
      await deps.requirePassword(passkey.email);
      const use = { credentialId: passkey.credentialId, counter, now: clock.now() };
      if (!(await recordPasskeyUse(database, use))) throw failed();
      describeAct({ actor: `user:${passkey.personId}` });
      const started = await deps.starter.start(passkey.personId, { by: 'passkey' }, facts);
      return { personId: passkey.personId, cookies: [tickets.removal, ...started.cookies] };
    },
  };
}
