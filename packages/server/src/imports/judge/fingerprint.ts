import { type ProductId, productIdOf } from '../../platform/core.ts';
import { hash } from 'node:crypto';
import type { ImportType } from './import-types.ts';

/**
 * Creates a function that computes the fingerprint of a product from its bytes and everything else that affects the stored result. If the
 * fingerprints are equal, storing the product again cannot change anything.
 */
export function createFingerprinter(importType: ImportType, judgedVersion: number): (bytes: Uint8Array) => string {
  const salt = hash('sha256', `${importType} ${judgedVersion}`, 'buffer');
  return (bytes) => {
    const digest = hash('sha256', bytes, 'buffer');
    for (let at = 0; at < 16; at++) digest[at] = digest[at]! ^ salt[at]!; // both are 32 bytes long
    return digest.toString('hex', 0, 16);
  };
}

const idField = Buffer.from('"__ID"');
const quote = 0x22;
const backslash = 0x5c;
const maxGuessBytes = 1024;

/**
 * Guesses the product's id from the bytes without parsing them. Returns the plain string after the first `"__ID":`. A wrong guess is
 * harmless, because the id is only used to look up a fingerprint, and the fingerprint of a different product never matches.
 * @returns undefined if no string follows, or if it is too long or contains escapes or control characters
 */
export function guessProductId(bytes: Buffer): ProductId | undefined {
  const field = bytes.indexOf(idField);
  if (field === -1) return undefined;
  let start = field + idField.length;
  while (bytes[start] === 0x20 || bytes[start] === 0x3a || bytes[start] === 0x09) start++;
  if (bytes[start] !== quote) return undefined;
  const end = bytes.indexOf(quote, start + 1);
  if (end === -1 || end - start > maxGuessBytes) return undefined;
  for (let at = start + 1; at < end; at++) {
    const byte = bytes[at]!; // the index is inside the bounds
    if (byte === backslash || byte < 0x20 || byte === 0x7f) return undefined;
  }
  return productIdOf(bytes.toString('utf8', start + 1, end));
}
