import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  commentParts,
  completeMention,
  mentionedIn,
  offeredPeople,
  typedMention,
} from '../../src/comments/mention-rules.ts';

const ada = { personId: 'a', name: 'Ada' };
const adaLovelace = { personId: 'l', name: 'Ada Lovelace' };
const otto = { personId: 'o', name: 'Otto' };
const people = [ada, adaLovelace, otto];

test('a mention is offered while its name is typed, and not inside of e-mail addresses', () => {
  assert.equal(typedMention('Thanks @lo', 10), 'lo');
  assert.equal(typedMention('@', 1), '');
  assert.equal(typedMention('ada@lo', 6), undefined);
  assert.equal(typedMention('@Ada, @', 4), 'Ada');
  assert.deepEqual(offeredPeople(people, 'LO'), [adaLovelace]);
  assert.deepEqual(completeMention('Thanks @lo!', 10, adaLovelace), { text: 'Thanks @Ada Lovelace !', caret: 21 });
});

test('a text mentions the people whose whole names it contains', () => {
  assert.deepEqual(mentionedIn('@Ada Lovelace and @Otto', people), [adaLovelace, otto]);
  assert.deepEqual(mentionedIn('@Ada: see <b>@stranger</b>', people), [ada]);
  assert.deepEqual(commentParts('Hi @Otto, @x', [otto]), [
    { text: 'Hi ', isMention: false },
    { text: '@Otto', isMention: true },
    { text: ', @x', isMention: false },
  ]);
});
