import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';

import fc from 'fast-check';

import { problemOfFault } from '../../../src/imports/read/body-fault.ts';
import { findJsonFault } from '../../../src/imports/read/json-fault.ts';
import { createProductSplitter } from '../../../src/imports/read/product-splitter.ts';
import { jsonBody, ndjsonBody, spoiled } from './body-arbitrary.ts';
import { splitBody, splitInAllChunkings } from './split-body.ts';

const bom = '\ufeff';

describe('the products of a body: what they carry', () => {
  it('are those that JSON.parse gives for the whole body, in every chunking', () => {
    fc.assert(
      fc.property(jsonBody, (body) => {
        const split = splitInAllChunkings(body, {}, assert.deepEqual);

        assert.equal(split.fault, undefined);
        assert.deepEqual(split.products, parseBody(body).products);
        assert.equal(split.bytesRead, Buffer.byteLength(body));
      }),
      { numRuns: 150 },
    );
  });

  it('are those that JSON.parse gives line by line, in every chunking', () => {
    fc.assert(
      fc.property(ndjsonBody, (body) => {
        const split = splitInAllChunkings(body, { format: 'ndjson' }, assert.deepEqual);

        const lines = body
          .replace(/^\ufeff/, '')
          .split('\n')
          .filter((line) => line.trim() !== '');
        assert.equal(split.fault, undefined);
        assert.deepEqual(
          split.products,
          lines.map((line): unknown => JSON.parse(line)),
        );
      }),
      { numRuns: 150 },
    );
  });

  it('carry their text, place, member count and depth', () => {
    const body = `${bom}{"products":[\n {"a":"x:y","b":[{"c":1}]},\r\n\t"é", 12]}`;

    const { slices } = splitInAllChunkings(body, {}, assert.deepEqual);

    assert.deepEqual(slices, [
      { text: '{"a":"x:y","b":[{"c":1}]}', offset: 18, line: 2, column: 2, members: 3, depth: 3, isTooLarge: false },
      { text: '"é"', offset: 47, line: 3, column: 2, members: 0, depth: 0, isTooLarge: false },
      { text: '12', offset: 53, line: 3, column: 8, members: 0, depth: 0, isTooLarge: false },
    ]);
  });

  it('carry their place line by line', () => {
    const { slices } = splitInAllChunkings('\n  {"a":1} \r\n\r\n[]', { format: 'ndjson' }, assert.deepEqual);

    assert.deepEqual(slices, [
      { text: '{"a":1}', offset: 3, line: 2, column: 3, members: 1, depth: 1, isTooLarge: false },
      { text: '[]', offset: 15, line: 4, column: 1, members: 0, depth: 1, isTooLarge: false },
    ]);
  });
});

describe('the products of a body: where they are', () => {
  it('are found among other members, whatever those hold', () => {
    const body = '{"products_":[1],"x":{"products":[{}]},"pro\\u0064ucts":[{"a":1},null],"y":"products","y":-1.5e3}';
    assert.deepEqual(splitInAllChunkings(body, {}, assert.deepEqual).products, [{ a: 1 }, null]);
  });

  it('may be none', () => {
    assert.deepEqual(splitBody('{"products":[ ]}'), { products: [], slices: [], fault: undefined, bytesRead: 16 });
    for (const body of ['', '\n', ' \r\n\n', bom]) assert.equal(splitBody(body, { format: 'ndjson' }).fault, undefined);
  });

  it('are lines that only a line feed ends, not U+2028', () => {
    assert.deepEqual(splitInAllChunkings('"a\u2028b"\n"c"', { format: 'ndjson' }, assert.deepEqual).products, [
      'a\u2028b',
      'c',
    ]);
  });

  it('may be nested to any depth, which is reported', () => {
    const levels = 100_000;
    const body = `{"products":[${'['.repeat(levels)}${']'.repeat(levels)},1]}`;
    for (const chunkSize of [1000, undefined]) {
      const depths: number[] = [];
      const splitter = createProductSplitter({
        format: 'json',
        maxProductBytes: 1e6,
        onProduct: (product) => depths.push(product.depth),
      });
      for (let at = 0; at < body.length; at += chunkSize ?? body.length)
        splitter.push(Buffer.from(body.slice(at, at + (chunkSize ?? body.length))));
      splitter.end();
      assert.deepEqual(depths, [levels, 0]);
    }
  });

  it('before a fault are delivered before it is thrown', () => {
    const split = splitInAllChunkings('{"products":[{"a":1},{"a":2} {"a":3}]}', {}, assert.deepEqual);
    assert.deepEqual(split.products, [{ a: 1 }, { a: 2 }]);
    assert.equal(split.fault?.offset, 29);
  });
});

describe('a spoiled body', () => {
  it('is refused at the first byte with which no JSON could go on, in every chunking', () => {
    fc.assert(
      fc.property(spoiled(jsonBody), (body) => {
        const split = splitInAllChunkings(body, {}, assert.deepEqual);

        const hasBom = body.indexOf(bom) === 0;
        const fault = findJsonFault(hasBom ? body.subarray(3) : body);
        const expected = fault === undefined ? Infinity : fault.offset + (hasBom ? 3 : 0);
        if (split.fault && /"products"|\{"products"/.test(problemOfFault(split.fault).message))
          assert.ok((split.fault?.offset ?? Infinity) <= expected);
        else assert.equal(split.fault?.offset ?? Infinity, expected);
        assertPlace(body, split.fault);
      }),
      { numRuns: 400 },
    );
  });

  it('is refused at the same place in every chunking, line by line', () => {
    fc.assert(
      fc.property(spoiled(ndjsonBody), (body) => {
        assertPlace(body, splitInAllChunkings(body, { format: 'ndjson' }, assert.deepEqual).fault);
      }),
      { numRuns: 400 },
    );
  });

  it('with a limit of few bytes is refused at the same place in every chunking', () => {
    const format = fc.constantFrom('json' as const, 'ndjson' as const);
    const body = format.chain((name) =>
      fc.tuple(fc.constant(name), spoiled(name === 'json' ? jsonBody : ndjsonBody), fc.integer({ min: 8, max: 20 })),
    );
    fc.assert(
      fc.property(body, ([name, bytes, maxProductBytes]) => {
        const split = splitInAllChunkings(bytes, { format: name, maxProductBytes }, assert.deepEqual);
        assertPlace(bytes, split.fault);
        for (const { isTooLarge, text } of split.slices)
          assert.ok(isTooLarge || Buffer.byteLength(text) <= maxProductBytes);
      }),
      { numRuns: 400 },
    );
  });
});

describe('a product splitter', () => {
  it('reads a product of 4 MB in chunks of 64 bytes without copying it again and again', () => {
    /**
     * Splits a product in small chunks.
     * @returns the processor time in microseconds
     */
    function splitInChunks(repetitions: number): number {
      const product = JSON.stringify({ text: '\\"{é'.repeat(repetitions) });
      const body = Buffer.from(`{"products":[${product}]}`);
      let length = 0;
      const splitter = createProductSplitter({
        format: 'json',
        maxProductBytes: body.length,
        onProduct: ({ bytes }) => (length = bytes.length),
      });
      const started = process.cpuUsage();
      for (let at = 0; at < body.length; at += 64) splitter.push(body.subarray(at, at + 64));
      splitter.end();
      assert.equal(length, Buffer.byteLength(product));
      return process.cpuUsage(started).user;
    }
    splitInChunks(100_000);
    const eighth = splitInChunks(112_500);
    // The body is eight times as long. If all buffered bytes were copied for every chunk, splitting would take 64 times as long and copy
    // 310 GB.
    assert.ok(splitInChunks(900_000) < 32 * eighth);
  });

  it('stays ended after a fault', () => {
    const splitter = createProductSplitter({
      format: 'json',
      maxProductBytes: 100,
      onProduct: () => assert.fail('there is no product'),
    });
    assert.throws(() => splitter.push(Buffer.from('[1,2')), { name: 'BodyFaultError' });
    assert.throws(() => splitter.push(Buffer.from('{"products":[1]}')), { name: 'BodyFaultError' });
    assert.throws(() => splitter.end(), { name: 'BodyFaultError' });
  });

  const catalogues = resolve(
    process.env['PIMENTO_SHARED'] ?? resolve(import.meta.dirname, '../../../../../../shared'),
    'data',
  );
  it(
    'reads real catalogues as JSON.parse does',
    { skip: existsSync(catalogues) ? false : `no catalogues at ${catalogues}` },
    () => {
      const paths = readdirSync(catalogues).map((name) => resolve(catalogues, name, 'import.json'));
      const files = paths.filter((path) => existsSync(path));
      assert.ok(files.length > 0);
      for (const file of files) {
        const body = readFileSync(file);
        const { products } = parseBody(body.toString());
        assert.deepEqual(splitBody(body, { chunkSize: 997, maxProductBytes: 4 << 20 }).products, products);
      }
    },
  );
});

function parseBody(body: string): { products?: unknown } {
  // every body that is parsed here has an object at the top level
  return JSON.parse(body.replace(/^\ufeff/, '')) as { products?: unknown };
}

/** Asserts that line and column equal the line and column counted in the whole body. */
function assertPlace(body: Buffer, fault: { offset: number; line: number; column: number } | undefined): void {
  if (fault === undefined) return;
  const before = body
    .subarray(body.indexOf(bom) === 0 ? 3 : 0, fault.offset)
    .toString('latin1')
    .split('\n');
  assert.deepEqual(
    { line: fault.line, column: fault.column },
    { line: before.length, column: (before.at(-1) ?? '').length + 1 },
  );
}
