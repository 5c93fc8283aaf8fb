import { betterAuth } from 'better-auth';
import { twoFactor } from 'better-auth/plugins';
import type { Database, SecretBox } from '../../platform/index.ts';
import { hashedSessionAdapter } from './session-token-service.ts';

const sessionSeconds = 14 * 24 * 3600;

/** Name of the session cookie, without the prefix that is added over HTTPS. */
export const sessionCookie = 'pimento.session_token';

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

/** Creates the library on first use. The secret that signs cookies is derived from the key that is stored outside of the database. */
export function lazySignInLibrary(
  database: Database,
  secretBox: SecretBox,
  publicUrl: string | undefined,
): () => SignInLibrary {
  let library: SignInLibrary | undefined;
  return () => {
    library ??= configure(database, secretBox.sign('session cookies', 'session cookies'), publicUrl);
    return library;
  };
}
