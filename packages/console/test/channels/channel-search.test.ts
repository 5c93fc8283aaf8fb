import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readChannelSearch } from '../../src/channels/channel-search.ts';

test('the search of a channel keeps its tab, state and open form, and drops the rest', () => {
  const search = { tab: 'products', state: 'Rejected', connect: true } as const;
  assert.deepEqual(readChannelSearch({ ...search, other: 1 }), search);
  assert.deepEqual(readChannelSearch({ tab: 'keys', state: 'Lost', connect: 'yes' }), {});
});
