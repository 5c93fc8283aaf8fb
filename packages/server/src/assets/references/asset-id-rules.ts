import { createHash } from 'node:crypto';

/** Blanks as JavaScript knows them, spelled out: what PostgreSQL takes for some depends on its locale. */
const blank = '\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
/** What makes a value an address to download from; also understood by PostgreSQL, with letter case ignored. */
export const urlPattern = `^[${blank}]*https?://`;

/**
 * What hardly any id of a file looks like: a scheme, control characters, blanks without the ending of a file name. For the eyes of
 * people before they convert; PostgreSQL alone reads them. A value like this is an id all the same.
 */
export const doubtfulPatterns = {
  scheme: '://',
  controls: '[\\u0001-\\u001f\\u007f-\\u009f]',
  blanks: `[${blank}]`,
  fileName: `[^${blank}.]\\.[a-z][a-z0-9]{1,4}$`,
};
const url = new RegExp(urlPattern, 'i');

/** An index of the database takes keys of 2,700 bytes; a product's id is in the same key. */
export const longestIdBytes = 1_000;

/**
 * The id of the asset that a value names: the value itself, exactly as it is, or `sha256:` and its digest where it is longer than 1,000
 * bytes. The same function reads the id in a request, so that a caller never has to know which.
 */
export function assetIdOf(value: string): string {
  // A character has at most three bytes a code unit.
  if (value.length * 3 <= longestIdBytes || Buffer.byteLength(value) <= longestIdBytes) return value;
  return `sha256:${createHash('sha256').update(value).digest('hex')}`;
}

/** True where the value is downloaded; anything else waits for an upload. */
export function isDownload(value: string): boolean {
  return url.test(value);
}

/**
 * Host and port that a download asks, in lower case: what limits per host count by. An address that cannot be read has "-"; its
 * download will say so.
 */
export function hostOf(address: string): string {
  return URL.parse(address.trim())?.host.toLowerCase() ?? '-';
}
