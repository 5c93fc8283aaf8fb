import type { Passkey } from '@pimento/contract';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { Clock, Database } from '../../platform/index.ts';
import type { SessionStarter } from '../sessions/session-starter-service.ts';
import type { RequestFacts, SessionAnswer } from '../sessions/session-types.ts';
import type { SignInTickets } from '../sessions/sign-in-ticket-service.ts';

export interface PasskeySite {
  /** Origin of the page that uses the passkey, for example `https://pim.example.com`. */
  origin: string;
}

export interface SessionOfPerson {
  personId: string;
  sessionId: string;
}

export interface PasskeyDeps {
  database: Database;
  clock: Clock;
  tickets: SignInTickets;
  starter: SessionStarter;
  /** @throws PimentoError single-sign-on-required (people with this e-mail domain must sign in with an identity provider) */
  requirePassword: (email: string) => Promise<void>;
}

/** Passkeys (WebAuthn). The authenticator must verify its user, so a passkey counts as two factors. */
export interface Passkeys {
  list(personId: string): Promise<Passkey[]>;
  /**
   * Begins adding a passkey.
   * @throws PimentoError sign-in-failed (the session is too old or has ended), not-possible-now (the person has too many passkeys)
   */
  startAdding(
    session: SessionOfPerson,
    site: PasskeySite,
  ): Promise<SessionAnswer & { options: PublicKeyCredentialCreationOptionsJSON }>;
  /** @throws PimentoError sign-in-failed, not-possible-now (the person has too many passkeys) */
  add(
    session: SessionOfPerson,
    made: { name: string; response: unknown },
    facts: RequestFacts,
    site: PasskeySite,
  ): Promise<SessionAnswer & { passkey: Passkey }>;
  /** @throws PimentoError unknown-passkey */
  rename(personId: string, passkeyId: string, name: string): Promise<Passkey>;
  /** @throws PimentoError unknown-passkey */
  remove(personId: string, passkeyId: string): Promise<void>;
  startSignIn(site: PasskeySite): Promise<SessionAnswer & { options: PublicKeyCredentialRequestOptionsJSON }>;
  /** @throws PimentoError sign-in-failed, single-sign-on-required */
  signIn(response: unknown, facts: RequestFacts, site: PasskeySite): Promise<SessionAnswer & { personId: string }>;
}
