import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { type HostileOrigin, startHostileOrigin } from '../assets/hostile-origin.ts';
import { makeDataFolder, startProgram } from '../pimento-program.ts';
import type { TestCaller } from '../test-service.ts';
import { type RoleProcess, type RoleWorld, startRoleWorld, until } from './role-world.ts';

const json = { 'content-type': 'application/json' };
let world: RoleWorld;
let worker: RoleProcess;
let origin: HostileOrigin;
let client: TestCaller;

before(async () => {
  [world, origin] = await Promise.all([startRoleWorld(), startHostileOrigin()]);
  worker = await world.start('worker');
  client = world.caller(world.api, 'client');
});
after(async () => {
  await world[Symbol.asyncDispose]();
  await origin[Symbol.asyncDispose]();
});

/** Sends a JSON body and asserts that the request is accepted. */
async function send(method: string, path: string, body: unknown, headers = {}) {
  const answer = await client.call(method, path, { headers: { ...json, ...headers }, body: JSON.stringify(body) });
  assert.ok(answer.status < 300, answer.text);
  return answer.body;
}

/** Returns the names of the workers that have run at least one step with the given outcome in a process. */
async function workersOf(process: RoleProcess, outcome: string): Promise<Set<string>> {
  const { status, text } = await world.caller(process, 'operator').call('GET', '/metrics');
  assert.equal(status, 200, text);
  const lines = text.matchAll(/^pimento_background_step_seconds_count\{worker="([^"]+)",outcome="(\w+)"\} [1-9]/gm);
  return new Set([...lines].filter(([, , found]) => found === outcome).map(([, name = '']) => name));
}

test('a worker answers only health checks and metrics', async () => {
  for (const path of ['/healthz', '/readyz'])
    assert.equal((await world.caller(worker, 'client').call('GET', path)).status, 200, path);
  assert.equal((await world.caller(worker, 'client').call('GET', '/metrics')).status, 403);
  for (const path of ['/api/products/v1/products', '/', '/docs', '/console/session'])
    assert.equal((await world.caller(worker, 'client').call('GET', path)).status, 404, path);
});

test('a stored import that one process accepts is done by the worker, with downloads, thumbnails and automatic submits', async () => {
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const url = origin.on('/red.png', (_request, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(picture),
  );
  await client.define([
    { id: 'photo', name: 'photo', compositeAttribute: null, type: { id: 'asset', multiValue: false } },
  ]);
  const { accountId } = await send('POST', '/api/channels/v1/channels/example-shop/accounts', {
    name: 'Shop',
    properties: { shopUrl: 'https://shop.example', apiToken: 'secret' },
  });
  const verdict = { clientId: 'demo', channelId: 'example-shop', accountId, status: 'SUCCESS' };
  const adapter = world.caller(world.api, 'adapter');
  await adapter.call('POST', '/external/authentication', { headers: json, body: JSON.stringify(verdict) });
  const { jobRef } = await send(
    'POST',
    '/api/import/v1/feeds/master',
    { products: [{ __ID: 'P', photo: url }] },
    { prefer: 'respond-async' },
  );
  const job = await until('the end of the import', async () => {
    const { body } = await client.call('GET', `/api/import/v1/jobs/${jobRef}`);
    return body.status === 'Importing' ? undefined : body;
  });
  assert.deepEqual([job.status, job.created], ['Completed', 1]);
  await until('the download', async () => {
    const { body } = await client.call('GET', '/api/asset/v1/assets');
    return body.assets[0]?.status === 'READY' ? true : undefined;
  });
  await until('the thumbnail', async () => ((await workersOf(worker, 'worked')).has('thumbnails') ? true : undefined));
  await until('the search index', async () => {
    const { text } = await world.caller(worker, 'operator').call('GET', '/metrics');
    return /^pimento_search_backlog_products 0$/m.test(text) ? true : undefined;
  });
  await send('POST', '/api/submit/v1/channels/example-shop/products', ['P']);
  await send('POST', '/api/import/v1/feeds/master', { products: [{ __ID: 'P', color: 'red' }] });
  // setting the rules makes a check due
  await send('PUT', '/api/channels/v1/channels/example-shop/automatic-submit', { afterImports: { quietSeconds: 0 } });
  const submissions = await until('the automatic submit', async () => {
    const { body } = await adapter.call('GET', '/external/events?type=SUBMIT_EVENT&autoAck=false');
    return body.events.length >= 2 ? body.events.length : undefined;
  });
  assert.equal(submissions, 2);
});

test('a process that only answers requests runs no work that another process can do', async () => {
  const api = await workersOf(world.api, 'idle');
  assert.deepEqual([...api].filter((name) => !name.endsWith(': heartbeat')).toSorted(), [
    'ended keys',
    'readiness',
    'relay of events',
  ]);
  // the process that answers a request relays its events
  assert.deepEqual(await workersOf(world.api, 'worked'), new Set(['relay of events']));
  assert.ok((await workersOf(worker, 'worked')).has('stored imports'), 'the import was done by the worker');
});

test('a role without the settings that its processes share is refused in one sentence', async () => {
  await using folder = await makeDataFolder();
  await using program = await startProgram(folder.data, 0, { PIMENTO_ROLE: 'worker' });
  assert.equal(await program.ended, 2);
  assert.equal(
    program.refusal(),
    'The settings are invalid: PIMENTO_ROLE=worker: needs PIMENTO_DATABASE_URL; PIMENTO_ROLE=worker: needs PIMENTO_ASSETS_URL; PIMENTO_ROLE=worker: needs PIMENTO_SECRET_KEY.\n',
  );
});

test('a worker that gets SIGTERM during a stored import ends with exit code 0, and another worker goes on with the import', async () => {
  const workers = [worker, await world.start('worker')];
  const products = Array.from({ length: 30_000 }, (_, index) => ({ __ID: `handed-over-${index}` }));
  const { jobRef } = await send('POST', '/api/import/v1/feeds/master', { products }, { prefer: 'respond-async' });
  const jobOf = async () => (await client.call('GET', `/api/import/v1/jobs/${jobRef}`)).body;
  await until('a part of the import', async () => ((await jobOf()).handled > 0 ? true : undefined));
  const importing = await until('the worker of the import', async () => {
    for (const each of workers) {
      const { text } = await world.caller(each, 'operator').call('GET', '/metrics');
      if (/^pimento_imports_running 1$/m.test(text)) return each;
    }
    return undefined;
  });
  assert.equal(await importing.stop(), 0);
  const job = await until('the end of the import', async () => {
    const found = await jobOf();
    return found.status === 'Importing' ? undefined : found;
  });
  assert.deepEqual([job.status, job.created, job.rejected], ['Completed', 30_000, 0]);
});
