import { createHash } from 'node:crypto';
import { cleanIdentifier } from '@pimento/contract/text';
import { blank } from './text-pattern-rules.ts';

/** Pattern of values that are URLs to download. The pattern is valid in JavaScript and in PostgreSQL. Match it case-insensitively. */
export const urlPattern = `^[${blank}]*https?://`;
const url = new RegExp(urlPattern, 'i');

/** Maximum number of bytes of an asset's id, because an index key can have 2,700 bytes, and the same key also contains a product's id. */
export const longestIdBytes = 1_000;

/**
 * Returns the string that identifies an asset. A URL is unchanged. In an id, invisible characters and surrounding white space are removed.
 * The rest is converted to NFC.
 */
export function assetTextOf(value: string): string {
  return isDownload(value) ? value : cleanIdentifier(value);
}

/**
 * Returns the id of the asset that a value refers to, which is the result of `assetTextOf`. If this string is longer than 1,000 bytes, the
 * id is `sha256:` and the digest of the string. Ids in requests are converted in the same way, so a request can contain the value or the
 * id.
 */
export function assetIdOf(sent: string): string {
  const value = assetTextOf(sent);
  // A UTF-16 code unit takes at most three bytes in UTF-8.
  if (value.length * 3 <= longestIdBytes || Buffer.byteLength(value) <= longestIdBytes) return value;
  return `sha256:${createHash('sha256').update(value).digest('hex')}`;
}

/** Returns true if the value is a URL to download. An asset with any other value waits for an upload. */
export function isDownload(value: string): boolean {
  return url.test(value);
}

/**
 * Returns the key for limits per host, which is the host of a download URL in lower case, with the port unless it is the default port.
 * Returns "-" for an invalid URL. The download reports the error later.
 */
export function hostOf(address: string): string {
  return URL.parse(address.trim())?.host.toLowerCase() ?? '-';
}
