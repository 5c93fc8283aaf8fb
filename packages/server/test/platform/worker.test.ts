import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { pino } from 'pino';
import { createMetrics, createWorker, systemClock, type WorkerRun } from '../../src/platform/index.ts';

const silent = { clock: systemClock, log: pino({ level: 'silent' }) };
const hour = 3_600_000;

test('a worker does one step after the other until none is left, and never two at the same time', async () => {
  let left = 5;
  let atWork = 0;
  await using worker = createWorker(silent, {
    name: 'counting',
    everyMs: hour,
    async next() {
      assert.equal(++atWork, 1);
      await new Promise(setImmediate);
      atWork--;
      return --left > 0;
    },
  });
  for (let times = 0; times < 10; times++) worker.wake();
  await worker.drain();
  assert.ok(left <= 0, 'nothing is left');
});

test('a worker that is woken during a run starts another run, so nothing that was added in the meantime waits for the interval', async () => {
  const added: string[] = ['first'];
  const done: string[] = [];
  const { promise: isSecondDone, resolve } = Promise.withResolvers<void>();
  await using worker = createWorker(silent, {
    name: 'adding',
    everyMs: hour,
    async next() {
      const found = added.shift();
      await new Promise(setImmediate);
      if (found === 'first') {
        // The queue is empty at this point. `wake` is called before the current run has ended.
        added.push('second');
        worker.wake();
      }
      if (found !== undefined) done.push(found);
      if (found === 'second') resolve();
      return false;
    },
  });
  await isSecondDone;
  assert.deepEqual(done, ['first', 'second']);
});

test('a worker runs again by itself after the interval, and with `atStart: false` not before', async () => {
  const startedAt = performance.now();
  const { promise: ran, resolve } = Promise.withResolvers<number>();
  let runs = 0;
  await using worker = createWorker(silent, {
    name: 'interval',
    everyMs: 20,
    atStart: false,
    next: () => {
      if (++runs === 2) resolve(performance.now() - startedAt);
      return Promise.resolve(false);
    },
  });
  assert.equal(runs, 0);
  assert.ok((await ran) >= 38, 'two intervals');
  assert.ok(worker);
});

test('failures are logged with the name of the worker, the pause doubles up to its limit, a success ends it, and a wake does not wait', async () => {
  const lines = new PassThrough();
  const metrics = createMetrics();
  const pauses: number[] = [];
  lines.setEncoding('utf8').on('data', (text: string) => {
    const { worker, nextRunInMs, err } = JSON.parse(text) as Record<string, unknown>; // each chunk is one line of the log
    assert.equal(worker, 'failing');
    assert.ok(err);
    pauses.push(Number(nextRunInMs));
  });
  let fails = true;
  let steps = 0;
  await using worker = createWorker(
    { clock: systemClock, log: pino(lines), metrics },
    {
      name: 'failing',
      everyMs: 10_000,
      atStart: false,
      next: () => {
        steps += 1;
        return fails ? Promise.reject(new Error('no database')) : Promise.resolve(false);
      },
    },
  );
  for (let times = 0; times < 3; times++) await assert.rejects(worker.drain(), /no database/);
  fails = false;
  await worker.drain();
  fails = true;
  await assert.rejects(worker.drain(), /no database/);
  if (pauses.length < 4) await once(lines, 'data');
  assert.deepEqual(pauses, [20_000, 30_000, 30_000, 20_000]);
  const text = await metrics.registry.getSingleMetricAsString('pimento_background_step_seconds');
  assert.match(text, /_count\{worker="failing",outcome="failed"\} 4/);
  assert.match(text, /_count\{worker="failing",outcome="idle"\} 1/);
  worker.wakeIfHealthy();
  await new Promise(setImmediate);
  assert.equal(steps, 5, 'no run during the pause');
  fails = false;
  await worker.drain();
  worker.wakeIfHealthy();
  assert.equal(steps, 7, 'a run after the success');
});

test('a run is urgent while a caller waits for it, and its signal aborts when the worker stops', async () => {
  const urgent: boolean[] = [];
  const { promise: begun, resolve: begin } = Promise.withResolvers<WorkerRun>();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const worker = createWorker(silent, {
    name: 'asking',
    everyMs: hour,
    async next(run) {
      urgent.push(run.isUrgent());
      begin(run);
      await held;
      urgent.push(run.isUrgent());
      return true;
    },
  });
  const run = await begun;
  const drained = worker.drain();
  const stopped = worker[Symbol.asyncDispose]();
  assert.equal(run.signal.aborted, true);
  release();
  await Promise.all([drained, stopped]);
  assert.deepEqual(urgent, [false, true]);
  worker.wake();
  await new Promise(setImmediate);
  assert.equal(urgent.length, 2, 'a worker that was stopped does nothing');
});
