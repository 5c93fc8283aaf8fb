import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { test } from 'node:test';
import { startTestService } from '../../test-service.ts';
import { findJsonFault } from '../../../src/imports/read/json-fault.ts';
import { listMutations, type Mutation } from './json-mutations.ts';
import { splitBody, type SplitBody } from './split-body.ts';

const bom = Buffer.from('\ufeff');
const mutations = listMutations();

type Parsed = { value: unknown } | undefined;

/** The reference implementation, which is JSON.parse of valid UTF-8. Like this service, it accepts a byte order mark at the start. */
function parse(bytes: Buffer): Parsed {
  const rest = bytes.subarray(0, 3).equals(bom) ? bytes.subarray(3) : bytes;
  if (!isUtf8(rest)) return undefined;
  try {
    return { value: JSON.parse(rest.toString()) };
  } catch {
    return undefined;
  }
}

/** Returns the products of a JSON body according to the reference implementation, or undefined if the body must be refused. */
function productsOfJson(body: Buffer): unknown[] | undefined {
  const parsed = parse(body);
  if (typeof parsed?.value !== 'object' || parsed.value === null || !('products' in parsed.value)) return undefined;
  return Array.isArray(parsed.value.products) ? parsed.value.products : undefined;
}

/** Returns the products of an NDJSON body according to the reference implementation, or undefined if the body must be refused. */
function productsOfLines(body: Buffer): unknown[] | undefined {
  const rest = body.subarray(0, 3).equals(bom) ? body.subarray(3) : body;
  if (!isUtf8(rest)) return undefined;
  const lines = rest
    .toString()
    .split('\n')
    .filter((line) => /[^ \t\r]/.test(line));
  try {
    return lines.map((line): unknown => JSON.parse(line));
  } catch {
    return undefined;
  }
}

/**
 * Returns true if a result shows the only intended difference. This service refuses a second `products`, whereas JSON.parse accepts it and
 * drops the first.
 */
const isSecondList = ({ fault }: SplitBody): boolean =>
  fault?.code === 'malformed-json' && fault.reason.kind === 'second-products';

function describe({ name, bytes }: Mutation): string {
  return `${name}: ${bytes.length > 200 ? `${bytes.length} bytes` : JSON.stringify(bytes.toString('latin1'))}`;
}

function assertSame(split: SplitBody, expected: unknown[] | undefined, message: string): void {
  if (expected === undefined) {
    assert.equal(split.fault?.code, 'malformed-json', message);
  } else if (!isSecondList(split)) {
    assert.equal(split.fault, undefined, message);
    assert.deepEqual(split.products, expected, message);
  }
}

/**
 * Chunk sizes for a mutation. `undefined` is the whole body, and the other size alternates between 1 and 5 bytes. One small size per
 * mutation is enough, because splitting takes most of the test's time.
 */
const chunkSizesOf = (place: number) => [undefined, place % 2 === 0 ? 1 : 5] as const;

test('A JSON body with a value of any kind and any fault is accepted exactly if JSON.parse accepts it.', () => {
  let accepted = 0;
  for (const [place, mutation] of mutations.entries()) {
    const { bytes } = mutation;
    for (const [before, behind] of [
      ['{"products":[', ']}'],
      ['{"other":', ',"products":[]}'],
    ] as const) {
      const body = Buffer.concat([Buffer.from(before), bytes, Buffer.from(behind)]);
      const expected = productsOfJson(body);
      if (expected !== undefined) accepted += 1;
      for (const chunkSize of chunkSizesOf(place)) {
        const split = splitBody(body, chunkSize === undefined ? {} : { chunkSize });
        assertSame(split, expected, `${describe(mutation)} in chunks of ${chunkSize}`);
      }
    }
  }
  // Both outcomes must occur. Otherwise, two parsers that accept everything (or nothing) would pass.
  assert.ok(accepted > 500 && accepted < mutations.length, `${accepted} of ${mutations.length}`);
});

test('An NDJSON body with a line of any kind and any fault is accepted exactly if JSON.parse accepts each line.', () => {
  for (const [place, mutation] of mutations.entries()) {
    const { bytes } = mutation;
    for (const body of [bytes, Buffer.concat([Buffer.from('{"a":1}\r\n'), bytes, Buffer.from('\n[2]')])]) {
      const expected = productsOfLines(body);
      for (const chunkSize of chunkSizesOf(place)) {
        const split = splitBody(body, { format: 'ndjson', ...(chunkSize === undefined ? {} : { chunkSize }) });
        assertSame(split, expected, `${describe(mutation)} in chunks of ${chunkSize}`);
      }
    }
  }
});

test('A whole text of any kind and any fault has a fault exactly if JSON.parse refuses it.', () => {
  for (const mutation of mutations) {
    const { bytes } = mutation;
    if (bytes.subarray(0, 3).equals(bom)) continue;
    assert.equal(findJsonFault(bytes) === undefined, parse(bytes) !== undefined, describe(mutation));
  }
});

test('The import over HTTP accepts and refuses the same bodies, in both formats.', async (t) => {
  const service = await startTestService();
  t.after(() => service[Symbol.asyncDispose]());
  const caller = await service.client('acceptance');
  const step = Math.floor(mutations.length / 60);
  for (const mutation of mutations.filter((_, at) => at % step === 0)) {
    const product = Buffer.concat([Buffer.from('{"__ID":"a","b":'), mutation.bytes, Buffer.from('}')]);
    const body = Buffer.concat([Buffer.from('{"products":['), product, Buffer.from(']}')]);
    const json = await caller.importBody(new Uint8Array(body), { query: '?dryRun=true' });
    assert.equal(json.status, productsOfJson(body) === undefined ? 400 : 200, describe(mutation));
    const headers = { 'content-type': 'application/x-ndjson' };
    const line = await caller.importBody(new Uint8Array(product), { query: '?dryRun=true', headers });
    assert.equal(line.status, productsOfLines(product) === undefined ? 400 : 200, describe(mutation));
    for (const answer of [json, line]) {
      if (answer.status === 400) assert.equal(answer.body.code, 'malformed-json');
    }
  }
});
