import type { JsonFault } from '@pimento/contract';
import { type CodedProblem, problem } from '@pimento/contract/problem';
import type { TextFault } from './json-words.ts';

/** The reason why a body cannot be read further. */
export type BodyFaultCause =
  | { code: 'malformed-json'; reason: JsonFault }
  | { code: 'product-too-large'; part: 'name' | 'value' | 'product' | 'line'; maxBytes: number };

/** A fault in a body, with its position. Reading ends at the fault. All products before it have been delivered. */
export type BodyFault = BodyFaultCause & FaultPosition;

interface FaultPosition {
  /** The line number, 1-based. Only a line feed ends a line. */
  line: number;
  /**
   * The column, 1-based, in bytes, without a leading BOM. Counting characters instead would require reading each byte again, and bodies
   * with gigabytes on a single line are common.
   */
  column: number;
  /** The offset, 0-based, in bytes of the decoded body, including a leading BOM. */
  offset: number;
}

/** Returns a fault as the problem of a response. */
export function problemOfFault(fault: BodyFault): Required<CodedProblem<BodyFault['code']>> {
  const { line, column, offset } = fault;
  return fault.code === 'malformed-json'
    ? problem(fault.code, { kind: 'position', line, column, offset, fault: fault.reason })
    : problem(fault.code, { line, column, offset, part: fault.part, maxBytes: fault.maxBytes });
}

/** Thrown by a product splitter. Contains the fault as data. */
export class BodyFaultError extends Error {
  override readonly name = 'BodyFaultError';
  readonly fault: BodyFault;
  /** Number of products in the body before the fault. Undefined if they were not counted. */
  productsBefore: number | undefined;

  constructor(fault: BodyFault) {
    super(problemOfFault(fault).message);
    this.fault = fault;
  }
}

/** Start position of a value in the body. Positions inside the value can be computed from it without the body. */
export interface BodyPlace {
  offset: number;
  line: number;
  column: number;
}

const lineFeed = 0x0a;

/** Computes the position `distance` bytes after the start of a value. @param bytes the bytes of the value */
export function placeWithin(start: BodyPlace, bytes: Uint8Array, distance: number): BodyPlace {
  let line = start.line;
  let lineStart = start.offset - start.column + 1;
  for (let at = bytes.indexOf(lineFeed); at !== -1 && at < distance; at = bytes.indexOf(lineFeed, at + 1)) {
    line += 1;
    lineStart = start.offset + at + 1;
  }
  const offset = start.offset + distance;
  return { offset, line, column: offset - lineStart + 1 };
}

/**
 * Creates the error for a fault inside a delivered product. `fault.offset` is relative to the product's first byte, as returned by
 * `findJsonFault`.
 */
export function malformedWithin(product: BodyPlace, bytes: Uint8Array, fault: TextFault): BodyFaultError {
  return new BodyFaultError({
    code: 'malformed-json',
    reason: fault.reason,
    ...placeWithin(product, bytes, fault.offset),
  });
}
