import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extended, recallWalk, rememberWalk, stepOf } from '../../src/product-query/list-walk.ts';

const walk = { filter: {}, ids: ['a', 'b', 'c'], next: 'cursor', total: 9 };

test('a product leads to its neighbours in the list', () => {
  const { position, total, previous, next } = stepOf(walk, 'b') ?? {};
  assert.deepEqual([position, total, previous, next], [2, 9, 'a', 'c']);
  assert.equal(stepOf(walk, 'a')?.previous, undefined);
});

test('the last loaded product asks for more, until there is none', () => {
  assert.equal(stepOf(walk, 'c')?.isNextUnloaded, true);
  const longer = extended(walk, ['d'], null);
  assert.equal(stepOf(longer, 'c')?.next, 'd');
  const last = stepOf(longer, 'd');
  assert.deepEqual([last?.next, last?.isNextUnloaded], [undefined, false]);
});

test('a product outside of the list has no neighbours', () => {
  assert.equal(stepOf(walk, 'z'), undefined);
});

test('a list that is loaded completely has a length even before it is counted', () => {
  assert.equal(stepOf({ ...walk, total: undefined }, 'a')?.total, undefined);
  assert.equal(stepOf({ ...walk, total: undefined, next: null }, 'a')?.total, 3);
});

test('a list is kept for the person who saw it, not for the next one in the same tab', () => {
  const owner = { session: { personId: 'ada' }, clientId: 'demo' };
  rememberWalk(owner, walk);
  assert.equal(recallWalk({ ...owner }), walk);
  assert.equal(recallWalk({ ...owner, session: { personId: 'bob' } }), undefined);
  assert.equal(recallWalk({ ...owner, clientId: 'other' }), undefined);
});
