import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { createThreadPool } from '../../src/imports/run/thread-pool.ts';
import { createLog } from '../../src/platform/index.ts';

const setup = {
  connectionString: 'postgresql://localhost:1/none',
  limits: { bodyBytes: 1, productBytes: 1, atomicProducts: 1 },
  owner: 'pool',
  spoolFolder: tmpdir(),
  isTraced: false,
  version: '0',
};

test('an import thread starts only when all started ones are busy, up to the configured number', async () => {
  await using pool = createThreadPool({ count: 2, setup, log: createLog('silent') });
  const first = pool.leastBusy();
  assert.equal(pool.leastBusy(), first, 'the first thread is idle');
  first.files = 2;
  const second = pool.leastBusy({ maxFiles: 2 });
  assert.notEqual(second, first, 'the first thread may not read another file');
  first.files = 0;
  first.imports = 1;
  assert.equal(pool.leastBusy(), second, 'the second thread is idle');
  second.imports = 2;
  assert.equal(pool.leastBusy(), first, 'no third thread starts');
  pool.startAll();
  assert.equal(pool.leastBusy(), first);
});

test('all threads of a pool can be started before their first task', async () => {
  await using pool = createThreadPool({ count: 2, setup, log: createLog('silent') });
  pool.startAll();
  const first = pool.leastBusy();
  first.imports = 1;
  const second = pool.leastBusy();
  second.imports = 2;
  assert.deepEqual([second === first, pool.leastBusy() === first], [false, true]);
});
