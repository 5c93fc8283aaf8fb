// Upgrades an installation under load: starts the former release, imports, submits and polls, starts this version on the same database,
// uses both side by side, and stops the former release. Afterwards checks that no import and no event was lost, that the order of events
// was kept, and that the former release refuses to start on the migrated database.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { makeDataFolder, startProgram } from '../../packages/server/test/pimento-program.ts';
import { createTestCaller } from '../../packages/server/test/test-service.ts';
import { root } from '../root.ts';
import { createDatabase } from '../test-run.ts';
import { startThrowawayDatabase } from '../throwaway-database.ts';
import { checkOutFormerRelease, type FormerRelease } from './upgrade/former-release.ts';
import { type Node, startTraffic, type Traffic } from './upgrade/traffic.ts';

/** Duration of each phase: the former release alone, both side by side, and this version alone. */
const phaseMs = 4_000;
const formerName = 'former release';
const programOf = (folder: string) => join(folder, 'packages/cli/bin/pimento.mjs');
const migrationsOf = (folder: string) => readdirSync(join(folder, 'packages/server/migrations')).join();

using former = checkOutFormerRelease();
if (former === undefined)
  console.log('The upgrade is not tested: this clone has no history, so the former release is missing.');
else await testUpgrade(former);

async function testUpgrade({ folder, commit }: FormerRelease): Promise<void> {
  await using resources = new AsyncDisposableStack();
  const database = resources.use(await startThrowawayDatabase());
  const shared = {
    PIMENTO_DATABASE_URL: await createDatabase(database.connectionString, 'upgraded'),
    PIMENTO_SECRET_KEY: randomBytes(32).toString('base64'),
    PIMENTO_IMPORT_THREADS: '1',
    PIMENTO_DRAIN_SECONDS: '1',
  };
  const data = resources.use(await makeDataFolder()).data;
  const settings = { ...shared, PIMENTO_ASSETS_URL: pathToFileURL(join(data, '..', 'assets')).href };
  const start = async (name: string, release: string, dataFolder: string) => {
    const program = resources.use(await startProgram(dataFolder, 0, settings, programOf(release)));
    assert.ok(program.baseUrl, `${name} starts: ${program.stderr()}`);
    return { program, node: nodeOf(name, program.baseUrl, data) };
  };

  const old = await start(formerName, folder, data);
  await connectChannel(old.node);
  let nodes: readonly Node[] = [old.node];
  const stopping = new AbortController();
  const { traffic, ended } = startTraffic(() => nodes, stopping.signal);
  await pause(phaseMs);
  const next = await start('this version', root, resources.use(await makeDataFolder()).data);
  nodes = [old.node, next.node];
  await pause(phaseMs);
  nodes = [next.node];
  assert.equal(await old.program.stop(), 0, `the former release ends: ${old.program.stderr()}`);
  await pause(phaseMs);
  stopping.abort();
  await ended;

  assert.deepEqual(traffic.wrong, [], `${old.program.stderr()}${next.program.stderr()}`);
  await checkTraffic(traffic, next.node);
  if (migrationsOf(root) !== migrationsOf(folder)) {
    await using refused = await startProgram(data, 0, settings, programOf(folder));
    assert.equal(await refused.ended, 2, 'the former release does not start again');
    assert.match(refused.refusal(), /newer Pimento/);
  }
  const counts = [...traffic.answers].map(([name, count]) => `${name} ${count}`).join(', ');
  const figures = `${traffic.imported.size} products, ${traffic.polled.length} events, ${traffic.repeated} repeated requests`;
  console.log(`Upgraded from ${commit.slice(0, 12)} without a loss: ${figures}; answers: ${counts}.`);
}

function nodeOf(name: string, baseUrl: string, data: string): Node {
  const { client, adapter } = JSON.parse(readFileSync(join(data, 'first-run.json'), 'utf8')) as Record<
    'client' | 'adapter',
    { secret: string }
  >; // written by the first start
  const caller = ({ secret }: { secret: string }) => createTestCaller(baseUrl, { clientId: 'demo', keyId: '', secret });
  return { name, baseUrl, canFail: name === formerName, client: caller(client), adapter: caller(adapter) };
}

/** Connects the channel of the example, so that products can be submitted. */
async function connectChannel({ client, adapter }: Node): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const properties = { shopUrl: 'https://shop.example', apiToken: 'secret' };
  const made = await client.call('POST', '/api/channels/v1/channels/example-shop/accounts', {
    headers,
    body: JSON.stringify({ name: 'Shop', properties }),
  });
  assert.ok(made.status < 300, made.text);
  const { accountId } = made.body as { accountId: string }; // declared by the contract
  const verdict = { clientId: 'demo', channelId: 'example-shop', accountId, status: 'SUCCESS' };
  const answer = await adapter.call('POST', '/external/authentication', { headers, body: JSON.stringify(verdict) });
  assert.ok(answer.status < 300, answer.text);
}

async function checkTraffic(traffic: Traffic, { client }: Node): Promise<void> {
  const exported = await client.exported();
  for (const [productId, value] of traffic.imported) assert.equal(exported.get(productId)?.['value'], value, productId);
  assert.equal(new Set(traffic.polled).size, traffic.polled.length, 'no event was given twice');
  for (const [name, submitted] of traffic.submitted) {
    const own = new Set(submitted);
    assert.deepEqual(
      traffic.polled.filter((id) => own.has(id)),
      submitted,
      `the events of ${name} are complete and in order`,
    );
  }
  assert.ok(
    [...traffic.answers.values()].every((count) => count > 20),
    'both versions were under load',
  );
  assert.equal(traffic.answers.size, 2);
}
