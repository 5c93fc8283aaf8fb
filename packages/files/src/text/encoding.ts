/** Encodings of text files. Other encodings are rare in product data and can be distinguished from Windows-1252 only by guessing. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

export interface FoundEncoding {
  encoding: Encoding;
  /** The reason why the encoding was recognised, written for the user. */
  reason: string;
}

/** Returns true if bytes are UTF-8. The last character may be incomplete. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Recognises UTF-16 without a byte order mark. Nearly every other byte is then zero, because most characters of a table are ASCII. */
function findWide(bytes: Uint8Array): FoundEncoding | undefined {
  let even = 0;
  let odd = 0;
  for (const [index, byte] of bytes.entries()) {
    if (byte !== 0) continue;
    if (index % 2 === 0) even++;
    else odd++;
  }
  const half = bytes.length / 2;
  if (half < 2 || Math.max(even, odd) < half * 0.4 || Math.min(even, odd) > half * 0.05) return undefined;
  const encoding = odd > even ? 'utf-16le' : 'utf-16be';
  return { encoding, reason: `every second byte is zero, as in ${encoding.toUpperCase()}` };
}

/**
 * Detects the encoding of a text file from its first bytes. Looks for a byte order mark, zero bytes and valid UTF-8, and otherwise assumes
 * Windows-1252.
 * @param bytes the beginning of the file. More bytes give a more reliable result
 */
export function detectEncoding(bytes: Uint8Array): FoundEncoding {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', reason: 'byte order mark of UTF-8' };
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', reason: 'byte order mark of UTF-16LE' };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', reason: 'byte order mark of UTF-16BE' };
  const wide = findWide(bytes);
  if (wide) return wide;
  if (isUtf8(bytes)) return { encoding: 'utf-8', reason: 'valid UTF-8' };
  return { encoding: 'windows-1252', reason: 'not valid UTF-8, so Windows-1252 as Excel writes it' };
}
