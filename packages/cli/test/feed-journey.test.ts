import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { plainEnvironment, run as runPlain } from './command-line.ts';
import type { StartedService } from './started-service.ts';
import { startTestedService } from './tested-service.ts';

const program = fileURLToPath(new URL('../../../adapters/feed/src/main.ts', import.meta.url));

let service: StartedService;
let adapterKey: string;
before(async () => {
  service = await startTestedService({ PIMENTO_EXAMPLE: 'empty' });
});
after(() => service[Symbol.asyncDispose]());

async function ok(commandLine: string[]) {
  const ran = await runPlain([...commandLine, '--data', service.data]);
  assert.equal(ran.code, 0, ran.stderr);
  return ran;
}

async function file(name: string, content: object): Promise<string> {
  const path = join(service.folder, name);
  await writeFile(path, JSON.stringify(content));
  return path;
}

async function post(path: string, body: object): Promise<void> {
  const { client } = JSON.parse(await readFile(join(service.data, 'first-run.json'), 'utf8'));
  const answer = await fetch(service.baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.ok(answer.ok, await answer.text());
}

/** Runs the adapter until nothing is left to do. */
async function runAdapter(config: string): Promise<void> {
  const environment = plainEnvironment({
    PIMENTO_URL: service.baseUrl,
    PIMENTO_KEY: adapterKey,
    PIMENTO_STATE: join(service.folder, 'state'),
    FEED_CONFIG: config,
  });
  const child = spawn(process.execPath, [program, '--once'], { env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.on('data', (piece: Buffer) => (log += piece.toString()));
  const [code] = await once(child, 'close');
  assert.equal(code, 0, log);
}

const standard = {
  format: 'pimento-standard/1',
  name: 'Feed',
  deliver: 'channel',
  attributes: [
    { id: 'id', name: 'ID', type: { id: 'string' }, requirement: 'required', defaultFormula: '__ID' },
    { id: 'title', name: 'Title', type: { id: 'string' }, requirement: 'required' },
    { id: 'price', name: 'Price', type: { id: 'money' } },
  ],
};
const mapping = {
  format: 'pimento-mapping/1',
  targets: [
    { target: 'title', value: 'upper(__NAME)' },
    { target: 'price', value: 'money(price, "EUR")' },
  ],
};

test('A channel with a data standard, a mapping and a configuration becomes a feed file, without programming.', async () => {
  const { adapter } = JSON.parse(await readFile(join(service.data, 'first-run.json'), 'utf8'));
  adapterKey = adapter.secret;
  const folder = join(service.folder, 'feeds');
  const files = [{ name: 'products', format: 'csv', deltas: 5 }];
  const config = await file('feed.json', { format: 'pimento-feed/1', target: folder, files });
  const products = [
    { __ID: 'PEN-1', __NAME: 'Pen', price: '1.50' },
    { __ID: 'PEN-2', __NAME: 'Pencil, red', price: '2' },
    { __ID: 'PEN-3', price: '3' },
  ];
  await ok(['import', await file('products.json', { products })]);
  await ok(['standards', 'put', 'example-shop', await file('standard.json', standard)]);
  const properties = { shopUrl: 'https://shop.example', apiToken: 'not-a-secret' };
  await post('/api/channels/v1/channels/example-shop/accounts', { name: 'Main', properties });
  await runAdapter(config);
  await ok(['mapping', 'put', 'example-shop', await file('mapping.json', mapping)]);
  await ok(['mapping', 'publish', 'example-shop']);
  await ok(['readiness', 'example-shop', '--watch']);
  const submit = ['products', 'submit', 'example-shop', 'PEN-1', 'PEN-2', 'PEN-3', '--idempotency-key', 'first'];
  const submitted = await ok(submit);
  assert.match(submitted.stdout, /^Submitted 2 product\(s\); submission \S+\.\nSkipped: /);
  assert.equal((await ok(submit)).stdout, submitted.stdout, 'a repetition has the same answer');
  await runAdapter(config);
  const [account] = await readdir(join(folder, 'demo/example-shop'));
  const feed = () => readFile(join(folder, 'demo/example-shop', String(account), 'products.csv'), 'utf8');
  assert.equal(await feed(), 'id,title,price\r\nPEN-1,PEN,1.50 EUR\r\nPEN-2,"PENCIL, RED",2 EUR\r\n');
  await ok(['products', 'withdraw', 'example-shop', 'PEN-1']);
  await runAdapter(config);
  assert.equal(await feed(), 'id,title,price\r\nPEN-2,"PENCIL, RED",2 EUR\r\n');
});
