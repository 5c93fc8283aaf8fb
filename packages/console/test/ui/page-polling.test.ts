import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pagePollMs } from '../../src/ui/loading/page-polling.ts';

test('a list is polled as usual while few pages are loaded, and never with more requests than those of 3 pages', () => {
  const interval = (count: number) => pagePollMs(2000, Array.from({ length: count }));
  assert.deepEqual([interval(0), interval(1), interval(3), pagePollMs(2000, undefined)], [2000, 2000, 2000, 2000]);
  for (const count of [4, 50, 1000]) assert.ok(count / interval(count) <= 3.01 / 2000, `${count} pages`);
});
