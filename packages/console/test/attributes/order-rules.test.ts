import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttributeDefinition } from '@pimento/contract';
import { isSameOrder, orderedGroups, orderInputs } from '../../src/attributes/order/order-rules.ts';
import { movedItem } from '../../src/ui/sortable/moved-item.ts';

const type = { id: 'string', multiValue: false };

const define = (id: string, group?: string, displaySequence?: number): AttributeDefinition => ({
  id,
  path: id,
  name: id,
  compositeAttribute: null,
  type,
  ...(group !== undefined && { groupIds: [group] }),
  ...(displaySequence !== undefined && { displaySequence }),
});
const groups = orderedGroups([define('a', 'G', 10), define('x'), define('b', 'G'), define('c', 'H', 40)]);

test('groups come where their first attribute comes', () => {
  assert.deepEqual(
    groups.map(({ id, attributes }) => [id, attributes.map((one) => one.id)]),
    [
      ['G', ['a', 'b']],
      ['', ['x']],
      ['H', ['c']],
    ],
  );
});

test('only attributes whose number changes are sent, with what they are expected to have', () => {
  const sent = orderInputs(groups).map(({ id, displaySequence, expected }) => [id, displaySequence, expected]);
  assert.deepEqual(sent, [
    ['b', 20, { name: 'b', type, displaySequence: null }],
    ['x', 30, { name: 'x', type, displaySequence: null }],
  ]);
});

test('moving a group and moving it back restores the order', () => {
  const last = groups.length - 1;
  assert.equal(isSameOrder(groups, movedItem(movedItem(groups, 0, last), last, 0)), true);
  assert.equal(isSameOrder(groups, movedItem(groups, 0, 1)), false);
});
