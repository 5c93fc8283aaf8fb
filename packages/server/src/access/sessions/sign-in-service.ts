import { betterAuth, type BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { twoFactor } from 'better-auth/plugins';
import { z } from 'zod';
import type { Database, SecretBox } from '../../platform/index.ts';
import { hashedSessionAdapter } from './session-token-service.ts';

const sessionSeconds = 14 * 24 * 3600;

/** Name of the session cookie, without the prefix that is added over HTTPS. */
export const sessionCookie = 'pimento.session_token';

/**
 * Lets the library start a session of a person who was identified by means other than a password. No endpoint of the library is reachable
 * over HTTP, so only Pimento can call it.
 */
const startedSessions = {
  id: 'started-sessions',
  endpoints: {
    startSession: createAuthEndpoint(
      '/started-session',
      { method: 'POST', body: z.object({ personId: z.string() }) },
      async (call) => {
        const { internalAdapter } = call.context;
        const { personId } = call.body;
        const user = await internalAdapter.findUserById(personId);
        if (!user) throw new Error('the person of a session does not exist or is disabled');
        const session = await internalAdapter.createSession(personId);
        await setSessionCookie(call, { session, user });
        return { token: session.token };
      },
    ),
  },
} satisfies BetterAuthPlugin;

function configure(database: Database, secret: string, publicUrl: string | undefined) {
  return betterAuth({
    baseURL: publicUrl ?? 'http://localhost',
    basePath: '/console/session',
    secret,
    database: hashedSessionAdapter(database),
    user: { modelName: 'sign_in_user' },
    account: { modelName: 'sign_in_account' },
    session: { modelName: 'sign_in_session', expiresIn: sessionSeconds, disableSessionRefresh: true },
    verification: { modelName: 'sign_in_verification' },
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 1, maxPasswordLength: 128 },
    plugins: [
      startedSessions,
      twoFactor({
        issuer: 'Pimento',
        schema: { twoFactor: { modelName: 'sign_in_second_factor' } },
        accountLockout: { maxFailedAttempts: 10, durationSeconds: 900 },
      }),
    ],
    advanced: {
      cookiePrefix: 'pimento',
      useSecureCookies: publicUrl?.startsWith('https:') ?? false,
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true, path: '/' },
      // our routes check the origin of a request before they call the library
      disableCSRFCheck: true,
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
}
export type SignInLibrary = ReturnType<typeof configure>;

/** Returns the secret that signs cookies and encrypts second factors. */
export const signInSecret = (secretBox: Pick<SecretBox, 'sign'>): string =>
  secretBox.sign('session cookies', 'session cookies');

/**
 * Returns a function that creates the library on first use. The secret that signs cookies is derived from the key that is stored outside of
 * the database.
 */
export function lazySignInLibrary(
  database: Database,
  secretBox: SecretBox,
  publicUrl: string | undefined,
): () => SignInLibrary {
  let library: SignInLibrary | undefined;
  return () => {
    library ??= configure(database, signInSecret(secretBox), publicUrl);
    return library;
  };
}
