import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { run } from './command-line.ts';
import { type StartedService, startService } from './started-service.ts';

/** Folder next to the repository with real catalogues. */
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
  service = await startService({ PIMENTO_EXAMPLE: 'empty' });
});
after(() => service[Symbol.asyncDispose]());

async function ok(commandLine: string[], key?: string) {
  const access = key === undefined ? ['--data', service.data] : ['--url', service.baseUrl, '--key', key];
  const ran = await run([...commandLine, ...access]);
  assert.equal(ran.code, 0, `${commandLine.join(' ')}: ${ran.stderr || ran.stdout.slice(0, 2000)}`);
  return ran;
}

/** Creates an empty client with the definitions of a catalogue; returns its key. */
async function newClient(clientId: string, catalogue: string): Promise<string> {
  await ok(['clients', 'create', clientId]);
  const key = (await ok(['keys', 'create', '--client', clientId, '--name', 'test', '--json'])).json.secret as string; // documented by the contract
  const files = globSync(join(shared, catalogue, 'attributes*.json'));
  await ok(['definitions', 'put', ...files], key);
  return key;
}

/** Exports all products by id. */
async function productsOf(key: string): Promise<Map<string, unknown>> {
  const lines = (await ok(['export'], key)).stdout.trimEnd().split('\n');
  return new Map(lines.map((line) => [(JSON.parse(line) as { __ID: string }).__ID, JSON.parse(line)])); // one product per line
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
      await ok(['import', join(folder, 'import.json')], key);
      const products = await productsOf(key);
      assert.ok(products.size > 0);
      for (const kind of ['csv', 'xlsx']) {
        const file = join(service.folder, `${catalogue}.${kind}`);
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
