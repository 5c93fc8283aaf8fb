import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { systemClock } from '../../src/platform/index.ts';
import { prepareFirstRun } from '../../src/first-run.ts';
import { makeDataFolder, type PimentoProgram, startProgram } from '../pimento-program.ts';
import { makeTemporaryFolder } from '../platform/temporary-folder.ts';
import { until } from '../tenancy/tenant-world.ts';
import { createTestDatabase } from '../test-database.ts';
import { createTestCaller, startTestService, type TestCaller } from '../test-service.ts';

const market = '/api/channels/v1/channels/example-market';

describe('The first start with the example', () => {
  const opened = new AsyncDisposableStack();
  let data: string;
  let settings: Record<string, string>;
  let program: PimentoProgram;
  let demo: TestCaller;
  before(async () => {
    ({ data } = opened.use(await makeDataFolder()));
    const { connectionString } = opened.use(await createTestDatabase());
    settings = { PIMENTO_EXAMPLE: 'true', PIMENTO_DATABASE_URL: connectionString };
    program = await startProgram(data, 0, settings);
    opened.defer(() => program[Symbol.asyncDispose]());
    assert.ok(program.baseUrl, program.stderr());
    demo = await program.demo();
  });
  after(() => opened.disposeAsync());

  const read = async (path: string) => (await demo.call('GET', `${market}${path}`)).body;
  const submit = (choice: object) =>
    demo.call('POST', '/api/submit/v1/channels/example-market/products', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(choice),
    });
  const feedFile = () => /Example feed +(\S+)/.exec(program.stdout())?.[1] ?? '';
  const linesOf = async (file: string) => (await readFile(file, 'utf8')).trimEnd().split('\r\n');

  test('connects an account of the example market, and its message names the file that was printed', async () => {
    await until(async () => (await read('')).accounts[0].state === 'Connected');
    const { accounts, isGated } = await read('');
    assert.equal(accounts.length, 1);
    assert.equal(accounts[0].message, feedFile());
    assert.equal(isGated, true);
  });

  test('evaluates all products, a dozen of which have one of three problems', async () => {
    await until(async () => (await read('/readiness')).pending === 0);
    const { outcomes, problems } = await read('/readiness');
    assert.deepEqual(outcomes, { ready: 28, incomplete: 3, invalid: 9, unmapped: 0 });
    assert.deepEqual(
      problems.map((one: { target: string; code: string; products: number }) => [one.target, one.code, one.products]),
      [
        ['short_description', 'too-long', 6],
        ['country', 'not-in-list', 3],
        ['country', 'required-missing', 3],
      ],
    );
  });

  test('writes the submitted products that fulfil the standard to the feed file', async () => {
    const { status, body } = await submit({ filter: {} });
    assert.deepEqual([status, body.submitted, body.skippedCount], [202, 28, 12]);
    await until(async () => (await read('')).productCounts.Accepted === 28);
    const lines = await linesOf(feedFile());
    assert.equal(lines.length, 29);
    assert.ok(
      lines.includes(
        'capers-100,Capers in sea salt,Small capers; rinse before cooking.,Pimento Pantry,2000700012707,Italy,100 g,true,,',
      ),
    );
  });

  test('is followed by a start that adds nothing and delivers with the same adapter', async () => {
    assert.equal(await program.stop(), 0);
    program = await startProgram(data, 0, settings);
    demo = await program.demo();
    assert.equal((await read('')).accounts.length, 1);
    assert.equal((await read('/mapping/versions')).versions.length, 1);
    const changed = await demo.importProducts([{ __ID: 'capers-100', brand: 'Capers & Co' }]);
    assert.equal(changed.body.updated, 1);
    assert.equal((await submit(['capers-100'])).body.submitted, 1);
    await until(async () => (await linesOf(feedFile())).some((line) => line.includes('Capers & Co')));
  });

  test('leaves no trace in the processes of the machine after the service was killed', async () => {
    await program.kill('node');
    await until(async () => !(await listProcesses()).some((one) => one.includes(join(data, 'example-market'))));
  });
});

/** Returns the environment of each process, or an empty text if this user may not read it. Works only on Linux. */
async function listProcesses(): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return Promise.all(ids.map((id) => readFile(`/proc/${id}/environ`, 'utf8').catch(() => '')));
}

test('a first run in a database that has clients of its own adds no example', async () => {
  await using service = await startTestService();
  await using folder = await makeTemporaryFolder();
  const own = await service.client('acme');
  const loaded: string[] = [];
  const firstRun = await prepareFirstRun({
    database: service.database,
    clock: systemClock,
    folder: folder.path,
    baseUrl: service.baseUrl,
    operator: { email: 'operator@pimento.local', mustChangePassword: false },
    example: {
      loadCatalogue: () => Promise.resolve(void loaded.push('catalogue')),
      setUpMarket: () => Promise.resolve(String(loaded.push('market'))),
    },
  });
  const { client, adapter, operator } = (await firstRun?.finish()) ?? assert.fail('the first run was not recorded');
  assert.deepEqual([client, adapter, operator.email], [undefined, undefined, 'operator@pimento.local']);
  assert.deepEqual(loaded, []);
  assert.deepEqual((await own.call('GET', '/api/channels/v1/channels')).body.channels, []);
});

test('the channel of the example market is hidden from clients that are added later', async () => {
  await using service = await startTestService();
  await using folder = await makeTemporaryFolder();
  const firstRun = await prepareFirstRun({
    database: service.database,
    clock: systemClock,
    folder: folder.path,
    baseUrl: service.baseUrl,
    operator: { email: 'operator@pimento.local', mustChangePassword: false },
    example: { loadCatalogue: () => Promise.resolve(), setUpMarket: () => Promise.resolve('account') },
  });
  const { client } = (await firstRun?.finish()) ?? assert.fail('the first run was not recorded');
  const channelsOf = async (caller: TestCaller) =>
    (await caller.call('GET', '/api/channels/v1/channels')).body.channels.map(
      ({ channelId }: { channelId: string }) => channelId,
    );
  assert.ok(client);
  assert.deepEqual(await channelsOf(createTestCaller(service.baseUrl, client)), ['example-market', 'example-shop']);
  assert.deepEqual(await channelsOf(await service.client('acme')), ['example-shop']);
});
