import type { JsonExpectation, JsonFault } from '@pimento/contract';
import { BodyFaultError, malformedWithin } from './body-fault.ts';
import { findGrammarFault } from './json-grammar.ts';
import { expectedAt } from './json-words.ts';
import { createOpenValue, type OpenValue } from './open-value.ts';
import type { BodyFrame, ProductSink } from './body-frame.ts';
import { skipBom } from './utf8-gate.ts';
import { createValueScan, misfitting, scanValue, startValue, unfinished, type ValueScan } from './value-scan.ts';

const comma = 0x2c;
const colon = 0x3a;
const openArray = 0x5b;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;
const lineFeed = 0x0a;

/** What may come next outside values, and what messages call it. */
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

/** What messages call the value that is read. */
function partOf(expecting: Expecting): 'name' | 'value' | 'product' {
  if (expecting === 'name' || expecting === 'first-name') return 'name';
  return expecting === 'member-value' ? 'value' : 'product';
}
const valueStarts = new Set(Buffer.from('{["-0123456789tfn'));
const nameStarts = new Set(Buffer.from('"'));

/** How far the reading of a body has come. */
interface Reading {
  readonly scan: ValueScan;
  readonly value: OpenValue;
  expecting: Expecting;
  sawProducts: boolean;
  /** The member whose colon comes next is `products`. */
  inProducts: boolean;
}

/** Reads `{"products":[…]}`. The frame is a few bytes a product; within values `scanValue` does the work. */
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
      if (value.isOpen) value.refuse({ kind: 'ended-inside', part: partOf(expecting) });
      if (expecting !== 'end')
        refuse(reading, offset, { kind: 'expected', expected: expectations[expecting], found: 'end-of-body' });
    },
    refuse: (offset, reason) => refuse(reading, offset, reason),
  };
}

/** Takes one byte between values, or begins a value and takes nothing. */
function readFrame(reading: Reading, bytes: Buffer, at: number, base: number): number {
  const { scan, value, expecting } = reading;
  const byte = bytes[at] ?? 0;
  if (byte === lineFeed) {
    scan.line += 1;
    scan.lineStart = base + at + 1;
    return at + 1;
  }
  if (byte === 0x20 || byte === 0x09 || byte === 0x0d) return at + 1;
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

/** Reads on in the open value; hands it on if it is a product. */
function readValue(reading: Reading, bytes: Buffer, from: number, base: number, onProduct: ProductSink): number {
  const { scan, value, expecting } = reading;
  const to = scanValue(scan, bytes, from, base);
  if (to === unfinished) {
    value.keep(bytes, from);
    return bytes.length;
  }
  if (to === misfitting) value.refuseLast(bytes, from, scan.misfit + 1, { kind: 'bracket' });
  const whole = value.finish(bytes, from, to);
  if (expecting === 'product' || expecting === 'first-product') {
    reading.expecting = 'after-product';
    const { offset, line, column } = value.start;
    onProduct({ bytes: whole, offset, line, column, members: scan.members, depth: scan.deepest });
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

/** Products are left to JSON.parse; names and skipped values are checked only here. */
function refuseMalformed({ start }: OpenValue, bytes: Buffer): void {
  const fault = findGrammarFault(bytes);
  if (fault !== undefined) throw malformedWithin(start, bytes, fault);
}

function refuse({ scan, value }: Reading, offset: number, reason: JsonFault): never {
  if (value.isOpen) value.refuse(reason);
  throw new BodyFaultError({
    code: 'malformed-json',
    reason,
    offset,
    line: scan.line,
    column: offset - scan.lineStart + 1,
  });
}

/** First bytes of the value that may come next, undefined if a mark must. */
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

/** What may follow a mark that is allowed here; undefined if it is not. */
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
