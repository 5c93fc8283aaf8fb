import type { JsonFault } from '@pimento/contract';
import { type BodyFault, type BodyPlace, BodyFaultError, placeWithin } from './body-fault.ts';
import { findGrammarFault } from './json-grammar.ts';

const firstCapacity = 64 * 1024;
const carriageReturn = 0x0d;

type LargePart = Extract<BodyFault, { code: 'product-too-large' }>['part'];

/** The value that is being read: its start position and its bytes from earlier chunks. One object is reused for the whole body. */
export interface OpenValue {
  readonly isOpen: boolean;
  readonly start: BodyPlace;
  begin(start: BodyPlace): void;
  /** Keeps the value's bytes from a chunk that ends inside the value. Throws a fault if the value exceeds the limit. */
  keep(bytes: Buffer, from: number): void;
  /** Ends the value before `to` and returns all its bytes, valid until the next `begin`. Throws a fault if the value exceeds the limit. */
  finish(bytes: Buffer, from: number, to: number): Buffer;
  /** Throws the first fault in the kept bytes. If they are only incomplete, throws `reason` at their end. */
  refuse(reason: JsonFault): never;
  /** Throws the first fault in the value; `reason` applies to its last byte (the byte before `to`). */
  refuseLast(bytes: Buffer, from: number, to: number, reason: JsonFault): never;
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
        // Not allocated from the shared pool, because the buffer is used until the end of the body.
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

/** Throws the first fault inside the bytes of a value. If there is none, throws the fault `found` at their end. */
function refuseBytes(start: BodyPlace, bytes: Buffer, found: BodyFault): never {
  const inner = findGrammarFault(bytes);
  // If a quote or bracket is missing, all following bytes seem to belong to the value. Therefore an earlier fault inside the value replaces
  // the fault `found` at the end.
  if (inner === undefined || inner.offset === bytes.length) throw new BodyFaultError(found);
  throw new BodyFaultError({
    code: 'malformed-json',
    reason: inner.reason,
    ...placeWithin(start, bytes, inner.offset),
  });
}

/**
 * Keeps the bytes of one value across chunks, up to `maxBytes`. Each byte is copied a bounded number of times, even if chunks are very
 * small. `part` is the name of the value in messages. If `line` is true, a carriage return at the end is not part of the value.
 */
export function createOpenValue(options: { maxBytes: number; part: () => LargePart; line: boolean }): OpenValue {
  const { maxBytes, part } = options;
  const maxKept = options.line ? maxBytes + 1 : maxBytes;
  const kept = createGrowingBuffer(maxKept);
  let isOpen = false;
  let start: BodyPlace = { offset: 0, line: 1, column: 1 };

  function refuseTooLarge(bytes: Buffer, from: number): never {
    if (kept.length < maxBytes) kept.append(bytes, from, from + maxBytes - kept.length);
    kept.truncate(maxBytes);
    return refuseBytes(start, kept.view(), { code: 'product-too-large', part: part(), maxBytes, ...start });
  }

  function refuse(reason: JsonFault): never {
    const bytes = kept.view();
    return refuseBytes(start, bytes, { code: 'malformed-json', reason, ...placeWithin(start, bytes, bytes.length) });
  }

  return {
    refuse,
    get isOpen() {
      return isOpen;
    },
    get start() {
      return start;
    },
    begin(at) {
      start = at;
      kept.truncate(0);
      isOpen = true;
    },
    keep(bytes, from) {
      if (kept.length + bytes.length - from > maxKept) refuseTooLarge(bytes, from);
      kept.append(bytes, from, bytes.length);
    },
    finish(bytes, from, to) {
      const last = to > from ? bytes[to - 1] : kept.view().at(-1);
      const dropped = options.line && last === carriageReturn ? 1 : 0;
      if (kept.length + to - from - dropped > maxBytes) refuseTooLarge(bytes, from);
      isOpen = false;
      if (kept.length === 0) return bytes.subarray(from, to - dropped);
      kept.append(bytes, from, to);
      return kept.view().subarray(0, kept.length - dropped);
    },
    refuseLast(bytes, from, to, reason) {
      if (kept.length + to - from > maxBytes) refuseTooLarge(bytes, from);
      kept.append(bytes, from, to);
      return refuse(reason);
    },
  };
}
