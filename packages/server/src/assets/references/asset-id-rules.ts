import { createHash } from 'node:crypto';
import { cleanIdentifier } from '@pimento/contract/text';
import { blank } from './text-pattern-rules.ts';

/** Pattern of values that are URLs to download; also valid in PostgreSQL, case-insensitive. */
export const urlPattern = `^[${blank}]*https?://`;
const url = new RegExp(urlPattern, 'i');

/** An index key can have 2,700 bytes; the same key also holds a product's id. */
export const longestIdBytes = 1_000;

/** Returns the text that identifies an asset: an address as it is, an id without invisible characters and white space at its ends, in NFC. */
export function assetTextOf(value: string): string {
  return isDownload(value) ? value : cleanIdentifier(value);
}

/**
 * Returns the id of the asset that a value refers to: its text as above, or `sha256:` and its digest if it is longer than 1,000 bytes. Ids
 * in requests use the same function, so a caller may send any of these forms.
 */
export function assetIdOf(sent: string): string {
  const value = assetTextOf(sent);
  // A UTF-16 code unit takes at most three bytes in UTF-8.
  if (value.length * 3 <= longestIdBytes || Buffer.byteLength(value) <= longestIdBytes) return value;
  return `sha256:${createHash('sha256').update(value).digest('hex')}`;
}

/** Checks whether the value is a URL to download; all other assets wait for an upload. */
export function isDownload(value: string): boolean {
  return url.test(value);
}

/**
 * Returns host and port of a download URL in lower case: the key for limits per host. Returns "-" for an invalid URL; its download fails
 * with the reason.
 */
export function hostOf(address: string): string {
  return URL.parse(address.trim())?.host.toLowerCase() ?? '-';
}
