import type { IdentifierFault } from '@pimento/contract';

const maxIdentifierLength = 255;

/** No normalisation makes 255 characters out of more code units than this; longer texts need not be normalised to be refused. */
const hopelessLength = 8192;

/**
 * Reads an id or a name: NFC, 1 to 255 characters (code points), no control characters, no half surrogate pair.
 * Answers the normalised text, or the rule that it breaks.
 */
export function readIdentifier(text: string): { text: string } | { fault: IdentifierFault } {
  if (text === '') return { fault: 'empty' };
  if (text.length > hopelessLength) return { fault: 'too-long' };
  if (!text.isWellFormed()) return { fault: 'half-surrogate' };
  const normalized = text.normalize('NFC');
  if (/\p{Cc}/u.test(normalized)) return { fault: 'control-character' };
  return countCharacters(normalized) > maxIdentifierLength ? { fault: 'too-long' } : { text: normalized };
}

/** The number of code points, counted without copying the text. */
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
