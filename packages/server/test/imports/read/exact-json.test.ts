import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import fc from 'fast-check';

import { ExactNumber, parseExact } from '../../../src/imports/read/exact-json.ts';
import { jsonText } from './body-arbitrary.ts';

describe('parseExact', () => {
  it('keeps the text of every number', () => {
    for (const source of [
      '10.50',
      '12345678901234567890',
      '1e21',
      '-0',
      '0',
      '1E+2',
      '0.1000000000000000055511151231257827',
      '1e400',
      '-1e-400',
    ]) {
      assert.deepEqual(parseExact(` ${source} `), new ExactNumber(source));
      assert.deepEqual(parseExact(`{"a":[${source},"${source}"]}`), { a: [new ExactNumber(source), source] });
    }
  });

  it('gives the last of two members of one name, as JSON.parse does', () => {
    assert.deepEqual(parseExact('{"a":1.0,"a":2.0}'), { a: new ExactNumber('2.0') });
    assert.deepEqual(parseExact('{"a":1.0,"a":[3.0],"b":4.0}'), {
      a: [new ExactNumber('3.0')],
      b: new ExactNumber('4.0'),
    });
    assert.deepEqual(parseExact('{"a":[1.0],"a":"x"}'), { a: 'x' });
  });

  it('keeps members with names that objects have by themselves', () => {
    const parsed = parseExact('{"__proto__":1.0,"constructor":{"toString":2.0},"10":3.0,"9":4.0}');
    // The parsed JSON is an object.
    assert.deepEqual(Object.entries(parsed as object), [
      ['9', new ExactNumber('4.0')],
      ['10', new ExactNumber('3.0')],
      ['__proto__', new ExactNumber('1.0')],
      ['constructor', { toString: new ExactNumber('2.0') }],
    ]);
  });

  it('agrees with JSON.parse about everything else', () => {
    fc.assert(
      fc.property(jsonText, (text) => assert.deepEqual(withDoubles(parseExact(text)), JSON.parse(text))),
      { numRuns: 1000 },
    );
  });

  it('refuses what is no JSON', () => {
    assert.throws(() => parseExact('{"a":01}'), SyntaxError);
  });
});

function withDoubles(value: unknown): unknown {
  if (value instanceof ExactNumber) return Number(value.source);
  if (Array.isArray(value)) return value.map(withDoubles);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withDoubles(member)]));
}
