import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutText } from '../../src/session/labels/cut-text.ts';

test('a long text is cut between code points and marked, a short one is kept', () => {
  assert.equal(cutText('', 3), '');
  assert.equal(cutText('abc', 3), 'abc');
  assert.equal(cutText('abcd', 3), 'abc…');
  assert.equal(cutText('😀😀😀', 3), '😀😀😀');
  assert.equal(cutText('😀😀😀😀', 3), '😀😀😀…');
  assert.equal(cutText('x'.repeat(5_000_000), 500), `${'x'.repeat(500)}…`);
});
