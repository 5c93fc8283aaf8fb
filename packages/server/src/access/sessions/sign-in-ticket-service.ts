import type { Clock, Database, SecretBox } from '../../platform/index.ts';
import { hashSecret } from '../credentials/access-secrets.ts';
import { recordTicket } from './session-store.ts';

type Headers = Record<string, string | string[] | undefined>;

/**
 * Carries data from the first to the last request of a sign-in, in a cookie that only Pimento can read. A ticket is valid for ten minutes
 * and can be used once. Nothing is stored before it is used.
 */
export interface SignInTickets {
  /** Returns the `Set-Cookie` header with a new ticket. @param purpose a ticket is valid for one purpose only */
  issue(facts: unknown, purpose: string): string;
  /**
   * Returns the facts of a ticket. `use` marks the ticket as used and returns false if it was used before. Call `use` after all other
   * checks, so that forged requests store nothing.
   * @returns undefined if the ticket is missing, expired, or for a different purpose
   */
  read(headers: Headers, purpose: string): { facts: unknown; use(): Promise<boolean> } | undefined;
  /** The `Set-Cookie` header that removes the ticket. */
  readonly removal: string;
}

const lifetimeMs = 600_000;

interface Ticket {
  expiresAt: number;
  facts: unknown;
}

/** @param isSecure true if the cookie is sent only over HTTPS */
export function createSignInTickets(
  { database, clock, secretBox }: { database: Database; clock: Clock; secretBox: SecretBox },
  isSecure: boolean,
): SignInTickets {
  const name = `${isSecure ? '__Secure-' : ''}pimento.ticket`;
  const attributes = `Path=/console; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const contextOf = (purpose: string) => `sign-in ticket ${purpose}`;
  return {
    issue(facts, purpose) {
      const ticket: Ticket = { expiresAt: clock.now().getTime() + lifetimeMs, facts };
      const sealed = secretBox.seal(JSON.stringify(ticket), contextOf(purpose));
      return `${name}=${sealed}; Max-Age=${lifetimeMs / 1000}; ${attributes}`;
    },
    read({ cookie }, purpose) {
      if (typeof cookie !== 'string') return undefined;
      const sealed = cookie
        .split(/;\s*/)
        .find((part) => part.startsWith(`${name}=`))
        ?.slice(name.length + 1);
      const text = sealed === undefined ? undefined : secretBox.open(sealed, contextOf(purpose));
      if (sealed === undefined || text === undefined) return undefined;
      const { expiresAt, facts } = JSON.parse(text) as Ticket; // `issue` sealed this text
      const now = clock.now();
      if (expiresAt <= now.getTime()) return undefined;
      return { facts, use: () => recordTicket(database, hashSecret(sealed), new Date(expiresAt), now) };
    },
    removal: `${name}=; Max-Age=0; ${attributes}`,
  };
}
