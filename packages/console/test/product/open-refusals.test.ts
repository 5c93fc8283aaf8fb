import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOpenRefusal } from '../../src/product/rejection/refusals-context.ts';

test('a refused value is open until the product has changed on all channels that refused it', () => {
  const refusal = { channelName: 'Shop', message: 'too long', changedSince: true };
  const refusals = new Map([
    ['fixed', [refusal]],
    ['half fixed', [refusal, { ...refusal, changedSince: false }]],
  ]);
  assert.equal(isOpenRefusal(refusals, 'fixed'), false);
  assert.equal(isOpenRefusal(refusals, 'half fixed'), true);
  assert.equal(isOpenRefusal(refusals, 'other'), false);
});
