import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { run as runPlain } from './command-line.ts';
import type { StartedService } from './started-service.ts';
import { startTestedService } from './tested-service.ts';

let service: StartedService;
before(async () => {
  service = await startTestedService();
  const created = await run(['channels', 'create', 'my-shop', '--adapter', 'example', '--name', 'My shop']);
  assert.equal(created.code, 0, created.stderr);
});
after(() => service[Symbol.asyncDispose]());

const run = (commandLine: string[]) => runPlain([...commandLine, '--data', service.data]);
async function file(name: string, content: object): Promise<string> {
  const path = join(service.folder, name);
  await writeFile(path, JSON.stringify(content));
  return path;
}

const standard = {
  format: 'pimento-standard/1',
  name: 'Example',
  attributes: [
    { id: 'title', name: 'Title', type: { id: 'string' }, requirement: 'required' },
    { id: 'price', name: 'Price', type: { id: 'money' }, output: { as: 'object' } },
    { id: 'details', name: 'Details', type: { id: 'composite', multiValue: true } },
    { id: 'value', name: 'Value', compositeAttribute: 'details', type: { id: 'boolean' }, requirement: 'required' },
  ],
};

test('A standard is published, compared, written out and described as types.', async () => {
  const put = await run(['standards', 'put', 'my-shop', await file('standard.json', standard)]);
  assert.deepEqual([put.code, put.stdout.startsWith('Version 1: 4 attributes')], [0, true], put.stderr);
  const changed = { ...standard, attributes: standard.attributes.map((one) => ({ ...one, requirement: 'required' })) };
  const path = await file('changed.json', changed);
  const dry = await run(['standards', 'put', 'my-shop', path, '--dry-run', '--json']);
  assert.deepEqual([dry.json.version, dry.json.changes.breaking], [2, 2]);
  assert.match((await run(['standards', 'put', 'my-shop', path])).stdout, /2 breaking · 0 warning/);
  assert.match(
    (await run(['standards', 'diff', 'my-shop', '1', '2'])).stdout,
    /breaking +changed +attribute +price +requirement/,
  );
  assert.match((await run(['standards', 'versions', 'my-shop'])).stdout, /2 +current/);
  const out = join(service.folder, 'out.json');
  await run(['standards', 'get', 'my-shop', '1', '--out', out]);
  assert.deepEqual(JSON.parse(await readFile(out, 'utf8')), standard);
  const types = await run(['standards', 'types', 'my-shop']);
  assert.match(types.stdout, /export interface ChannelShape \{\n {2}\/\*\* Title \*\/\n {2}title: string;/);
  assert.match(types.stdout, /price: \{\n {4}amount: number;\n {4}currency: string;\n {2}\};/);
  assert.match(types.stdout, /details: readonly \(\{\n {4}\/\*\* Value \*\/\n {4}value: boolean;\n {2}\}\)\[\];/);
  assert.match((await run(['standards', 'withdraw', 'my-shop', '2'])).stdout, /Withdrew version 2/);
});

test('A refused standard exits with 1 and lists every problem with its place.', async () => {
  const bad = { ...standard, rules: [{ id: 'r', require: ['nothing'] }] };
  const ran = await run(['standards', 'put', 'my-shop', await file('bad.json', bad)]);
  assert.equal(ran.code, 1);
  assert.match(ran.stderr, /\/rules\/0\/require\/0 +unknown-target +the standard has no target "nothing"/);
  const lines = join(service.folder, 'bad.ndjson');
  await writeFile(
    lines,
    '{"format":"pimento-standard/1","name":"N"}\n{"kind":"rule","id":"r","require":["nothing"]}\n',
  );
  assert.match((await run(['standards', 'put', 'my-shop', lines])).stderr, /line 2 \/require\/0 +unknown-target/);
});

test('A mapping in a file is checked, compared, stored and published.', async () => {
  await run(['standards', 'put', 'my-shop', await file('standard.json', standard)]);
  const mapping = { format: 'pimento-mapping/1', targets: [{ target: 'price', value: 'money(1, "EUR")' }] };
  const incomplete = await run(['mapping', 'check', 'my-shop', await file('mapping.json', mapping)]);
  assert.equal(incomplete.code, 1);
  assert.match(incomplete.stdout, /0 of 1 are mapped\.\nNot mapped: title/);
  const whole = { ...mapping, targets: [{ target: 'title', value: '__NAME' }, ...mapping.targets] };
  const path = await file('mapping.json', whole);
  const check = await run(['mapping', 'check', 'my-shop', path]);
  assert.deepEqual([check.code, /1 of 1 are mapped/.test(check.stdout)], [0, true], check.stdout);
  assert.match((await run(['mapping', 'put', 'my-shop', path])).stdout, /revision 1/);
  assert.match((await run(['mapping', 'diff', 'my-shop', path])).stdout, /identical to the draft/);
  assert.match(
    (await run(['mapping', 'diff', 'my-shop', await file('other.json', mapping)])).stdout,
    /removed +target title/,
  );
  assert.match((await run(['mapping', 'publish', 'my-shop', '--comment', 'Start'])).stdout, /Version 1 applies/);
  assert.match((await run(['mapping', 'versions', 'my-shop'])).stdout, /Start/);
  const exported = await run(['mapping', 'export', 'my-shop', '1']);
  assert.deepEqual(exported.json.targets, whole.targets, exported.stderr);
  const broken = { ...mapping, targets: [{ target: 'title', value: 'upper(__NAMES)' }] };
  assert.equal((await run(['mapping', 'put', 'my-shop', await file('broken.json', broken)])).code, 0);
  const refused = await run(['mapping', 'publish', 'my-shop']);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /\/targets\/0\/value +invalid-formula +line 1, column 7/);
  const imported = await run(['mapping', 'import', 'my-shop', path, '--dry-run', '--json']);
  assert.deepEqual([imported.json.revision, imported.json.missing], [null, []]);
});
