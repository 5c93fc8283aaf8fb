import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttributeDefinition } from '@pimento/contract';
import { fieldOf } from '../../src/connections/field-of.ts';
import { changedIds, firstField, openAfter, refusalsByField } from '../../src/product/rejection/failed-products.ts';
import { createStructure } from '../../src/session/structure.ts';

const define = (id: string, name: string): AttributeDefinition => ({
  id,
  name,
  path: id,
  compositeAttribute: null,
  type: { id: 'string', multiValue: false },
});
const structure = createStructure([define('netWeight', 'Net weight'), define('a/b', 'Slash'), define('rows', 'Rows')]);
const failed = (productId: string, changedSince = false, isDeleted = false) => ({ productId, changedSince, isDeleted });

test('an error leads to the field that its id, name or path names, and to none for an attribute of the channel', () => {
  assert.equal(fieldOf(structure, 'netWeight'), 'netWeight');
  assert.equal(fieldOf(structure, 'Net weight'), 'netWeight');
  assert.equal(fieldOf(structure, 'rows/2/name'), 'rows');
  assert.equal(fieldOf(structure, 'a/b/0'), 'a/b');
  assert.equal(fieldOf(structure, '__NAME'), '__NAME');
  assert.equal(fieldOf(structure, 'shop_title'), undefined);
  assert.equal(
    firstField(structure, {
      errors: [
        { attributeId: 'shop_title', message: '' },
        { attributeId: 'rows', message: '' },
      ],
    }),
    'rows',
  );
});

test('the next product to fix follows the shown one, and the list begins again after its end', () => {
  const products = [failed('a'), failed('b', true), failed('c'), failed('d'), failed('e', false, true)];
  const ids = (productId: string) => openAfter(products, productId).map((one) => one.productId);
  assert.deepEqual(ids('c'), ['d', 'a']);
  assert.deepEqual(ids('d'), ['a', 'c']);
  assert.deepEqual(ids('elsewhere'), ['a', 'c', 'd'], 'a product that is not in the list');
});

test('products that were changed since are submitted again, deleted ones are not', () => {
  const products = [failed('a'), failed('b', true), failed('c', true, true)];
  assert.deepEqual(changedIds(products, failed('a')), ['b']);
  assert.deepEqual(changedIds(products, undefined), ['b']);
});

test('the shown product is submitted again first, also beyond the loaded ones, and never twice', () => {
  const products = [failed('a', true), failed('b', true)];
  assert.deepEqual(changedIds(products, failed('b', true)), ['b', 'a']);
  assert.deepEqual(changedIds(products, failed('z', true)), ['z', 'a', 'b']);
  assert.deepEqual(changedIds(products, failed('b')), ['a'], 'the page of the product knows it better than the list');
});

test('a field shows what every channel refused, and nothing of channels that took the product', () => {
  const standing = (channelName: string, state: 'Rejected' | 'Accepted') => ({
    ...failed('a'),
    channelId: channelName,
    channelName,
    name: null,
    state,
    changed: '',
    submissionId: null,
    message: null,
    errors: [{ attributeId: 'netWeight', message: 'too heavy' }],
    externalId: null,
  });
  const byField = refusalsByField(structure, [
    standing('One', 'Rejected'),
    standing('Two', 'Accepted'),
    standing('Three', 'Rejected'),
  ]);
  assert.deepEqual(
    [...byField].map(([field, refusals]) => [field, refusals.map(({ channelName }) => channelName)]),
    [['netWeight', ['One', 'Three']]],
  );
});
