import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attributeDefinitionSchema } from '@pimento/contract';
import { createDefinitionViewer, findByAddress, listInOrder } from '../../src/structure/definitions/definition-view.ts';
import { composite, scalar, store } from './definition-samples.ts';

test('A view names the parent by its id and omits fields that are not set.', () => {
  const stored = store(
    [],
    [
      composite('price'),
      scalar('price.amount', 'price', { name: 'amount', restriction: { parameters: { maxLength: 9 } } }),
    ],
  );
  const viewer = createDefinitionViewer(stored);
  const views = stored.map((attribute) => attributeDefinitionSchema.parse(viewer.view(attribute)));
  assert.deepEqual(views, [
    {
      id: 'price',
      path: 'price',
      name: 'price',
      compositeAttribute: null,
      type: { id: 'composite', multiValue: true },
    },
    {
      id: 'price.amount',
      path: 'price/amount',
      name: 'amount',
      compositeAttribute: 'price',
      type: { id: 'string', multiValue: false },
      restriction: { parameters: { maxLength: '9' } },
    },
  ]);
});

test('A parent is named by its path if several composites have its id.', () => {
  const stored = store([], [composite('a'), composite('b', 'a'), composite('b'), scalar('x', '/b')]);
  const viewer = createDefinitionViewer(stored);
  assert.deepEqual(
    stored.map((attribute) => viewer.view(attribute).compositeAttribute),
    [null, 'a', null, '/b'],
  );
});

test('A list has each composite before its children, in display order.', () => {
  const stored = store(
    [],
    [scalar('x', 'b'), composite('b', 'a'), scalar('z'), composite('a', null, { displaySequence: 1 })],
  );
  assert.deepEqual(
    listInOrder(stored).map(({ id }) => id),
    ['a', 'b', 'x', 'z'],
  );
});

test('An address is a top-level id, a path, or an id that no other attribute has.', () => {
  const stored = store(
    [],
    [
      composite('a'),
      scalar('code', 'a'),
      scalar('only', 'a'),
      scalar('code'),
      composite('b'),
      scalar('twin', 'a'),
      scalar('twin', 'b'),
    ],
  );
  const keys = ['code', 'a/code', '/a/code', 'only', 'twin', 'b/twin', 'none'].map(
    (address) => findByAddress(stored, address)?.key,
  );
  assert.deepEqual(keys, ['code', 'a\u001fcode', 'a\u001fcode', 'a\u001fonly', undefined, 'b\u001ftwin', undefined]);
});
