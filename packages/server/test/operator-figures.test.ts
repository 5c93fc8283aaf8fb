import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { addOperatorFigures, createFigureReader } from '../src/installation/index.ts';
import { createMetrics, type Database, openDatabase, systemClock } from '../src/platform/index.ts';
import { ask, type GatewayWorld, startGatewayWorld } from './channels/gateway-world.ts';

let world: GatewayWorld;
before(async () => {
  world = await startGatewayWorld();
});
after(() => world[Symbol.asyncDispose]());

/**
 * Returns a function that reads the figures of a database as Prometheus does. The clock advances a minute per call, so cached figures
 * expire.
 */
function figuresOf(database: Database): () => Promise<string> {
  const metrics = createMetrics();
  let now = 0;
  const clock = { ...systemClock, monotonic: () => now };
  const log = pino({ level: 'silent' });
  const reader = createFigureReader({ database, clock, log });
  addOperatorFigures({ metrics, read: reader }, { folder: tmpdir(), role: 'all', version: '1.2.3' });
  return async () => {
    now += 60_000;
    return metrics.registry.metrics();
  };
}

const readFileOfRepository = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');
const namesIn = (text: string) => new Set(text.match(/\bpimento_[a-z0-9_]+/g));

test('the guide lists every metric of /metrics, and the dashboard and the alert rules name no other', async () => {
  const { status, text } = await world.operator.call('GET', '/metrics');
  assert.equal(status, 200);
  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name = '', type]) => [name, type]));
  const own = [...types.keys()].filter((name) => !/^pimento_(process|nodejs)_/.test(name));
  const guide = await readFileOfRepository('docs/guides/operate.md');
  const listed = guide.slice(guide.indexOf('## Metrics'), guide.indexOf('## Search index'));
  const documented = [...namesIn(listed)].filter((name) => !/^pimento_(process|nodejs)_/.test(name));
  assert.deepEqual(documented.toSorted(), own.toSorted());

  const samples = [...types].flatMap(([name, type]) =>
    type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : [name],
  );
  for (const file of ['dashboard.json', 'alerts.yaml']) {
    const used = namesIn(await readFileOfRepository(`deploy/grafana/${file}`));
    assert.ok(used.size > 5, file);
    assert.deepEqual([...used.difference(new Set(samples))], [], `${file} names metrics that do not exist`);
  }
});

test('the age of unread events, the silence of adapters and backlogs are figures of the database', async () => {
  const read = figuresOf(world.service.database);
  const adapter = await world.adapter('shop');
  const client = await world.service.client('acme');
  assert.doesNotMatch(await read(), /^pimento_oldest_event_seconds\{/m);
  await client.importProducts([{ __ID: 'P' }]);
  await world.connect(client, adapter, 'shop');
  await ask(client, 'POST', '/api/submit/v1/channels/shop/products', ['P'], 202);
  const waiting = await read();
  assert.match(waiting, /^pimento_oldest_event_seconds\{adapter="shop"\} \d/m);
  assert.match(waiting, /^pimento_adapter_silent_seconds\{adapter="shop"\} \d/m);
  await world.poll(adapter);
  assert.doesNotMatch(await read(), /^pimento_oldest_event_seconds\{/m);
  await world.service.searchIndexing.drain();
  const text = await read();
  for (const line of [
    'pimento_database_up 1',
    'pimento_search_backlog_products 0',
    'pimento_imports_waiting 0',
    'pimento_oldest_waiting_import_seconds 0',
    'pimento_downloads_waiting 0',
    'pimento_events_waiting 0',
    'pimento_build_info{version="1.2.3",role="all"} 1',
  ])
    assert.ok(text.includes(`\n${line}\n`), line);
  for (const name of ['pimento_database_bytes', 'pimento_data_disk_bytes', 'pimento_data_disk_free_bytes'])
    assert.match(text, new RegExp(`^${name} [1-9]\\d{5,}$`, 'm'));
});

test('without the database, a scrape has the other metrics and says that the database is not there', async () => {
  await using away = openDatabase({
    connectionString: 'postgresql://127.0.0.1:1/none',
    max: 1,
    name: 'none',
    onError: () => undefined,
  });
  const text = await figuresOf(away.kysely)();
  assert.match(text, /^pimento_database_up 0$/m);
  assert.match(text, /^pimento_data_disk_bytes \d+$/m);
  assert.doesNotMatch(text, /^pimento_(database_bytes|search_backlog_products|imports_waiting) /m);
});
