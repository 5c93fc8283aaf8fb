import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseBoardChannels, maxBoardChannels } from '../../src/home/board/board-rules.ts';

const counts = { Progress: 0, Ready: 0, Submitted: 0, Pending: 0, Accepted: 3, Returned: 0, Rejected: 0, Withdrawn: 0 };
const channel = (name: string, changes: { connected?: boolean; Rejected?: number; isLate?: boolean } = {}) => ({
  name,
  connected: changes.connected ?? true,
  accounts: [],
  productCounts: { ...counts, Rejected: changes.Rejected ?? 0 },
  isLate: changes.isLate ?? false,
});
const isLate = (one: { isLate: boolean }) => one.isLate;

test('the home page shows a few of many channels, those that need work first, and counts the others', () => {
  const many = Array.from({ length: 200 }, (_, index) => channel(`Shop ${String(index).padStart(3, '0')}`));
  const channels = [
    channel('A', { connected: false }),
    ...many,
    channel('Y', { Rejected: 2 }),
    channel('Z', { isLate: true }),
  ];
  const { shown, left } = chooseBoardChannels(channels, isLate);
  assert.deepEqual(
    shown.map(({ name }) => name),
    ['Y', 'Z', 'Shop 000', 'Shop 001', 'Shop 002', 'Shop 003'],
  );
  assert.equal(left, 202 - maxBoardChannels);
});

test('the home page leaves out no channel of a client that has few', () => {
  const { shown, left } = chooseBoardChannels([channel('B'), channel('A')], isLate);
  assert.deepEqual([shown.map(({ name }) => name), left], [['A', 'B'], 0]);
});
