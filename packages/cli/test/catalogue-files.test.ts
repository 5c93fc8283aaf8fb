import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { run } from './command-line.ts';
import type { StartedService } from './started-service.ts';
import { startTestedService } from './tested-service.ts';

/** Folder with real catalogues. By default, it is next to the repository. */
const shared = join(process.env['PIMENTO_SHARED'] ?? join(import.meta.dirname, '../../../../shared'), 'data');
const catalogues = [
  'electronics-network-devices',
  'electronics-icecat-html',
  'food-openfoodfacts',
  'fashion-magento',
  'packaging-hierarchy-sealed',
  'packaging-gs1-gdsn',
  'unicode-ingredients',
];

let service: StartedService;
before(async () => {
  service = await startTestedService({ PIMENTO_EXAMPLE: 'empty' });
});
after(() => service[Symbol.asyncDispose]());

const pathOf = (name: string) => join(service.folder, name);

/** Runs a command line with the key of a client. */
async function ok(commandLine: string[], key: string) {
  const ran = await run([...commandLine, '--url', service.baseUrl, '--key', key]);
  assert.equal(ran.code, 0, `${commandLine.join(' ')}: ${ran.stderr || ran.stdout.slice(0, 2000)}`);
  return ran;
}

/** Calls the service directly, for steps that do not test the command line, because each command takes a second to start. */
async function call(method: string, path: string, key: string, body?: string | Buffer<ArrayBuffer>): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await fetch(`${service.baseUrl}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  assert.ok(answer.ok, `${method} ${path}: ${answer.ok ? '' : await answer.text()}`);
  return answer;
}

/** Creates an empty client with the definitions of a catalogue. Returns its key. */
async function newClient(clientId: string, catalogue: string): Promise<string> {
  const { secret: operator } = JSON.parse(readFileSync(join(service.data, 'operator-key.json'), 'utf8')) as {
    secret: string; // the first start writes this file
  };
  await call('POST', '/console/clients', operator, JSON.stringify({ clientId, name: clientId }));
  const scope = { kind: 'client', name: 'test', clientId };
  const made = await call('POST', '/console/keys', operator, JSON.stringify(scope));
  const { secret } = (await made.json()) as { secret: string }; // the contract declares this type
  const definitions = globSync(join(shared, catalogue, 'attributes*.json')).flatMap(
    (file) => JSON.parse(readFileSync(file, 'utf8')) as unknown[], // each file contains a list of definitions
  );
  await call('PUT', '/api/datastandards/v1/datastandards/attributes', secret, JSON.stringify(definitions));
  return secret;
}

/** Exports all products by id. */
async function productsOf(key: string): Promise<Map<string, unknown>> {
  const answer = await call('GET', '/api/products/v1/products/export', key);
  const lines = (await answer.text()).trimEnd().split('\n');
  return new Map(lines.map((line) => [(JSON.parse(line) as { __ID: string }).__ID, JSON.parse(line)])); // each line is one product
}

for (const catalogue of catalogues) {
  const folder = join(shared, catalogue);
  test(
    `${catalogue} goes through CSV and XLSX into an empty client and is equal, product by product`,
    {
      skip: existsSync(folder) ? false : `${folder} is not here`,
      timeout: 300_000,
    },
    async () => {
      const key = await newClient(`${catalogue}-source`, catalogue);
      const body = readFileSync(join(folder, 'import.json'));
      const report = await call('POST', '/api/import/v1/feeds/master', key, body);
      assert.equal(((await report.json()) as { rejected: number }).rejected, 0); // the contract declares this type
      const products = await productsOf(key);
      assert.ok(products.size > 0);
      for (const kind of ['csv', 'xlsx']) {
        const file = pathOf(`${catalogue}.${kind}`);
        await ok(['export', '--out', file], key);
        const target = await newClient(`${catalogue}-${kind}`, catalogue);
        const { stdout, json } = await ok(['import', file, '--json'], target);
        assert.equal(json.created, products.size, stdout.slice(0, 2000));
        const back = await productsOf(target);
        assert.deepEqual([...back.keys()], [...products.keys()]);
        for (const [id, product] of products) assert.deepEqual(back.get(id), product);
      }
    },
  );
}
