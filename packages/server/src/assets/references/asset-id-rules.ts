import { createHash } from 'node:crypto';

/** Blanks as in JavaScript, listed one by one: in PostgreSQL they depend on its locale. */
const blank = '\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
/** What makes a value an address to download from; also understood by PostgreSQL, with letter case ignored. */
export const urlPattern = `^[${blank}]*https?://`;

/**
 * Patterns of values that are probably no ids of files: a scheme, control characters, blanks without the ending of a file name. Shown to
 * people before they convert; used in PostgreSQL only. Such a value is an id nevertheless.
 */
export const doubtfulPatterns = {
  scheme: '://',
  controls: '[\\u0001-\\u001f\\u007f-\\u009f]',
  blanks: `[${blank}]`,
  fileName: `[^${blank}.]\\.[a-z][a-z0-9]{1,4}$`,
};
const url = new RegExp(urlPattern, 'i');

/** An index allows keys of 2,700 bytes; a product's id is in the same key. */
export const longestIdBytes = 1_000;

/**
 * The id of the asset that a value names: the value itself, unchanged, or `sha256:` and its digest if it is longer than 1,000
 * bytes. The same function reads the id in a request, so a caller may send either.
 */
export function assetIdOf(value: string): string {
  // A character has at most three bytes a code unit.
  if (value.length * 3 <= longestIdBytes || Buffer.byteLength(value) <= longestIdBytes) return value;
  return `sha256:${createHash('sha256').update(value).digest('hex')}`;
}

/** True if the value is downloaded; any other asset waits for an upload. */
export function isDownload(value: string): boolean {
  return url.test(value);
}

/**
 * Host and port of a download, in lower case: the key for limits per host. "-" for an address that cannot be read; its download fails
 * with the reason.
 */
export function hostOf(address: string): string {
  return URL.parse(address.trim())?.host.toLowerCase() ?? '-';
}
