import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SubmitPreview } from '@pimento/contract';
import { submitsNothing, usualRules } from '../../src/submit/submit-rules.ts';

const none: SubmitPreview = {
  products: 3,
  ready: 0,
  unchanged: 0,
  checking: 0,
  held: 0,
  notReady: 0,
  submitsNotReady: false,
  mayAllowInvalid: true,
  reasons: [],
};

describe('A submit on a gated connection', () => {
  test('submits nothing if no product is ready and none might become ready', () => {
    assert.equal(submitsNothing({ ...none, notReady: 2, held: 1 }, usualRules, true), true);
    assert.equal(submitsNothing({ ...none, ready: 1, notReady: 2 }, usualRules, true), false);
    assert.equal(submitsNothing({ ...none, checking: 1, notReady: 2 }, usualRules, true), false);
  });

  test('submits products that are not ready if the standard or the person allows it', () => {
    assert.equal(submitsNothing({ ...none, notReady: 3 }, { ...usualRules, allowsInvalid: true }, true), false);
    assert.equal(submitsNothing({ ...none, notReady: 3, submitsNotReady: true }, usualRules, true), false);
  });

  test('submits unchanged products only if the person chooses it', () => {
    const counts = { ...none, ready: 3, unchanged: 3 };
    assert.equal(submitsNothing(counts, usualRules, true), true);
    assert.equal(submitsNothing(counts, { ...usualRules, includesUnchanged: true }, true), false);
  });
});

test('a submit on a connection that is not gated submits products that are not ready', () => {
  assert.equal(submitsNothing({ ...none, notReady: 3 }, usualRules, false), false);
});
