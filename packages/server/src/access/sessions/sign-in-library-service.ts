import { betterAuth, type BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { twoFactor } from 'better-auth/plugins';
import { z } from 'zod';
import type { Database } from '../../platform/index.ts';
import { hashedSessionAdapter } from './session-token-service.ts';

const sessionSeconds = 14 * 24 * 3600;

/**
 * Lets the library start a session for a person who was identified by means other than a password. No endpoint of the library is reachable
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

/**
 * Creates the sign-in library. This module is loaded on demand, because the library needs memory that a service without signed-in people
 * can do without.
 * @param secret signs cookies and encrypts second factors
 */
export function createSignInLibrary(database: Database, secret: string, publicUrl: string | undefined) {
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
export type SignInLibrary = ReturnType<typeof createSignInLibrary>;
