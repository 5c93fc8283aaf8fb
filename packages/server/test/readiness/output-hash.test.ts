import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OutputHash } from '../../src/readiness/values/output-hash.ts';
import { JsonNumber, ShapeObject, type ShapeValue } from '../../src/readiness/values/shape-value.ts';

function hashOf(targets: Record<string, ShapeValue>): bigint {
  const hash = new OutputHash();
  for (const [target, value] of Object.entries(targets)) hash.add(hash.seedOf(target), value);
  return hash.value;
}

const object = (members: Record<string, ShapeValue>) => new ShapeObject(Object.keys(members), Object.values(members));

test('the hash does not depend on the order of the targets', () => {
  assert.equal(hashOf({ a: '1', b: '2' }), hashOf({ b: '2', a: '1' }));
});

test('any difference in a value, its form or its target changes the hash', () => {
  const values: ShapeValue[] = [
    '1',
    new JsonNumber('1'),
    '01',
    ['1'],
    ['1', '1'],
    [['1'], '1'],
    ['11'],
    [],
    '',
    true,
    false,
    'true',
    object({ '1': '1' }),
    object({ '11': '' }),
    object({ '': '11' }),
    [object({ a: '1' }), object({ b: '1' })],
    [object({ a: '1', b: '1' })],
  ];
  const hashes = [
    ...values.map((value) => hashOf({ a: value })),
    hashOf({ b: '1' }),
    hashOf({ a: '1', b: '1' }),
    hashOf({}),
  ];
  assert.equal(new Set(hashes).size, hashes.length);
});

test('exchanged values of two targets change the hash', () => {
  assert.notEqual(hashOf({ a: '1', b: '2' }), hashOf({ a: '2', b: '1' }));
});

test('300,000 similar texts have different hashes, also in each half of the hash about as many as chance allows', () => {
  const hashes = new Set<bigint>();
  const halves = new Set<number>();
  for (let number = 0; number < 300_000; number += 1) {
    const hash = hashOf({ price: `${number}.00 EUR` });
    hashes.add(hash);
    halves.add(Number(hash & 0xffffffffn));
  }
  assert.equal(hashes.size, 300_000);
  // 300,000 random numbers below 2^32 contain about 10 pairs of equal numbers.
  assert.ok(halves.size > 299_900, `${halves.size}`);
});

test('the hash fits into a bigint column', () => {
  for (const text of ['a', 'b', 'c', 'd']) assert.equal(BigInt.asIntN(64, hashOf({ a: text })), hashOf({ a: text }));
});

test('hashes stay as they were stored, so that no product becomes due by an update of Pimento', () => {
  const hash = new OutputHash();
  hash.add(hash.seedOf(''), 'shoes');
  hash.add(hash.seedOf('title'), 'Blue shoe é😀');
  hash.add(hash.seedOf('price'), object({ amount: new JsonNumber('12.50'), currency: 'EUR' }));
  hash.add(hash.seedOf('rows'), [
    object({ name: 'a', value: true }),
    new ShapeObject(['name', 'value'], ['b', undefined]),
  ]);
  assert.equal(hash.value, 8725788204088191180n);
});
