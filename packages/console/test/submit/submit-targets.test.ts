import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectionView } from '@pimento/contract';
import { submitTargets } from '../../src/submit/submit-targets.ts';

const channel = (channelId: string, states: Record<string, string>) =>
  ({
    channelId,
    name: `Channel ${channelId}`,
    accounts: Object.entries(states).map(([accountId, state]) => ({ accountId, name: `Account ${accountId}`, state })),
  }) as unknown as ConnectionView; // the tested function reads only these properties

const channels = [
  channel('a', { '1': 'Connected', '2': 'Failed', '3': 'Authenticating' }),
  channel('b', { '4': 'Connected' }),
];

test('only connected accounts can be submitted to', () => {
  assert.deepEqual(
    submitTargets(channels, undefined).map(({ label }) => label),
    ['Channel a · Account 1', 'Channel b · Account 4'],
  );
});

test('a given channel leaves only its own accounts', () => {
  assert.deepEqual(
    submitTargets(channels, 'b').map(({ channel: { channelId }, accountId }) => [channelId, accountId]),
    [['b', '4']],
  );
});
