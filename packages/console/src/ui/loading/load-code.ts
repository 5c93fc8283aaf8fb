/** The code of a screen, or of a part of it, could not be fetched: there is no connection, or a newer version has replaced the file. */
export class CodeLoadError extends Error {
  override readonly name = 'CodeLoadError';

  constructor(cause: unknown) {
    super('The code could not be fetched.', { cause });
  }
}

/**
 * Wraps an import so that it fails with CodeLoadError. The router reloads the page after an error of the browser, and without a connection
 * the reloaded page would be empty.
 */
export const loadCode =
  <Module>(load: () => Promise<Module>) =>
  (): Promise<Module> =>
    load().catch((error: unknown) => {
      throw new CodeLoadError(error);
    });

/**
 * Reloads the page if the service answers; without a connection the page stays. Browsers remember that a file could not be fetched, so a
 * second import of the same file fails, too.
 */
export async function reloadIfReachable(): Promise<void> {
  try {
    await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
  } catch {
    return;
  }
  location.reload();
}
