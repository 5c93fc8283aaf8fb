import type { JsonExpectation, JsonFault } from '@pimento/contract';
import { BodyFaultError, malformedWithin } from './body-fault.ts';
import { findGrammarFault } from './json-grammar.ts';
import { expectedAt } from './json-words.ts';
import { createOpenValue } from './open-value.ts';
import type { BodyFrame, ProductSink } from './body-frame.ts';
import { skipBom } from './utf8-gate.ts';
import { createValueScan, misfitting, scanValue, startValue, unfinished } from './value-scan.ts';

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

/** Reads `{"products":[…]}`. The frame is a few bytes a product; within values `scanValue` does the work. */
export function createJsonFrame(maxProductBytes: number, onProduct: ProductSink): BodyFrame {
  const scan = createValueScan();
  const value = createOpenValue({
    maxBytes: maxProductBytes,
    part: () => partOf(expecting),
    line: false,
  });
  let expecting: Expecting = 'body';
  let sawProducts = false;
  /** The member whose colon comes next is `products`. */
  let inProducts = false;

  function feed(bytes: Buffer, base: number): void {
    let at = skipBom(bytes, base);
    if (at > 0) scan.lineStart = at;
    while (at < bytes.length) {
      at = value.isOpen ? readValue(bytes, at, base) : readFrame(bytes, at, base);
    }
  }

  /** Takes one byte between values, or begins a value and takes nothing. */
  function readFrame(bytes: Buffer, at: number, base: number): number {
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
    if (next === undefined) refuse(base + at, expectedAt(bytes, at, expectations[expecting]));
    if (next === 'end' && !sawProducts) refuse(base + at, { kind: 'no-products' });
    expecting = next === 'member-value' && inProducts ? 'products-list' : next;
    return at + 1;
  }

  function readValue(bytes: Buffer, from: number, base: number): number {
    const to = scanValue(scan, bytes, from, base);
    if (to === unfinished) {
      value.keep(bytes, from);
      return bytes.length;
    }
    if (to === misfitting) value.refuseLast(bytes, from, scan.misfit + 1, { kind: 'bracket' });
    const whole = value.finish(bytes, from, to);
    if (expecting === 'product' || expecting === 'first-product') {
      expecting = 'after-product';
      const { offset, line, column } = value.start;
      onProduct({ bytes: whole, offset, line, column, members: scan.members, depth: scan.deepest });
      return to;
    }
    refuseMalformed(whole);
    if (expecting === 'member-value') {
      expecting = 'after-member';
    } else {
      expecting = 'colon';
      takeName(whole);
    }
    return to;
  }

  function takeName(name: Buffer): void {
    inProducts = JSON.parse(name.toString()) === 'products';
    if (!inProducts) return;
    if (sawProducts) throw malformedWithin(value.start, name, { offset: 0, reason: { kind: 'second-products' } });
    sawProducts = true;
  }

  /** Products are left to JSON.parse; nobody else looks at names and at the values that are skipped. */
  function refuseMalformed(bytes: Buffer): void {
    const fault = findGrammarFault(bytes);
    if (fault !== undefined) throw malformedWithin(value.start, bytes, fault);
  }

  function refuse(offset: number, reason: JsonFault): never {
    if (value.isOpen) value.refuse(reason);
    throw new BodyFaultError({
      code: 'malformed-json',
      reason,
      offset,
      line: scan.line,
      column: offset - scan.lineStart + 1,
    });
  }

  function end(offset: number): void {
    if (value.isOpen) value.refuse({ kind: 'ended-inside', part: partOf(expecting) });
    if (expecting !== 'end')
      refuse(offset, { kind: 'expected', expected: expectations[expecting], found: 'end-of-body' });
  }

  return { feed, end, refuse };
}

/** First bytes of the value that may come next, undefined where a mark must. */
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

/** What follows a mark that may stand here; undefined where it may not. */
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
