import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFileTasks } from '../../../src/imports/run/file-threads.ts';
import { chooseThread } from '../../../src/imports/run/thread-choice-rules.ts';
import type { Thread } from '../../../src/imports/run/thread-pool.ts';
import { clientIdOf } from '../../../src/platform/index.ts';

const newThread = (imports: number) => ({ imports, files: 0 }) as Thread; // no task is sent to the thread

test('a thread reads at most two files at a time, also if the other threads have more imports', async () => {
  const threads = [newThread(0), newThread(3)];
  const { promise: end, resolve } = Promise.withResolvers<{ file: undefined }>();
  const runFile = createFileTasks(
    { leastBusy: (limit) => chooseThread(threads, limit), run: () => end },
    threads.length,
  );
  const file = { fileId: 'f', name: 'f.csv', bytes: 1 };
  const tasks = ['one', 'two', 'one', 'two', 'one'].map((client) =>
    runFile({ kind: 'preview', file: { ...file, clientId: clientIdOf(client) }, options: {}, rows: 1 }),
  );
  // Turns are granted in microtasks, which all run before this promise resolves.
  await new Promise(setImmediate);
  assert.deepEqual(
    threads.map(({ files }) => files),
    [2, 2],
  );
  resolve({ file: undefined });
  await Promise.all(tasks);
  assert.deepEqual(
    threads.map(({ files }) => files),
    [0, 0],
  );
});

test('a task goes to the thread with the fewest imports, then with the fewest files', () => {
  const [idle, free, busy] = [
    { imports: 0, files: 1 },
    { imports: 0, files: 0 },
    { imports: 2, files: 0 },
  ];
  assert.equal(chooseThread([busy, idle, free]), free);
  assert.equal(chooseThread([busy, idle], { maxFiles: 1 }), busy);
  assert.throws(() => chooseThread([idle], { maxFiles: 1 }));
});
