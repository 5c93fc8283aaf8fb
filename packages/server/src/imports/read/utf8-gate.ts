import { isUtf8 } from 'node:buffer';
import type { JsonFault } from '@pimento/contract';

/** Returns the offset of the first invalid or incomplete UTF-8 sequence. @returns undefined if all bytes are valid UTF-8 */
export function findUtf8Fault(bytes: Uint8Array): number | undefined {
  if (isUtf8(bytes)) return undefined;
  let at = 0;
  while (at < bytes.length) {
    const size = sequenceSize(bytes[at] ?? 0);
    if (size === 0 || at + size > bytes.length || !isUtf8(bytes.subarray(at, at + size))) return at;
    at += size;
  }
  return undefined;
}

/** Creates the fault for an invalid UTF-8 sequence that starts with this byte. */
export const utf8Fault = (byte: number): JsonFault => ({
  kind: 'not-utf-8',
  byte: `0x${byte.toString(16).toUpperCase().padStart(2, '0')}`,
});

/** Validates the chunks of a body, and passes on chunks of valid UTF-8 that never split a character. */
export interface Utf8Gate {
  /** Calls `feed` with complete characters and their offset in the body, then `refuse` if a sequence is invalid. */
  push(chunk: Buffer): void;
  /** Ends the body. Calls `refuse` if it ended inside a character. */
  end(): void;
  readonly bytesRead: number;
}

/** Creates a UTF-8 validator. `refuse` must throw. At most three bytes are buffered between chunks. */
export function createUtf8Gate(
  feed: (bytes: Buffer, offset: number) => void,
  refuse: (offset: number, reason: JsonFault) => never,
): Utf8Gate {
  const cut = Buffer.alloc(4);
  let cutLength = 0;
  let bytesRead = 0;

  function refuseCut(): never {
    return refuse(bytesRead - cutLength, utf8Fault(cut[0] ?? 0));
  }

  /** Completes a split character with bytes from the start of the chunk. @returns the number of bytes used */
  function completeCut(chunk: Buffer): number {
    const size = sequenceSize(cut[0] ?? 0);
    const taken = Math.min(size - cutLength, chunk.length);
    chunk.copy(cut, cutLength, 0, taken);
    const joined = cut.subarray(0, cutLength + taken);
    if (joined.length === size && !isUtf8(joined)) refuseCut();
    const start = bytesRead - cutLength;
    cutLength = joined.length;
    bytesRead += taken;
    if (cutLength < size) return taken;
    cutLength = 0;
    feed(joined, start);
    return taken;
  }

  function push(chunk: Buffer): void {
    const rest = cutLength === 0 ? chunk : chunk.subarray(completeCut(chunk));
    if (rest.length === 0) return;
    const tail = unfinishedTail(rest);
    const whole = tail === 0 ? rest : rest.subarray(0, rest.length - tail);
    const faultAt = findUtf8Fault(whole);
    const start = bytesRead;
    const readable = faultAt === undefined ? whole : whole.subarray(0, faultAt);
    bytesRead += readable.length;
    if (readable.length > 0) feed(readable, start);
    if (faultAt !== undefined) refuse(bytesRead, utf8Fault(whole[faultAt] ?? 0));
    rest.copy(cut, 0, whole.length);
    cutLength = tail;
    bytesRead += tail;
  }

  function end(): void {
    if (cutLength > 0) refuseCut();
  }

  return {
    push,
    end,
    get bytesRead() {
      return bytesRead;
    },
  };
}

/** Returns the length of the sequence that starts with this byte, or 0 if no sequence can start with it. */
function sequenceSize(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc2) return 0;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  return lead < 0xf5 ? 4 : 0;
}

/** Returns the number of bytes at the end that belong to a character continued in the next chunk. */
function unfinishedTail(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return sequenceSize(byte) > back ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

/** Returns the length of the byte order mark at the start of the body, or 0 at any other offset. Chunks never split the mark. */
export function skipBom(bytes: Uint8Array, offset: number): number {
  return offset === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}
