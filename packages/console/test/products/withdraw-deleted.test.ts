import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '@pimento/client';
import { problem } from '@pimento/contract/problem';
import { withdrawDeleted } from '../../src/products/selection/product-deletion.ts';

/** Returns the bodies of the requests that withdraw the products of a deletion. */
async function bodiesOf(report: Parameters<typeof withdrawDeleted>[2]): Promise<unknown[]> {
  const bodies: unknown[] = [];
  const api = {
    call: (_operation: unknown, { body }: { body: unknown }) => {
      bodies.push(body);
      return Promise.resolve({ withdrawn: 1 });
    },
  } as unknown as Client; // the tested function calls only this method
  await withdrawDeleted(api, { kind: 'some', ids: new Set(['a', 'b', 'c']) }, report, ['shop']);
  return bodies;
}

const kept = { productId: 'b', ...problem('changed-meanwhile', { kind: 'product-gone', productId: 'b' }), path: null };

test('withdraws the selected products that were deleted', async () => {
  assert.deepEqual(await bodiesOf({ kept: 1, problems: [kept], fault: null }), [{ productIds: ['a', 'c'] }]);
});

test('withdraws no product that still exists if the deletion ended early', async () => {
  const fault = problem('unavailable', { kind: 'database' });
  assert.deepEqual(await bodiesOf({ kept: 0, problems: [], fault }), [{ deleted: true }]);
});
