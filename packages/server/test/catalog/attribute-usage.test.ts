import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createAttributeUsage } from '../../src/catalog/views/attribute-usage-cache.ts';
import { systemClock, clientIdOf } from '../../src/platform/index.ts';
import { startTestService, type TestService } from '../test-service.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service[Symbol.asyncDispose]());

/** Creates a clock that advances by `stepMs` each time it is read, and by `ms` when a test calls `pass(ms)`. */
function createSteppingClock(stepMs: number) {
  let time = 0;
  return {
    ...systemClock,
    monotonic: () => (time += stepMs),
    pass(ms: number) {
      time += ms;
    },
  };
}

test('fast counts are always current', async () => {
  const caller = await service.client('small');
  const ask = async () => (await caller.call('GET', '/api/products/v1/attribute-usage')).body;
  await caller.importProducts([{ __ID: 'a', color: 'red' }]);
  const { countedAt, ...first } = await ask();
  assert.ok(Date.parse(countedAt) > 0);
  assert.deepEqual(first, { products: 1, attributes: [{ id: 'color', products: 1 }] });
  await caller.importProducts([{ __ID: 'b', color: 'red', size: '1' }]);
  assert.equal((await ask()).products, 2);
});

test('slow counts are cached for thirty times their duration, then returned once more while they are renewed', async () => {
  const caller = await service.client('large');
  await caller.importProducts([{ __ID: 'a' }]);
  const clock = createSteppingClock(200);
  const read = createAttributeUsage(service.database, clock);
  const products = async () => (await read(clientIdOf('large'))).products;
  assert.equal(await products(), 1);
  await caller.importProducts([{ __ID: 'b' }]);
  assert.equal(await products(), 1, 'kept');
  clock.pass(7_000);
  assert.equal(await products(), 1, 'shown while it is counted');
  clock.pass(3_600_000);
  assert.equal(await products(), 2, 'too old to be shown at all');
});
