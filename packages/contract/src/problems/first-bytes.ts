/** Formats of files that are sent by mistake instead of JSON. Their first bytes identify them. */
export const foreignFormats = ['utf-16', 'utf-32', 'gzip', 'zstd', 'zip'] as const;
export type ForeignFormat = (typeof foreignFormats)[number];

/** Number of bytes that `findForeignFormat` examines. */
export const firstBytesCount = 4;

/**
 * Recognizes text in UTF-16 or UTF-32. Such text begins with a byte order mark, or with an ASCII character, which has zero bytes next to
 * it.
 */
function findWideText([a = 1, b = 1, c = 1, d = 1]: Uint8Array): ForeignFormat | undefined {
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'utf-32' : 'utf-16';
  if (a === 0xfe && b === 0xff) return 'utf-16';
  if (a === 0) return b === 0 ? 'utf-32' : 'utf-16';
  if (b === 0) return c === 0 && d === 0 ? 'utf-32' : 'utf-16';
  return undefined;
}

const isSkippableFrame = ([a = 0, b, c, d]: Uint8Array) =>
  a >= 0x50 && a <= 0x5f && b === 0x2a && c === 0x4d && d === 0x18;

/**
 * Recognizes a format that is not JSON in UTF-8, from the first four bytes of a file or from fewer if the file is shorter. No JSON text in
 * UTF-8 starts with the bytes that are recognized.
 */
export function findForeignFormat(bytes: Uint8Array): ForeignFormat | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0x1f && b === 0x8b) return 'gzip';
  if ((a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd) || isSkippableFrame(bytes)) return 'zstd';
  if (a === 0x50 && b === 0x4b && (c === 0x03 || c === 0x05) && d === c + 1) return 'zip';
  return findWideText(bytes);
}
