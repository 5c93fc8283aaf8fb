import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysUntil, isSilent } from '../../src/gateway/stream-health.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

test('an adapter is silent if an event has waited for 5 minutes since the last poll', () => {
  const stream = { backlog: 3, oldestUnacknowledged: minutesAgo(60) };
  assert.ok(isSilent({ ...stream, lastCall: minutesAgo(6) }, now));
  assert.ok(isSilent({ ...stream, lastCall: null }, now));
  assert.ok(!isSilent({ ...stream, lastCall: minutesAgo(4) }, now));
});

test('an adapter is not silent while its oldest event is new, or none is waiting', () => {
  assert.ok(!isSilent({ backlog: 1, oldestUnacknowledged: minutesAgo(4), lastCall: null }, now));
  assert.ok(!isSilent({ backlog: 0, oldestUnacknowledged: null, lastCall: null }, now));
});

test('days until deletion are full days', () => {
  assert.equal(daysUntil('2026-03-03T11:59:59Z', now), 1);
  assert.equal(daysUntil('2026-03-02T11:00:00Z', now), 0);
  assert.equal(daysUntil('2026-03-01T11:00:00Z', now), -1);
});
