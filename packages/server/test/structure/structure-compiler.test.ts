import { clientIdOf } from '../../src/platform/core.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileStructure } from '../../src/structure/definitions/structure-compiler.ts';
import { composite, scalar, store } from './definition-samples.ts';

test('A row key finds its child by name, id, short id and external id.', () => {
  const payload = [composite('price'), scalar('price.amount', 'price', { name: 'Amount', externalId: 'ext-1' })];
  const structure = compileStructure(clientIdOf('client'), 3, store([], payload));
  const rowKeys = structure.byPayloadKey.get('price')?.childrenByRowKey;
  assert.deepEqual([...(rowKeys?.keys() ?? [])].toSorted(), ['Amount', 'amount', 'ext-1', 'price.amount']);
  assert.equal(new Set(rowKeys?.values()).size, 1);
  assert.equal(structure.judgedVersion, 3);
});

test('A payload key is an id, else a name that only one attribute has.', () => {
  const payload = [
    scalar('colour', null, { name: 'Colour' }),
    scalar('size', null, { name: 'colour' }),
    scalar('left', null, { name: 'side' }),
    scalar('right', null, { name: 'side' }),
    scalar('id', null, { name: '__ID' }),
    scalar('n', null, { name: 'QUANTITY' }),
  ];
  const { byPayloadKey, ambiguousNames } = compileStructure(clientIdOf('client'), 1, store([], payload));
  assert.equal(byPayloadKey.get('Colour')?.id, 'colour');
  assert.equal(byPayloadKey.get('colour')?.id, 'colour');
  assert.deepEqual([...ambiguousNames], ['side']);
  for (const key of ['side', '__ID', 'QUANTITY']) assert.equal(byPayloadKey.has(key), false, key);
});

test('Names that objects inherit or reorder are ordinary attributes.', () => {
  const names = ['constructor', '123', 'toString', '0', 'hasOwnProperty', 'valueOf'];
  const { byPayloadKey, topLevel } = compileStructure(
    clientIdOf('client'),
    1,
    store(
      [],
      names.map((name) => scalar(name)),
    ),
  );
  assert.deepEqual(
    topLevel.map(({ id }) => id),
    names,
  );
  assert.deepEqual([...byPayloadKey.keys()], names);
  assert.equal(byPayloadKey.get('__proto__'), undefined);
});

test('Attributes and children are listed by displaySequence (nulls last), then by position.', () => {
  const payload = [
    scalar('last'),
    scalar('second', null, { displaySequence: 2 }),
    composite('first', null, { displaySequence: 1 }),
    scalar('b', 'first'),
    scalar('a', 'first', { displaySequence: 9 }),
  ];
  const { topLevel } = compileStructure(clientIdOf('client'), 1, store([], payload));
  assert.deepEqual(
    topLevel.map(({ id }) => id),
    ['first', 'second', 'last'],
  );
  assert.deepEqual(
    topLevel[0]?.children.map(({ id }) => id),
    ['a', 'b'],
  );
});

test('Only attributes with rules have a judge.', () => {
  const payload = [
    scalar('free'),
    scalar('n', null, { type: { id: 'Integer', multiValue: false } }),
    composite('rows'),
  ];
  const { byPayloadKey } = compileStructure(clientIdOf('client'), 1, store([], payload));
  const judged = ['free', 'n', 'rows'].map((key) => byPayloadKey.get(key)?.judgeText?.('x')?.code);
  assert.deepEqual(judged, [undefined, 'not-an-integer', undefined]);
});
