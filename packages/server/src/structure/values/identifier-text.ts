import type { IdentifierFault } from '@pimento/contract';
import { cleanIdentifier, hasRemovable } from '@pimento/contract/text';

const maxIdentifierLength = 255;

/**
 * Maximum number of code units before cleaning. Cleaning rarely reduces a longer text to 255 characters, so longer texts are rejected
 * without cleaning.
 */
const maxRawLength = 8192;

/** Matches ASCII identifiers that need no cleaning. Tested first, because most identifiers match. */
const plain = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;

/** `sent` is the uncleaned text in NFC, which earlier versions of Pimento stored. Set only if characters were removed. */
export interface Identifier {
  text: string;
  sent?: string;
}

/**
 * Parses an id or a name. White space at the ends and invisible format characters are removed, and the text is converted to NFC. The result
 * must have 1 to 255 characters (code points), no control characters and no lone surrogates.
 * @returns the cleaned text or the violated rule
 */
export function parseIdentifier(text: string): Identifier | { fault: IdentifierFault } {
  if (plain.test(text)) return { text };
  if (text === '') return { fault: 'empty' };
  if (text.length > maxRawLength) return { fault: 'too-long' };
  if (!text.isWellFormed()) return { fault: 'half-surrogate' };
  const clean = cleanIdentifier(text);
  if (clean === '') return { fault: 'empty' };
  if (/\p{Cc}/u.test(clean)) return { fault: 'control-character' };
  if (countCharacters(clean) > maxIdentifierLength) return { fault: 'too-long' };
  return hasRemovable(text) ? { text: clean, sent: text.normalize('NFC') } : { text: clean };
}

/**
 * Parses an id that is part of a URL path, such as a product id, like `parseIdentifier`. Also rejects "." and "..", because they have a
 * special meaning in URLs.
 */
export function parseAddressable(text: string): Identifier | { fault: IdentifierFault } {
  const read = parseIdentifier(text);
  return 'text' in read && isPathStep(read.text) ? { fault: 'path-step' } : read;
}

/** Returns true if Pimento could have stored the text as an identifier. Earlier versions did not clean identifiers. */
export const isStoredIdentifier = (text: string): boolean =>
  text !== '' &&
  text.length <= maxRawLength &&
  countCharacters(text) <= maxIdentifierLength &&
  text.isWellFormed() &&
  text === text.normalize('NFC') &&
  !/\p{Cc}/u.test(text);

/** Returns true for "." and "..", which HTTP clients remove from URL paths. */
export const isPathStep = (text: string): boolean => text === '.' || text === '..';

/** Counts code points without copying the text. */
export function countCharacters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const startsPair = unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
    if (startsPair) at += 1;
    count += 1;
  }
  return count;
}
