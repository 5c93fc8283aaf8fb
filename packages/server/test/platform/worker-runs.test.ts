import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { createWorker, createWorkerRuns, systemClock } from '../../src/platform/index.ts';

test('a worker records its last run, and keeps the message of its last failure after it has succeeded again', async () => {
  const workerRuns = createWorkerRuns();
  let fault: Error | undefined = new Error('the disk is full\u0000');
  const deps = { clock: systemClock, log: pino({ level: 'silent' }), workerRuns };
  const next = () => (fault ? Promise.reject(fault) : Promise.resolve(false));
  await using worker = createWorker(deps, { name: 'walks', everyMs: 3_600_000, atStart: false, next });
  assert.deepEqual(workerRuns.list(), []);
  await assert.rejects(worker.drain());
  await assert.rejects(worker.drain());
  const [failed] = workerRuns.list();
  assert.deepEqual([failed?.name, failed?.failures, failed?.failure], ['walks', 2, 'the disk is full']);
  assert.equal(failed?.failedAt, failed?.ranAt);
  fault = undefined;
  await worker.drain();
  const [succeeded] = workerRuns.list();
  assert.deepEqual([succeeded?.failures, succeeded?.failure], [0, 'the disk is full']);
  assert.equal(succeeded?.runningSince, null);
});
