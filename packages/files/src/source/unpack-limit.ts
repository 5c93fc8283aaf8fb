import { FileError } from './file-error.ts';

/** Maximum size in bytes after unpacking. This is equal to the limit of an import body. */
const maxUnpackedBytes = 4 * 1024 ** 3;
/** The ratio is not limited up to this number of unpacked bytes, because a small file of equal cells compresses very well. */
const freeBytes = 64 * 1024 ** 2;
/** Maximum ratio of unpacked to packed bytes beyond `freeBytes`. Sheets of equal rows reach about 100. Deflate can reach 1,032. */
const maxRatio = 300;

/**
 * Refuses a packed file that expands beyond the limits.
 * @param size number of unpacked bytes, either as declared or so far
 * @throws FileError file-too-large
 */
export function requireExpansion(size: number, packedBytes: number, name: string): void {
  if (size > maxUnpackedBytes)
    throw new FileError('file-too-large', `${name} has more than 4 GiB after unpacking. Split it into several files.`);
  if (size > freeBytes && size > packedBytes * maxRatio)
    throw new FileError('file-too-large', `${name} unpacks to more than ${maxRatio} times its size. Unpack it first.`);
}

/**
 * Yields the unpacked bytes unchanged.
 * @throws FileError file-too-large if a packed file expands beyond the limits
 */
export async function* limitUnpacked(
  bytes: AsyncIterable<Uint8Array>,
  packedBytes: number,
  name: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    requireExpansion(size, packedBytes, name);
    yield chunk;
  }
}
