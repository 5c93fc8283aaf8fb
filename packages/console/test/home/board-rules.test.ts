import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseBoardChannels, maxBoardChannels } from '../../src/home/board/board-rules.ts';

const counts = { Progress: 0, Ready: 0, Submitted: 0, Pending: 0, Accepted: 3, Returned: 0, Rejected: 0, Withdrawn: 0 };
const channel = (name: string, changes: { connected?: boolean; Rejected?: number; isSilent?: boolean } = {}) => ({
  name,
  connected: changes.connected ?? true,
  accounts: [],
  productCounts: { ...counts, Rejected: changes.Rejected ?? 0 },
  isSilent: changes.isSilent ?? false,
});
const isSilent = (one: { isSilent: boolean }) => one.isSilent;

test('the home page shows a few of many channels, those that need work first, and counts the others', () => {
  const many = Array.from({ length: 200 }, (_, index) => channel(`Shop ${String(index).padStart(3, '0')}`));
  const channels = [
    channel('A', { connected: false }),
    ...many,
    channel('Y', { Rejected: 2 }),
    channel('Z', { isSilent: true }),
  ];
  const { shown, hiddenCount } = chooseBoardChannels(channels, isSilent);
  assert.deepEqual(
    shown.map(({ name }) => name),
    ['Y', 'Z', 'Shop 000', 'Shop 001', 'Shop 002', 'Shop 003'],
  );
  assert.equal(hiddenCount, 202 - maxBoardChannels);
});

test('the home page leaves out no channel of a client that has few', () => {
  const { shown, hiddenCount } = chooseBoardChannels([channel('B'), channel('A')], isSilent);
  assert.deepEqual([shown.map(({ name }) => name), hiddenCount], [['A', 'B'], 0]);
});
