import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cacheSettings } from '../../../src/platform/postgres/postgres-settings.ts';

const gigabyte = 1024 ** 3;

test('the embedded database takes an eighth of the memory as its cache, and never less or more than it can use', () => {
  assert.deepEqual(cacheSettings(4 * gigabyte), { shared_buffers: '512MB', effective_cache_size: '2048MB' });
  assert.equal(cacheSettings(gigabyte / 2)['shared_buffers'], '128MB');
  assert.equal(cacheSettings(256 * gigabyte)['shared_buffers'], '2048MB');
});
