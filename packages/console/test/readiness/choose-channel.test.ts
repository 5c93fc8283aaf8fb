import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseChannel } from '../../src/readiness/product/choose-channel.ts';

const channels = ['a', 'b', 'c', 'd'].map((channelId) => ({ channelId }));
const chosen = (named: string | undefined, outcomes: Parameters<typeof chooseChannel>[2]) =>
  chooseChannel(channels, named, outcomes)?.channelId;

test('a product is shown on the named channel, else on the first one on which it has problems', () => {
  const outcomes = new Map([
    ['b', 'ready'],
    ['c', 'invalid'],
    ['d', 'incomplete'],
  ] as const);
  assert.equal(chosen('d', outcomes), 'd');
  assert.equal(chosen(undefined, outcomes), 'c');
  assert.equal(chosen('unknown', outcomes), 'c');
});

test('without problems, the first channel with an outcome is shown, else the first one', () => {
  assert.equal(chosen(undefined, new Map([['b', 'ready']])), 'b');
  assert.equal(chosen(undefined, new Map()), 'a');
  assert.equal(chooseChannel([], undefined, new Map()), undefined);
});

test('no channel is chosen before the outcomes are known, except the named one', () => {
  assert.equal(chosen(undefined, undefined), undefined);
  assert.equal(chosen('b', undefined), 'b');
});
