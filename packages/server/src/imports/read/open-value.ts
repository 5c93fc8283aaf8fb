import type { JsonFault } from '@pimento/contract';
import { type BodyFault, type BodyPlace, BodyFaultError, placeWithin } from './body-fault.ts';
import { findGrammarFault } from './json-grammar.ts';

const firstCapacity = 64 * 1024;
const carriageReturn = 0x0d;

type LargePart = Extract<BodyFault, { code: 'product-too-large' }>['part'];

/** The value that is being read: where it starts, and those of its bytes that came in earlier chunks. One for a whole body. */
export interface OpenValue {
  readonly isOpen: boolean;
  readonly start: BodyPlace;
  begin(start: BodyPlace): void;
  /** Keeps the value's bytes of a chunk that ends inside it. Throws a fault when the value is over the limit. */
  keep(bytes: Buffer, from: number): void;
  /** Ends the value before `to` and returns all its bytes, valid until the next `begin`. Throws a fault when it is over the limit. */
  finish(bytes: Buffer, from: number, to: number): Buffer;
  /** Throws the first fault inside the bytes that were kept; `reason` about their end where they could go on to be JSON. */
  refuse(reason: JsonFault): never;
  /** Throws the first fault inside the value, whose last byte, before `to`, cannot stand there. */
  refuseLast(bytes: Buffer, from: number, to: number, reason: JsonFault): never;
}

/**
 * Builds the reader's memory of one value. It grows to `maxBytes` at most; each byte is copied a bounded number of times however small the chunks are.
 * `part` is what messages call the value. With `line`, the value may end with a carriage return, which is not part of it.
 */
export function createOpenValue(options: { maxBytes: number; part: () => LargePart; line: boolean }): OpenValue {
  const { maxBytes, part } = options;
  const maxKept = options.line ? maxBytes + 1 : maxBytes;
  let kept = Buffer.alloc(0);
  let length = 0;
  let isOpen = false;
  let start: BodyPlace = { offset: 0, line: 1, column: 1 };

  function append(bytes: Buffer, from: number, to: number): void {
    const needed = length + to - from;
    if (needed > kept.length) {
      // Not from the shared pool: the buffer lives as long as the body.
      const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(needed, kept.length * 2, firstCapacity), maxKept));
      kept.copy(larger, 0, 0, length);
      kept = larger;
    }
    bytes.copy(kept, length, from, to);
    length = needed;
  }

  function refuseTooLarge(bytes: Buffer, from: number): never {
    if (length < maxBytes) append(bytes, from, from + maxBytes - length);
    length = maxBytes;
    return refuseKept({ code: 'product-too-large', part: part(), maxBytes, ...start });
  }

  /** After a missing quote or bracket everything seems to belong to the value, so its first fault comes before what was noticed. */
  function refuseKept(noticed: BodyFault): never {
    const read = kept.subarray(0, length);
    const inner = findGrammarFault(read);
    if (inner === undefined || inner.offset === length) throw new BodyFaultError(noticed);
    throw new BodyFaultError({
      code: 'malformed-json',
      reason: inner.reason,
      ...placeWithin(start, read, inner.offset),
    });
  }

  function refuse(reason: JsonFault): never {
    return refuseKept({ code: 'malformed-json', reason, ...placeWithin(start, kept.subarray(0, length), length) });
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
      length = 0;
      isOpen = true;
    },
    keep(bytes, from) {
      if (length + bytes.length - from > maxKept) refuseTooLarge(bytes, from);
      append(bytes, from, bytes.length);
    },
    finish(bytes, from, to) {
      const last = to > from ? bytes[to - 1] : kept[length - 1];
      const dropped = options.line && last === carriageReturn ? 1 : 0;
      if (length + to - from - dropped > maxBytes) refuseTooLarge(bytes, from);
      isOpen = false;
      if (length === 0) return bytes.subarray(from, to - dropped);
      append(bytes, from, to);
      return kept.subarray(0, length - dropped);
    },
    refuseLast(bytes, from, to, reason) {
      if (length + to - from > maxBytes) refuseTooLarge(bytes, from);
      append(bytes, from, to);
      return refuse(reason);
    },
  };
}
