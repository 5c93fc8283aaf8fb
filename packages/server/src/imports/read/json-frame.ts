import type { JsonExpectation, JsonFault } from '@pimento/contract';
import { BodyFaultError, type BodyPlace, malformedWithin } from './body-fault.ts';
import { findGrammarFault } from './json-grammar.ts';
import { expectedAt } from './json-words.ts';
import { createOpenValue, type OpenValue } from './open-value.ts';
import type { BodyFrame, ProductSink } from './body-frame.ts';
import { skipBom } from './utf8-gate.ts';
import {
  createValueScan,
  misfitting,
  scanValue,
  skipWhiteSpace,
  startValue,
  unfinished,
  type ValueScan,
} from './value-scan.ts';

const comma = 0x2c;
const colon = 0x3a;
const openArray = 0x5b;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** The tokens that can come next between values, with their names in messages. */
const expectations = {
  body: 'products-body',
  'first-name': 'products-name',
  name: 'name-after-comma',
  colon: 'colon',
  'member-value': 'value-after-colon',
  'products-list': 'products-list',
  'first-product': 'product-or-list-end',
  product: 'product-after-comma',
  'after-product': 'comma-or-list-end-after-product',
  'after-member': 'comma-or-object-end-after-member',
  end: 'end-after-brace',
} as const satisfies Record<string, JsonExpectation>;
type Expecting = keyof typeof expectations;

/** Returns the name that messages use for the current value. */
function partOf(expecting: Expecting): 'name' | 'value' | 'product' {
  if (expecting === 'name' || expecting === 'first-name') return 'name';
  return expecting === 'member-value' ? 'value' : 'product';
}
const valueStarts = new Set(Buffer.from('{["-0123456789tfn'));
const nameStarts = new Set(Buffer.from('"'));

/** The state of reading a body. */
interface Reading {
  readonly scan: ValueScan;
  readonly value: OpenValue;
  expecting: Expecting;
  sawProducts: boolean;
  /** True if the last property name that was read is `products`. */
  inProducts: boolean;
}

/** Reads `{"products":[…]}`. Only the few bytes between values are read here. Values are read by `scanValue`. */
export function createJsonFrame(maxProductBytes: number, onProduct: ProductSink): BodyFrame {
  const reading: Reading = {
    scan: createValueScan(),
    value: createOpenValue({ maxBytes: maxProductBytes, part: () => partOf(reading.expecting), line: false }),
    expecting: 'body',
    sawProducts: false,
    inProducts: false,
  };
  const { scan, value } = reading;
  return {
    feed(bytes, base) {
      let at = skipBom(bytes, base);
      if (at > 0) scan.lineStart = at;
      while (at < bytes.length) {
        at = value.isOpen ? readValue(reading, bytes, at, base, onProduct) : readFrame(reading, bytes, at, base);
      }
    },
    end(offset) {
      const { expecting } = reading;
      if (value.isOpen) refuse(reading, offset, { kind: 'ended-inside', part: partOf(expecting) });
      if (expecting !== 'end')
        refuse(reading, offset, { kind: 'expected', expected: expectations[expecting], found: 'end-of-body' });
    },
    refuse: (offset, reason) => refuse(reading, offset, reason),
  };
}

/** Consumes white space and one byte between values, or starts a value without consuming its first byte. */
function readFrame(reading: Reading, bytes: Buffer, from: number, base: number): number {
  const { scan, value, expecting } = reading;
  const at = skipWhiteSpace(scan, bytes, from, base);
  if (at === bytes.length) return at;
  const byte = bytes[at] ?? 0;
  if (startersOf(expecting)?.has(byte)) {
    startValue(scan, byte);
    value.begin({ offset: base + at, line: scan.line, column: base + at - scan.lineStart + 1 });
    return at;
  }
  const next = afterMark(expecting, byte);
  if (next === undefined) refuse(reading, base + at, expectedAt(bytes, at, expectations[expecting]));
  if (next === 'end' && !reading.sawProducts) refuse(reading, base + at, { kind: 'no-products' });
  reading.expecting = next === 'member-value' && reading.inProducts ? 'products-list' : next;
  return at + 1;
}

/** Continues reading the open value. When the value ends, passes it to the callback if it is a product. */
function readValue(reading: Reading, bytes: Buffer, from: number, base: number, onProduct: ProductSink): number {
  const { scan, value, expecting } = reading;
  const to = scanValue(scan, bytes, from, base);
  if (to === unfinished) {
    value.keep(bytes, from);
    return bytes.length;
  }
  if (to === misfitting) {
    value.keep(bytes.subarray(0, scan.misfit + 1), from);
    value.refuse({ kind: 'bracket' }, placeOfScan(reading, base + scan.misfit));
  }
  const whole = value.finish(bytes, from, to);
  if (expecting === 'product' || expecting === 'first-product') {
    reading.expecting = 'after-product';
    const { offset, line, column } = value.start;
    const { isTooLarge } = value;
    onProduct({ bytes: whole, offset, line, column, members: scan.members, depth: scan.deepest, isTooLarge });
    return to;
  }
  refuseMalformed(value, whole);
  if (expecting === 'member-value') {
    reading.expecting = 'after-member';
  } else {
    reading.expecting = 'colon';
    takeName(reading, whole);
  }
  return to;
}

function takeName(reading: Reading, name: Buffer): void {
  reading.inProducts = JSON.parse(name.toString()) === 'products';
  if (!reading.inProducts) return;
  if (reading.sawProducts)
    throw malformedWithin(reading.value.start, name, { offset: 0, reason: { kind: 'second-products' } });
  reading.sawProducts = true;
}

/**
 * Checks the syntax of names and skipped values, because no other code checks them. JSON.parse checks products later.
 * @throws the fault, with its position in the body
 */
function refuseMalformed({ start }: OpenValue, bytes: Buffer): void {
  const fault = findGrammarFault(bytes);
  if (fault !== undefined) throw malformedWithin(start, bytes, fault);
}

const placeOfScan = ({ scan }: Reading, offset: number): BodyPlace => ({
  offset,
  line: scan.line,
  column: offset - scan.lineStart + 1,
});

function refuse(reading: Reading, offset: number, reason: JsonFault): never {
  const { value } = reading;
  const place = placeOfScan(reading, offset);
  if (value.isOpen) value.refuse(reason, place);
  throw new BodyFaultError({ code: 'malformed-json', reason, ...place });
}

/** Returns the possible first bytes of the next value. @returns undefined if punctuation must come next */
function startersOf(expecting: Expecting): Set<number> | undefined {
  switch (expecting) {
    case 'product':
    case 'first-product':
    case 'member-value':
      return valueStarts;
    case 'name':
    case 'first-name':
      return nameStarts;
    default:
      return undefined;
  }
}

/** Returns what can follow this punctuation character. @returns undefined if the character is not allowed here */
function afterMark(expecting: Expecting, mark: number): Expecting | undefined {
  switch (expecting) {
    case 'body':
      return mark === openObject ? 'first-name' : undefined;
    case 'first-name':
      return mark === closeObject ? 'end' : undefined;
    case 'colon':
      return mark === colon ? 'member-value' : undefined;
    case 'products-list':
      return mark === openArray ? 'first-product' : undefined;
    case 'first-product':
      return mark === closeArray ? 'after-member' : undefined;
    case 'after-product':
      if (mark === comma) return 'product';
      return mark === closeArray ? 'after-member' : undefined;
    case 'after-member':
      if (mark === comma) return 'name';
      return mark === closeObject ? 'end' : undefined;
    default:
      return undefined;
  }
}
