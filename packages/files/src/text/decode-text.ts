import { FileError } from '../source/file-error.ts';
import type { Encoding } from './encoding.ts';

/** Characters of the bytes 0x80 to 0x9f in Windows-1252. The decoder of some Node versions reads them as control characters. */
const windows1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

const decodeWindows = (chunk: Uint8Array): string =>
  Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    .toString('latin1')
    .replaceAll(/[\u0080-\u009f]/g, (unit) => windows1252[unit.charCodeAt(0) - 0x80] ?? unit);

/** Returns true if bytes can be decoded. @param isOpen true if the last character may be incomplete */
function isValid(bytes: Uint8Array, encoding: Encoding, isOpen: boolean): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isOpen });
    return true;
  } catch {
    return false;
  }
}

/** Returns the number of bytes of the complete characters before the first invalid byte. */
function countValid(bytes: Uint8Array, encoding: Encoding): number {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isValid(bytes.subarray(0, middle), encoding, true)) low = middle;
    else high = middle - 1;
  }
  while (low > 0 && !isValid(bytes.subarray(0, low), encoding, false)) low--;
  return low;
}

/** Returns the number of bytes that continue a character of the previous chunk. */
function countContinued(chunk: Uint8Array): number {
  let count = 0;
  while (count < 3 && ((chunk[count] ?? 0) & 0xc0) === 0x80) count++;
  return count;
}

/**
 * Decodes bytes while they arrive, and removes a byte order mark. Invalid bytes are never replaced.
 * @param bytesBefore number of bytes of the file before these
 * @throws FileError encoding-wrong with the offset of the first invalid byte
 */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding,
  bytesBefore = 0,
): AsyncGenerator<string, void, undefined> {
  if (encoding === 'windows-1252') {
    for await (const chunk of bytes) yield decodeWindows(chunk);
    return;
  }
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: bytesBefore > 0 });
  const wrong = (offset: number, cause: unknown) =>
    new FileError(
      'encoding-wrong',
      `The file is not ${encoding.toUpperCase()}: invalid at byte ${offset}. Save it in UTF-8 or set another encoding.`,
      cause,
    );
  let offset = bytesBefore;
  for await (const chunk of bytes) {
    let text: string;
    try {
      text = decoder.decode(chunk, { stream: true });
    } catch (error) {
      const started = encoding === 'utf-8' ? countContinued(chunk) : 0;
      throw wrong(offset + started + countValid(chunk.subarray(started), encoding), error);
    }
    offset += chunk.length;
    yield text;
  }
  try {
    yield decoder.decode();
  } catch (error) {
    throw wrong(offset, error);
  }
}
