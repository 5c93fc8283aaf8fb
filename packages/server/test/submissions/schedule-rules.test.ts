import assert from 'node:assert/strict';
import { test } from 'node:test';
import { weekdays } from '@pimento/contract';
import fc from 'fast-check';
import { nextRun } from '../../src/submissions/automatic/schedule-rules.ts';

const daily = (time: string, timeZone: string) => ({ weekdays: [...weekdays], time, timeZone });

/** Returns all runs of a schedule in a period, as ISO timestamps. */
function runs(schedule: ReturnType<typeof daily>, from: string, to: string): string[] {
  const found: string[] = [];
  for (let at = nextRun(schedule, new Date(from)); at < new Date(to); at = nextRun(schedule, at))
    found.push(at.toISOString());
  return found;
}

test('a daily schedule in Berlin runs once a day across both clock changes', () => {
  assert.deepEqual(runs(daily('02:30', 'Europe/Berlin'), '2026-03-27T12:00:00Z', '2026-03-31T00:00:00Z'), [
    '2026-03-28T01:30:00.000Z',
    // 02:30 does not exist on this day, so the run is at 03:30
    '2026-03-29T01:30:00.000Z',
    '2026-03-30T00:30:00.000Z',
  ]);
  assert.deepEqual(runs(daily('02:30', 'Europe/Berlin'), '2026-10-23T12:00:00Z', '2026-10-27T00:00:00Z'), [
    '2026-10-24T00:30:00.000Z',
    // 02:30 occurs twice on this day. The schedule runs only at the first occurrence.
    '2026-10-25T00:30:00.000Z',
    '2026-10-26T01:30:00.000Z',
  ]);
});

test('a daily schedule in New York runs once a day across both clock changes', () => {
  assert.deepEqual(runs(daily('02:00', 'America/New_York'), '2026-03-07T12:00:00Z', '2026-03-10T00:00:00Z'), [
    '2026-03-08T07:00:00.000Z',
    '2026-03-09T06:00:00.000Z',
  ]);
  assert.deepEqual(runs(daily('01:15', 'America/New_York'), '2026-10-31T12:00:00Z', '2026-11-03T00:00:00Z'), [
    '2026-11-01T05:15:00.000Z',
    '2026-11-02T06:15:00.000Z',
  ]);
});

test('only the chosen weekdays count, in the zone of the schedule and not in UTC', () => {
  const mondays = { weekdays: ['monday' as const], time: '00:10', timeZone: 'Pacific/Auckland' };
  assert.deepEqual(runs(mondays, '2026-11-28T00:00:00Z', '2026-12-10T00:00:00Z'), [
    '2026-11-29T11:10:00.000Z',
    '2026-12-06T11:10:00.000Z',
  ]);
});

test('a run that is late or on time to the second does not run twice', () => {
  const schedule = daily('06:00', 'Europe/Berlin');
  assert.equal(nextRun(schedule, new Date('2026-11-28T05:00:00.000Z')).toISOString(), '2026-11-29T05:00:00.000Z');
  assert.equal(nextRun(schedule, new Date('2026-11-28T04:59:59.999Z')).toISOString(), '2026-11-28T05:00:00.000Z');
  assert.equal(nextRun(schedule, new Date('2026-11-28T17:00:00.000Z')).toISOString(), '2026-11-29T05:00:00.000Z');
});

test('in any zone and at any time of day a year has exactly one run per day', () => {
  const zones = [
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'America/Sao_Paulo',
    'Asia/Kathmandu',
    'Pacific/Apia',
    'Africa/Casablanca',
    'Asia/Beirut',
  ];
  const time = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }));
  fc.assert(
    fc.property(fc.constantFrom(...zones), time, fc.integer({ min: 2013, max: 2035 }), (zone, [hour, minute], year) => {
      const text = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
      const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
      const found = runs(daily(text, zone), `${year - 1}-12-29T00:00:00Z`, `${year + 1}-01-04T00:00:00Z`);
      const days = found.map((at) => day.format(new Date(at))).filter((date) => date.startsWith(String(year)));
      const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
      assert.equal(days.length, isLeap ? 366 : 365);
      assert.equal(new Set(days).size, days.length);
    }),
    { numRuns: 12 },
  );
});
