/**
 * Thrown if the code of a screen, or of a part of a screen, cannot be fetched, because there is no connection or a newer version has
 * replaced the file.
 */
export class CodeLoadError extends Error {
  override readonly name = 'CodeLoadError';

  constructor(cause: unknown) {
    super('The code could not be fetched.', { cause });
  }
}

/**
 * Wraps an import so that it fails with CodeLoadError instead of the browser's error. The router would reload the page after the browser's
 * error, and without a connection the reloaded page would be empty.
 */
export const loadCode =
  <Module>(load: () => Promise<Module>) =>
  (): Promise<Module> =>
    load().catch((error: unknown) => {
      throw new CodeLoadError(error);
    });

/**
 * Reloads the page if the service responds. Keeps the page if there is no connection. Importing the same file again is not enough, because
 * browsers remember that a file could not be fetched.
 */
export async function reloadIfReachable(): Promise<void> {
  try {
    await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
  } catch {
    return;
  }
  location.reload();
}
