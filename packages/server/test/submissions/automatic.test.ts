import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { systemClock } from '../../src/platform/index.ts';
import { runNextAutomatic } from '../../src/submissions/index.ts';
import type { TestCaller } from '../test-service.ts';
import { ask, type GatewayWorld, send, startGatewayWorld } from '../channels/gateway-world.ts';

let world: GatewayWorld;
let adapter: TestCaller;
before(async () => {
  world = await startGatewayWorld();
  adapter = await world.adapter('shop');
});
after(() => world[Symbol.asyncDispose]());

const rulesPath = '/api/channels/v1/channels/shop/automatic-submit';
const hour = 3_600_000;

async function connected(clientId: string) {
  const client = await world.service.client(clientId);
  const accountId = await world.connect(client, adapter, 'shop');
  await client.importProducts([
    { __ID: 'a', x: '1' },
    { __ID: 'b', x: '1' },
    { __ID: 'c', x: '1' },
  ]);
  return { client, accountId };
}

/** Postpones a client's rules, so that the service's runner skips them and only the test runs them. */
async function park(clientId: string): Promise<void> {
  await sql`
    update automatic_submit
    set check_at = now() + interval '1 hour'
    where automatic_submit.client_id = ${clientId} and automatic_submit.check_at is not null`.execute(
    world.service.database,
  );
}

/** Runs all rules that are due at the time `at`, in three concurrent loops that represent three server processes. */
async function runAt(at: Date): Promise<void> {
  const deps = { database: world.service.database, clock: { ...systemClock, now: () => at } };
  const drain = async () => {
    while (await runNextAutomatic(deps));
  };
  await Promise.all([drain(), drain(), drain()]);
}

const inHours = (hours: number) => new Date(Date.now() + hours * hour);

async function submitted(client: TestCaller): Promise<string[][]> {
  const events = (await world.poll(adapter)).filter(
    (event) => event.eventType === 'SUBMIT_EVENT' && event.clientId === client.clientId,
  );
  return Promise.all(
    events.map(async (event) => {
      const { products } = await ask(adapter, 'GET', `/external/submissions/${event.data.submissionId}/products`);
      return products.map((product: { __ID: string }) => product.__ID);
    }),
  );
}

test('rules are off until they are set, and invalid ones are refused', async () => {
  const { client } = await connected('rules');
  const off = await ask(client, 'GET', rulesPath);
  assert.equal(off.afterImports, null);
  assert.equal(off.schedule, null);
  const schedule = { weekdays: ['friday', 'monday'], time: '06:30', timeZone: 'Europe/Berlin' };
  const set = await ask(client, 'PUT', rulesPath, { schedule });
  assert.deepEqual(set.schedule.weekdays, ['monday', 'friday']);
  assert.ok(set.nextRun > new Date().toISOString());
  for (const bad of [
    { ...schedule, timeZone: 'Mars/Base' },
    { ...schedule, time: '24:00' },
    { ...schedule, weekdays: [] },
  ]) {
    assert.equal((await send(client, 'PUT', rulesPath, { schedule: bad })).status, 400);
  }
  assert.equal((await send(client, 'PUT', rulesPath, { accountId: 'none' })).body.code, 'unknown-account');
  assert.equal((await ask(client, 'PUT', rulesPath, {})).nextRun, null);
});

test('after imports one submission holds exactly the products that have changed since they were submitted', async () => {
  const { client } = await connected('after');
  await ask(client, 'POST', '/api/submit/v1/channels/shop/products', ['a', 'b'], 202);
  await submitted(client);
  await ask(client, 'PUT', rulesPath, { afterImports: { quietSeconds: 0 } });
  await park('after');
  await runAt(inHours(2));
  assert.deepEqual(await submitted(client), []);

  await client.importProducts([
    { __ID: 'a', x: '2' },
    { __ID: 'b', x: '1' },
    { __ID: 'c', x: '2' },
  ]);
  await runAt(inHours(4));
  assert.deepEqual(await submitted(client), [['a']], 'b did not change and c was never on the channel');
  await runAt(inHours(6));
  assert.deepEqual(await submitted(client), []);
  assert.equal((await ask(client, 'GET', rulesPath)).lastProblem, null);

  await ask(client, 'POST', '/api/channels/v1/channels/shop/products', { productIds: ['c'], state: 'Ready' });
  await client.call('DELETE', '/api/products/v1/products/b');
  await client.importProducts([{ __ID: 'b', x: '1' }]);
  await runAt(inHours(8));
  assert.deepEqual(await submitted(client), [['b', 'c']], 'b is another product now and c is Ready');
});

test('changes are collected until nothing has changed for the quiet time, but not for longer than ten quiet times', async () => {
  const { client } = await connected('quiet');
  await ask(client, 'POST', '/api/submit/v1/channels/shop/products', ['a', 'b'], 202);
  await submitted(client);
  await ask(client, 'PUT', rulesPath, { afterImports: { quietSeconds: 600 } });
  const changedAgo = (productId: string, seconds: number) =>
    sql`
      update product
      set updated_at = now() - make_interval(secs => ${seconds})
      where product.client_id = 'quiet' and product.product_id = ${productId}`.execute(world.service.database);
  await sql`update channel_product set changed_at = now() - interval '1 day' where client_id = 'quiet'`.execute(
    world.service.database,
  );
  await client.importProducts([
    { __ID: 'a', x: '2' },
    { __ID: 'b', x: '2' },
  ]);
  await changedAgo('a', 700);
  await changedAgo('b', 30);
  await park('quiet');
  await runAt(inHours(2));
  assert.deepEqual(await submitted(client), []);
  await changedAgo('a', 6_100);
  await runAt(inHours(4));
  assert.deepEqual(await submitted(client), [['a', 'b']], 'a has waited ten times the quiet time');

  await client.importProducts([{ __ID: 'b', x: '3' }]);
  await changedAgo('b', 601);
  await sql`update channel_product set changed_at = now() - interval '1 day' where client_id = 'quiet'`.execute(
    world.service.database,
  );
  await runAt(inHours(6));
  assert.deepEqual(await submitted(client), [['b']]);
});

test('a schedule submits once at its time, however many processes check it', async () => {
  const { client } = await connected('clockwork');
  await ask(client, 'POST', '/api/channels/v1/channels/shop/products', { filter: {}, state: 'Ready' });
  const schedule = {
    weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
    time: '06:30',
    timeZone: 'Europe/Berlin',
  };
  const { nextRun } = await ask(client, 'PUT', rulesPath, { schedule });
  await runAt(new Date(new Date(nextRun).getTime() - 1));
  assert.deepEqual(await submitted(client), []);
  await runAt(new Date(nextRun));
  assert.deepEqual(await submitted(client), [['a', 'b', 'c']]);
  const after = await ask(client, 'GET', rulesPath);
  assert.equal(after.lastRun, nextRun);
  assert.ok(after.nextRun > nextRun);
});

test('a run that cannot submit records why, is tried again, and does not stop other runs', async () => {
  const { client, accountId } = await connected('broken');
  await ask(client, 'POST', '/api/channels/v1/channels/shop/products', { filter: {}, state: 'Ready' });
  await ask(client, 'POST', `/api/channels/v1/channels/shop/accounts/${accountId}/validate`);
  const { nextRun } = await ask(client, 'PUT', rulesPath, {
    schedule: {
      weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
      time: '12:00',
      timeZone: 'UTC',
    },
  });
  const due = new Date(nextRun);
  await runAt(due);
  const failed = await ask(client, 'GET', rulesPath);
  assert.match(failed.lastProblem, /No account .* is Connected/);
  assert.equal(failed.lastFault.message, failed.lastProblem);
  assert.deepEqual([failed.lastFault.skippedCount, typeof failed.lastFault.params], [0, 'object']);
  await sql`update automatic_submit set last_problem = 'of the former release' where client_id = 'broken'`.execute(
    world.service.database,
  );
  const former = await ask(client, 'GET', rulesPath);
  assert.deepEqual([former.lastProblem, former.lastFault], ['of the former release', null]);
  await ask(adapter, 'POST', '/external/authentication', {
    clientId: 'broken',
    channelId: 'shop',
    accountId,
    status: 'SUCCESS',
  });
  await runAt(new Date(due.getTime() + 299_000));
  assert.deepEqual(await submitted(client), []);
  await runAt(new Date(due.getTime() + 300_000));
  assert.deepEqual(await submitted(client), [['a', 'b', 'c']]);
  assert.equal((await ask(client, 'GET', rulesPath)).lastProblem, null);

  await client.importProducts([
    { __ID: 'a', x: '2', PACKAGING: [{ __ID: 'gone', QUANTITY: '1' }] },
    { __ID: 'b', x: '2' },
  ]);
  await runAt(new Date(due.getTime() + 25 * hour));
  assert.deepEqual(await submitted(client), [['b']]);
  const { lastProblem, lastFault } = await ask(client, 'GET', rulesPath);
  assert.deepEqual([lastFault.code, lastFault.skippedCount], ['unresolved-packaging', 1]);
  assert.equal(lastProblem, `1 product(s) left out: ${lastFault.message}`);
});

test('rules that another request has changed since they were read are not overwritten', async () => {
  const { client } = await connected('expecting');
  const off = { accountId: null, afterImports: null, schedule: null };
  const requests = [60, 120, 180, 240].map((quietSeconds) => ({
    ...off,
    afterImports: { quietSeconds },
    expected: off,
  }));
  const answers = await Promise.all(requests.map((request) => send(client, 'PUT', rulesPath, request)));
  const accepted = answers.filter(({ status }) => status === 200);
  assert.equal(accepted.length, 1);
  for (const { status, body } of answers.filter((answer) => !accepted.includes(answer))) {
    assert.deepEqual([status, body.code], [409, 'changed-meanwhile']);
    assert.deepEqual(body.stored.afterImports, accepted[0]?.body.afterImports);
  }
  const expected = { ...off, afterImports: accepted[0]?.body.afterImports };
  assert.equal((await ask(client, 'PUT', rulesPath, { ...off, expected })).afterImports, null);
});
