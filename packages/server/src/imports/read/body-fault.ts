import type { JsonFault } from '@pimento/contract';
import { type CodedProblem, problem } from '@pimento/contract/problem';
import type { TextFault } from './json-words.ts';

/** Why a body cannot be read on. */
export type BodyFaultCause =
  | { code: 'malformed-json'; reason: JsonFault }
  | { code: 'product-too-large'; part: 'name' | 'value' | 'product' | 'line'; maxBytes: number };

/** A position in a body that no reading can get past. It ends the body; the products before it were delivered. */
export type BodyFault = BodyFaultCause & FaultPosition;

interface FaultPosition {
  /** 1-based; only a line feed ends a line. */
  line: number;
  /** 1-based, in bytes: bodies on a single line of gigabytes are common, and counting characters would read each byte once more. A leading BOM is not counted. */
  column: number;
  /** 0-based, in bytes of the decoded body, a leading BOM included. */
  offset: number;
}

/** The problem that a caller is answered with. */
export function problemOfFault(fault: BodyFault): Required<CodedProblem<BodyFault['code']>> {
  const { line, column, offset } = fault;
  return fault.code === 'malformed-json'
    ? problem(fault.code, { kind: 'position', line, column, offset, fault: fault.reason })
    : problem(fault.code, { line, column, offset, part: fault.part, maxBytes: fault.maxBytes });
}

/** Thrown by a product splitter; carries the fault as data. */
export class BodyFaultError extends Error {
  override readonly name = 'BodyFaultError';
  readonly fault: BodyFault;
  /** Products in the body before the place; undefined if they were not counted. */
  productsBefore: number | undefined;

  constructor(fault: BodyFault) {
    super(problemOfFault(fault).message);
    this.fault = fault;
  }
}

/** Where a value starts in the body, so that positions inside it can be computed later without the body. */
export interface BodyPlace {
  offset: number;
  line: number;
  column: number;
}

const lineFeed = 0x0a;

/** The position `distance` bytes into a value that starts at `start`; `bytes` are the value's own. */
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

/** The error for a fault inside a delivered product: `fault.offset` counts from the product's first byte, as `findJsonFault` gives it. */
export function malformedWithin(product: BodyPlace, bytes: Uint8Array, fault: TextFault): BodyFaultError {
  return new BodyFaultError({
    code: 'malformed-json',
    reason: fault.reason,
    ...placeWithin(product, bytes, fault.offset),
  });
}
