import type { IdentifierFault } from '@pimento/contract';

const maxIdentifierLength = 255;

/** Maximum number of code units. Normalization cannot reduce a longer text to 255 characters, so it is rejected without being normalized. */
const maxRawLength = 8192;

/**
 * Parses an id or a name: 1 to 255 characters (code points) in NFC, no control characters, no lone surrogates. Returns the normalized text
 * or the violated rule.
 */
export function parseIdentifier(text: string): { text: string } | { fault: IdentifierFault } {
  if (text === '') return { fault: 'empty' };
  if (text.length > maxRawLength) return { fault: 'too-long' };
  if (!text.isWellFormed()) return { fault: 'half-surrogate' };
  const normalized = text.normalize('NFC');
  if (/\p{Cc}/u.test(normalized)) return { fault: 'control-character' };
  return countCharacters(normalized) > maxIdentifierLength ? { fault: 'too-long' } : { text: normalized };
}

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
