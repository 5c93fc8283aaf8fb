import type { Database, SecretBox } from '../../platform/index.ts';
import type { SignInLibrary } from './sign-in-library-service.ts';

/** Name of the session cookie, without the prefix that is added over HTTPS. */
export const sessionCookie = 'pimento.session_token';

/** Returns the library, which is loaded and created on first use. */
export type SignInLibrarySource = () => Promise<SignInLibrary>;

/** Returns the secret that signs cookies and encrypts second factors. */
export const signInSecret = (secretBox: Pick<SecretBox, 'sign'>): string =>
  secretBox.sign('session cookies', 'session cookies');

/**
 * Returns a function that loads and creates the library on first use. The secret that signs cookies is derived from the key that is stored
 * outside of the database.
 */
export function lazySignInLibrary(
  database: Database,
  secretBox: SecretBox,
  publicUrl: string | undefined,
): SignInLibrarySource {
  let library: Promise<SignInLibrary> | undefined;
  const load = async () => {
    const { createSignInLibrary } = await import('./sign-in-library-service.ts');
    return createSignInLibrary(database, signInSecret(secretBox), publicUrl);
  };
  return () =>
    (library ??= load().catch((error: unknown) => {
      // the next request tries again, for example after a moment without free file handles
      library = undefined;
      throw error;
    }));
}
