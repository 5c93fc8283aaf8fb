import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentOf, hasContent, isSameContent, searchOf } from '../../src/products/saved-views/view-search.ts';

test('a view opens its filters and columns, without what the console does not know', () => {
  const search = { where: ['picture!'], columns: ['price'], assetState: ['NEVER_HEARD_OF'] };
  assert.deepEqual(searchOf({ viewId: 'v', search }), { where: ['picture!'], columns: ['price'], view: 'v' });
});

test('a view is changed if the products or the order of columns differ, whatever the order of the parameters', () => {
  const saved = searchOf({ viewId: 'v', search: { family: 'pens', columns: ['a', 'b'] } });
  assert.ok(isSameContent(saved, { columns: ['a', 'b'], family: 'pens' }));
  assert.ok(!isSameContent(saved, { columns: ['b', 'a'], family: 'pens', view: 'v' }));
  assert.ok(!isSameContent(saved, { columns: ['a', 'b'], view: 'v' }));
});

test('the opened view alone is nothing to save, and the client is never saved', () => {
  const addressed = { client: 'demo', text: 'x' };
  assert.deepEqual(contentOf(addressed), { text: 'x' });
  assert.deepEqual(contentOf({ view: 'v', text: 'x' }), { text: 'x' });
  assert.deepEqual([hasContent({ view: 'v' }), hasContent({ columns: ['a'] })], [false, true]);
});
