import type { JsonFault } from '@pimento/contract';
import { type BodyFault, type BodyPlace, BodyFaultError, placeWithin } from './body-fault.ts';
import { findGrammarFault } from './json-grammar.ts';
import type { TextFault } from './json-words.ts';

const firstCapacity = 64 * 1024;
const carriageReturn = 0x0d;

type LargePart = Extract<BodyFault, { code: 'product-too-large' }>['part'];

/** The value that is being read, with its start position and its bytes from earlier chunks. One object is reused for the whole body. */
export interface OpenValue {
  readonly isOpen: boolean;
  /** True if the value exceeds the limit. If so, only its first `maxBytes` bytes are kept. These bytes have no fault. */
  readonly isTooLarge: boolean;
  readonly start: BodyPlace;
  begin(start: BodyPlace): void;
  /**
   * Keeps the value's bytes from a chunk that ends inside the value.
   * @throws BodyFaultError if the value exceeds the limit, unless it is a product or a line whose first bytes have no fault
   */
  keep(bytes: Buffer, from: number): void;
  /**
   * Ends the value before `to` and returns all its bytes, or the first `maxBytes` of a product or line that is too large. The bytes are
   * valid until the next `begin`.
   * @throws BodyFaultError like `keep`
   */
  finish(bytes: Buffer, from: number, to: number): Buffer;
  /** Throws the first fault in the kept bytes. If they have no fault, throws `reason` at `place`. */
  refuse(reason: JsonFault, place: BodyPlace): never;
}

/** A buffer that grows by doubling. */
interface GrowingBuffer {
  readonly length: number;
  append(bytes: Buffer, from: number, to: number): void;
  /** Returns the bytes without copying them. */
  view(): Buffer;
  truncate(length: number): void;
}

function createGrowingBuffer(maxBytes: number): GrowingBuffer {
  let buffer = Buffer.alloc(0);
  let length = 0;
  return {
    get length() {
      return length;
    },
    append(bytes, from, to) {
      const needed = length + to - from;
      if (needed > buffer.length) {
        // The buffer is not allocated from the shared pool, because it is used until the end of the body.
        const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(needed, buffer.length * 2, firstCapacity), maxBytes));
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      bytes.copy(buffer, length, from, to);
      length = needed;
    },
    view: () => buffer.subarray(0, length),
    truncate(to) {
      length = Math.min(length, to);
    },
  };
}

/**
 * Keeps the bytes of one value across chunks, up to `maxBytes`. The number of copies per byte is bounded, even if chunks are very small.
 * `part` is the name of the value in messages. Only the beginning of a larger product or line is kept. Any other larger value is a fault.
 * If `line` is true, a carriage return at the end is not part of the value.
 */
export function createOpenValue(options: { maxBytes: number; part: () => LargePart; line: boolean }): OpenValue {
  const { maxBytes, part } = options;
  const maxKept = options.line ? maxBytes + 1 : maxBytes;
  const kept = createGrowingBuffer(maxKept);
  let isOpen = false;
  let isTooLarge = false;
  let start: BodyPlace = { offset: 0, line: 1, column: 1 };

  /** Keeps the beginning of a value that exceeds the limit. */
  function cut(bytes: Buffer, from: number): void {
    if (isTooLarge) return;
    if (kept.length < maxBytes) kept.append(bytes, from, from + maxBytes - kept.length);
    kept.truncate(maxBytes);
    isTooLarge = true;
    const inner = findGrammarFault(kept.view());
    if (inner !== undefined && inner.offset < maxBytes) refuseInner(inner);
    const found = part();
    if (found === 'name' || found === 'value')
      throw new BodyFaultError({ code: 'product-too-large', part: found, maxBytes, ...start });
  }

  function refuseInner({ offset, reason }: TextFault): never {
    throw new BodyFaultError({ code: 'malformed-json', reason, ...placeWithin(start, kept.view(), offset) });
  }

  function refuse(reason: JsonFault, place: BodyPlace): never {
    // If a quote or bracket is missing, all following bytes seem to belong to the value. An earlier fault inside the value is therefore
    // reported instead of the fault at its end. The kept beginning of a value that is too large has no fault.
    const inner = isTooLarge ? undefined : findGrammarFault(kept.view());
    if (inner !== undefined && inner.offset < kept.length) refuseInner(inner);
    throw new BodyFaultError({ code: 'malformed-json', reason, ...place });
  }

  return {
    refuse,
    get isOpen() {
      return isOpen;
    },
    get isTooLarge() {
      return isTooLarge;
    },
    get start() {
      return start;
    },
    begin(at) {
      start = at;
      kept.truncate(0);
      isOpen = true;
      isTooLarge = false;
    },
    keep(bytes, from) {
      if (isTooLarge || kept.length + bytes.length - from > maxKept) cut(bytes, from);
      else kept.append(bytes, from, bytes.length);
    },
    finish(bytes, from, to) {
      const last = to > from ? bytes[to - 1] : kept.view().at(-1);
      const dropped = options.line && last === carriageReturn ? 1 : 0;
      if (isTooLarge || kept.length + to - from - dropped > maxBytes) cut(bytes, from);
      isOpen = false;
      if (isTooLarge) return kept.view();
      if (kept.length === 0) return bytes.subarray(from, to - dropped);
      kept.append(bytes, from, to);
      return kept.view().subarray(0, kept.length - dropped);
    },
  };
}
