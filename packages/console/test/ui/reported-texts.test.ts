import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receiveValue } from '../../src/ui/fields/reported-texts.ts';

test('a text that a field has reported itself does not replace letters that were typed since', () => {
  assert.deepEqual(receiveValue(['o', 'oi', 'oil'], 'oi'), { isOwn: true, reported: ['oil'] });
  assert.deepEqual(receiveValue(['oil'], 'oil'), { isOwn: true, reported: [] });
});

test('a text from a different source replaces the text of a field, also if the field reported it earlier', () => {
  assert.deepEqual(receiveValue(['oil'], ''), { isOwn: false, reported: [] });
  assert.deepEqual(receiveValue([], 'oil'), { isOwn: false, reported: [] });
});
