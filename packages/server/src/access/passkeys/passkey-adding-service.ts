import { problem } from '@pimento/contract/problem';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import { PimentoError, transaction } from '../../platform/index.ts';
import { lockPerson } from '../people/person-store.ts';
import { recordSignInOfSession } from '../sessions/session-store.ts';
import { findSessionStart } from '../sessions/session-views.ts';
import { createPasskeyRow } from './passkey-store.ts';
import type { PasskeyDeps, Passkeys, PasskeySite } from './passkey-types.ts';
import { listPasskeys, passkeyView } from './passkey-views.ts';

const purpose = 'passkey adding';
const maxPasskeys = 20;
/**
 * Time after the sign-in during which a passkey can be added. A person who finds an unattended screen must not be able to gain lasting
 * access.
 */
const freshMs = 3_600_000;

const ticketSchema = z.object({ personId: z.string(), challenge: z.string() });

const failed = (kind: 'passkey' | 'not-recent' | 'person-gone') =>
  new PimentoError(problem('sign-in-failed', { kind }));

/** @throws PimentoError not-possible-now if a person with `count` passkeys cannot add another passkey */
function requireFreeSlot(count: number): void {
  if (count < maxPasskeys) return;
  throw new PimentoError(problem('not-possible-now', { kind: 'too-many-passkeys', max: maxPasskeys }));
}

/**
 * Returns the new passkey in a browser's response. The library is loaded on first use.
 * @returns undefined if the response is not valid for the challenge and the site
 */
async function verify(response: unknown, challenge: string, { origin }: PasskeySite) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON, // the library checks the response
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      requireUserVerification: true,
    });
    return verified ? registrationInfo : undefined;
  } catch {
    return undefined;
  }
}

/** Creates the service that adds passkeys to the login of a signed-in person. */
export function createPasskeyAdding(deps: PasskeyDeps): Pick<Passkeys, 'startAdding' | 'add'> {
  const { database, clock, tickets } = deps;
  return {
    async startAdding({ personId, sessionId }, { origin }) {
      const session = await findSessionStart(database, sessionId);
      if (!session) throw failed('person-gone');
      if (clock.now().getTime() - session.createdAt.getTime() > freshMs) throw failed('not-recent');
      const known = await listPasskeys(database, personId);
      requireFreeSlot(known.length);
      const { generateRegistrationOptions } = await import('@simplewebauthn/server');
      const options = await generateRegistrationOptions({
        rpName: 'Pimento',
        rpID: new URL(origin).hostname,
        userID: new TextEncoder().encode(personId),
        userName: session.email,
        userDisplayName: session.name,
        attestationType: 'none',
        excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { options, cookies: [tickets.issue({ personId, challenge: options.challenge }, purpose)] };
    },
    async add({ personId, sessionId }, { name, response }, facts, site) {
      const found = tickets.read(facts.headers, purpose);
      const ticket = ticketSchema.safeParse(found?.facts);
      if (!found || !ticket.success || ticket.data.personId !== personId) throw failed('passkey');
      const made = await verify(response, ticket.data.challenge, site);
      if (!made || !(await found.use())) throw failed('passkey');
      const { credential, credentialBackedUp: isSynced } = made;
      const row = {
        credentialId: credential.id,
        personId,
        passkeyId: clock.newId(),
        name,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: [...(credential.transports ?? [])],
        isSynced,
        createdAt: clock.now(),
      };
      await transaction(database, async (opened) => {
        if (!(await lockPerson(opened, { personId }))) throw failed('person-gone');
        // counted again under the lock, because passkeys can be added concurrently
        requireFreeSlot((await listPasskeys(opened, personId)).length);
        if (!(await createPasskeyRow(opened, row))) throw failed('passkey');
      });
      await recordSignInOfSession(database, sessionId, 'passkey');
      return { passkey: passkeyView({ ...row, lastUsedAt: null }), cookies: [tickets.removal] };
    },
  };
}
