import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RawValue } from '@pimento/formula';
import fc from 'fast-check';
import { StoredScanner } from '../../src/readiness/values/stored-scanner.ts';

function scan(text: string, names: readonly string[]): RawValue[] {
  const slots: RawValue[] = names.map(() => undefined);
  new StoredScanner(names).scan(text, slots);
  return slots;
}

test('wanted members are read into their slots, and others are skipped', () => {
  const text =
    '{"a": "1", "b": ["x", "y"], "c": [{"in": "}\\"]", "a": "no"}], "d": "", "e": null, "constructor": "own"}';
  assert.deepEqual(scan(text, ['b', 'a', 'missing', 'c', 'd', 'constructor', 'e', 'in']), [
    ['x', 'y'],
    '1',
    undefined,
    [{ in: '}"]', a: 'no' }],
    '',
    'own',
    null,
    undefined,
  ]);
});

test('escapes are decoded in values and in names', () => {
  const text = '{"q\\"uote": "a\\\\", "line": "a\\nb\\u00e9\\ud83d\\ude00", "end\\\\": "\\\\\\""}';
  assert.deepEqual(scan(text, ['q"uote', 'line', 'end\\']), ['a\\', 'a\nbé😀', '\\"']);
});

test('products with different members, and rows in another order, are read by one scanner', () => {
  const scanner = new StoredScanner(['a', 'bc', 'rows', '__proto__', 'a\\']);
  const texts = [
    '{"a": "1", "bc": "2", "rows": [{"x": "1", "y": "2"}, {"y": "3"}, {"y": "4", "x": "5"}, {}]}',
    '{"b": "no", "bc": "3", "a\\\\": "4", "rows": [{"__proto__": "5", "x": ["6", {"x": "7"}], "xy": "8"}]}',
    '{"a\\"": "no", "bc": {"x": null, "constructor": "9"}, "__proto__": "own", "rows": []}',
    '{"a": "1", "bc": "2"}',
  ];
  for (const text of texts) {
    const slots: RawValue[] = Array.from({ length: 5 });
    scanner.scan(text, slots);
    const parsed = new Map(Object.entries(JSON.parse(text) as Record<string, unknown>));
    const names = ['a', 'bc', 'rows', '__proto__', 'a\\'];
    assert.deepEqual(
      slots,
      names.map((name) => parsed.get(name)),
    );
  }
});

test('an empty product has no values', () => {
  assert.deepEqual(scan('{}', ['a']), [undefined]);
});

test('any stored values are read as JSON.parse reads them, in both forms of white space', () => {
  const text = fc.string({ unit: 'binary' });
  const row = fc.dictionary(text, fc.oneof(text, fc.array(text)));
  const value = fc.oneof(text, fc.array(text), fc.array(row));
  fc.assert(
    fc.property(fc.dictionary(text, value), fc.constantFrom(undefined, 1), (product, indent) => {
      const json = JSON.stringify(product, null, indent).replaceAll(/\n */g, ' ');
      const names = Object.keys(product);
      assert.deepEqual(scan(json, names), Object.values(JSON.parse(json) as Record<string, unknown>));
    }),
  );
});
