import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { type SourceRunnerDeps, startSourceRunner } from '../../../src/imports/source-runner.ts';
import { nextFile, withPattern } from '../../../src/imports/sources/drop-rules.ts';
import { afterFailure, nextTime } from '../../../src/imports/sources/schedule-rules.ts';
import { createWorkerRuns, openDatabase, systemClock } from '../../../src/platform/index.ts';

const next = (schedule: Parameters<typeof nextTime>[0], now: string) =>
  nextTime(schedule, new Date(now))?.toISOString();
const berlin = { timeZone: 'Europe/Berlin' };

test('a daily time is that of its time zone, also when clocks change', () => {
  const daily = { kind: 'daily', hour: 6, minute: 30, ...berlin } as const;
  assert.equal(next(daily, '2026-01-10T05:29:00Z'), '2026-01-10T05:30:00.000Z');
  assert.equal(next(daily, '2026-01-10T05:30:00Z'), '2026-01-11T05:30:00.000Z');
  assert.equal(next(daily, '2026-07-10T05:00:00Z'), '2026-07-11T04:30:00.000Z');
  // in Berlin, 02:30 does not exist on 29 March 2026, and exists twice on 25 October 2026
  const night = { kind: 'daily', hour: 2, minute: 30, ...berlin } as const;
  const spring = next(night, '2026-03-28T12:00:00Z') ?? '';
  assert.ok(spring >= '2026-03-29T00:30:00.000Z' && spring <= '2026-03-29T01:30:00.000Z', spring);
  const first = next(night, '2026-10-24T12:00:00Z') ?? '';
  const after = next(night, first) ?? '';
  assert.ok(first.startsWith('2026-10-25') && after.startsWith('2026-10-26'), `${first} ${after}`);
});

test('intervals and cron expressions', () => {
  assert.equal(next({ kind: 'every', minutes: 90 }, '2026-01-01T00:00:00Z'), '2026-01-01T01:30:00.000Z');
  const cron = { kind: 'cron', expression: '0 7 * * 1-5', ...berlin } as const;
  assert.equal(next(cron, '2026-01-02T12:00:00Z'), '2026-01-05T06:00:00.000Z');
  assert.equal(next({ kind: 'request' }, '2026-01-01T00:00:00Z'), undefined);
});

test('failures are repeated after 1, 5 and 15 minutes, then reported, at least once a day', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  const source = { schedule: { kind: 'every', minutes: 5 } as const, isPaused: false };
  const minutes = (failures: number, more: object = {}) => {
    const { dueAt, isReported } = afterFailure(source, failures, { isFinal: false, waitMs: 0, ...more }, now);
    return [((dueAt?.getTime() ?? 0) - now.getTime()) / 60_000, isReported];
  };
  assert.deepEqual(
    [1, 2, 3, 4, 5, 9].map((failures) => minutes(failures)),
    [
      [1, false],
      [5, false],
      [15, false],
      [480, true],
      [960, true],
      [1440, true],
    ],
  );
  assert.deepEqual(minutes(1, { isFinal: true }), [60, true]);
  const hours = (count: number) => ({ waitMs: count * 3_600_000 });
  assert.deepEqual(minutes(1, { waitMs: 600_000 }), [10, false]);
  assert.deepEqual(minutes(4, hours(10)), [600, true], 'a server is not asked earlier than it demanded');
  assert.deepEqual(minutes(1, { isFinal: true, ...hours(2) }), [120, true]);
  assert.deepEqual(
    [minutes(1, hours(9_999)), minutes(4, hours(9_999))],
    [
      [1440, false],
      [1440, true],
    ],
  );
  const paused = afterFailure({ ...source, isPaused: true }, 4, { isFinal: false, waitMs: 0 }, now);
  assert.deepEqual(paused, { dueAt: null, isReported: true });
});

test('of a watched folder, complete new files with a matching name are chosen, the oldest first', () => {
  const now = new Date('2026-01-01T00:01:00Z');
  const file = (name: string, second: number, size = 1) => ({
    name,
    size,
    modifiedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
  });
  const files = [
    file('b.CSV', 5),
    file('a.csv', 9),
    file('new.csv', 55),
    file('.hidden.csv', 1),
    file('empty.csv', 1, 0),
  ];
  const csv = withPattern(files, '*.csv');
  assert.deepEqual(
    csv.map(({ name }) => name),
    ['b.CSV', 'a.csv', 'new.csv', 'empty.csv'],
  );
  const known = [{ name: 'b.CSV', bytes: 1, modifiedAt: file('b.CSV', 5).modifiedAt, hasFailed: false }];
  assert.equal(nextFile(csv, [], now)?.name, 'b.CSV');
  assert.equal(nextFile(csv, known, now)?.name, 'a.csv');
  assert.equal(nextFile([file('b.CSV', 6)], known, now)?.name, 'b.CSV', 'it has changed');
  const matches = (pattern: string, name: string) => withPattern([file(name, 1)], pattern).length === 1;
  assert.deepEqual(
    [matches('a*c*e', 'abcde'), matches('a*c', 'abcd'), matches('ab*ba', 'aba'), matches('exact', 'exact.csv')],
    [true, false, false, false],
  );
  assert.equal(matches('*'.repeat(50) + 'x', 'a'.repeat(5_000)), false, 'hostile patterns end quickly');
});

test('no source runs before the abandoned runs of other processes have been ended', async () => {
  const none = { connectionString: 'postgresql://127.0.0.1:1/none', max: 1, name: 'test', onError: () => undefined };
  const { kysely: database, close } = openDatabase(none);
  await close();
  const workerRuns = createWorkerRuns();
  const owner = systemClock.randomId();
  const deps = { database, workerRuns, owner, clock: systemClock, log: pino({ level: 'silent' }), alone: true };
  // the start fails before the other dependencies are used
  await assert.rejects(startSourceRunner(deps as unknown as SourceRunnerDeps));
  assert.deepEqual(workerRuns.list(), []);
});
