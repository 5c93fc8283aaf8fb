import type { SecretBox } from '../../platform/index.ts';

/** Returns the context that binds a sealed password or token to its source and host, so that it cannot be opened for a different one. */
const contextOf = (sourceId: string, host: string) => ['import-source', sourceId, host].join('\u001f');

const hostOf = (url: string): string => new URL(url).host;

/** Seals the password or token for the host of an address. */
export const sealSecret = (box: SecretBox, source: { sourceId: string; url: string }, secret: string): string =>
  box.seal(secret, contextOf(source.sourceId, hostOf(source.url)));

/** Opens a password or token. @returns undefined if it was sealed for another source or host, or with an unknown key */
export const openSecret = (
  box: SecretBox,
  source: { sourceId: string; url: string },
  sealed: string,
): string | undefined => box.open(sealed, contextOf(source.sourceId, hostOf(source.url)));
