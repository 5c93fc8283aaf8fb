import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { describeCoverage } from '../src/commands/standards/mapping-trial-commands.ts';
import { run as runPlain } from './command-line.ts';
import type { StartedService } from './started-service.ts';
import { startTestedService } from './tested-service.ts';

let service: StartedService;
const run = (commandLine: string[]) => runPlain([...commandLine, '--data', service.data]);
async function file(name: string, content: object): Promise<string> {
  const path = join(service.folder, name);
  await writeFile(path, JSON.stringify(content));
  return path;
}
async function ok(commandLine: string[]) {
  const ran = await run(commandLine);
  assert.equal(ran.code, 0, ran.stderr);
  return ran;
}

const definitions = [
  { id: 'color', name: 'Color', compositeAttribute: null, type: { id: 'string', multiValue: false } },
  { id: 'price', name: 'Price', compositeAttribute: null, type: { id: 'composite', multiValue: true } },
  { id: 'price.amount', name: 'amount', compositeAttribute: 'price', type: { id: 'decimal', multiValue: false } },
  { id: 'price.currency', name: 'currency', compositeAttribute: 'price', type: { id: 'string', multiValue: false } },
  { id: 'picture', name: 'Picture', compositeAttribute: null, type: { id: 'asset', multiValue: false } },
];
const products = [
  { __ID: 'PEN-1', __NAME: 'Pen', color: 'navy', price: [{ amount: '1.50', currency: 'EUR' }], picture: 'pen-front' },
  { __ID: 'PEN-2', color: 'red' },
];
const standard = {
  format: 'pimento-standard/1',
  name: 'Example',
  attributes: [
    { id: 'title', name: 'Title', type: { id: 'string' }, requirement: 'required' },
    { id: 'color', name: 'Color', type: { id: 'string' } },
  ],
};
const mapping = {
  format: 'pimento-mapping/1',
  targets: [
    { target: 'title', value: '__NAME' },
    { target: 'color', value: 'color', map: 'colors' },
  ],
  maps: { colors: { entries: { navy: 'Blue' } } },
  tables: { brands: { columns: ['key', 'value'], rows: [['A', 'Acme']] } },
};

before(async () => {
  service = await startTestedService({ PIMENTO_EXAMPLE: 'empty' });
  await ok(['definitions', 'put', await file('definitions.json', definitions)]);
  await ok(['import', await file('products.json', { products })]);
  await ok(['standards', 'put', 'example-shop', await file('standard.json', standard)]);
  const connected = await fetch(`${service.baseUrl}/api/channels/v1/channels/example-shop/accounts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await clientSecret()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Main', properties: { shopUrl: 'https://shop.example', apiToken: 'not-a-secret' } }),
  });
  assert.equal(connected.ok, true, await connected.text());
  await ok(['mapping', 'put', 'example-shop', await file('mapping.json', mapping)]);
  await ok(['mapping', 'publish', 'example-shop']);
});
after(() => service[Symbol.asyncDispose]());

async function clientSecret(): Promise<string> {
  const { client } = JSON.parse(await readFile(join(service.data, 'first-run.json'), 'utf8'));
  return client.secret;
}

test('Readiness counts products by outcome, lists problems, and waits until all are checked.', async () => {
  const watched = await ok(['readiness', 'example-shop', '--watch', '--problems', '--outcome', 'incomplete']);
  assert.match(watched.stdout, /example-shop: standard version 1, mapping version 1\./);
  assert.match(watched.stdout, /ready +1\nincomplete +1\n/);
  assert.match(watched.stdout, /1 +error +title +required-missing/);
  assert.match(watched.stdout, /PEN-2 +incomplete +0 % +1 +"Title" is required/);
  const asJson = await ok(['readiness', 'channel', 'example-shop', '--outcome', 'ready', '--json']);
  assert.deepEqual(
    [asJson.json.outcomes.ready, asJson.json.products.map((one: { productId: string }) => one.productId)],
    [1, ['PEN-1']],
  );
});

test('Readiness lists the values of targets, and the coverage of a mapping counts the products with a value.', async () => {
  const listed = await ok(['readiness', 'example-shop', '--value', 'title', '--value', 'color']);
  assert.match(listed.stdout, /PRODUCT +OUTCOME +TITLE +COLOR\nPEN-1 +ready +Pen +Blue\nPEN-2 +incomplete +! +red\n/);
  const covered = await ok(['mapping', 'coverage', 'example-shop']);
  assert.match(covered.stdout, /title +1 of 2 +50 %\ncolor +2 of 2 +100 %\n/);
});

test('The coverage of a sample is marked as such, and no share is rounded up to all products.', () => {
  const targets = [
    { target: 'title', filled: 199, applies: 200 },
    { target: 'color', filled: 1, applies: 200 },
    { target: 'size', filled: 0, applies: 200 },
  ];
  assert.deepEqual(describeCoverage({ products: 200, isSampled: true, targets }).split(/ *\n/), [
    'TARGET  PRODUCTS    SHARE',
    'title   199 of 200  99 %',
    'color   1 of 200    1 %',
    'size    0 of 200    0 %',
    'A sample of 200 products. The shares of all products can differ.',
  ]);
  assert.doesNotMatch(describeCoverage({ products: 200, isSampled: false, targets }), /sample/);
});

test('Readiness of one product shows its problems and the values of its targets.', async () => {
  const shown = await ok(['readiness', 'product', 'PEN-1', '--channel', 'example-shop']);
  assert.match(shown.stdout, /PEN-1 on example-shop: ready\.\n1 of 1 required targets have a value\./);
  assert.match(shown.stdout, /color +Blue +color/);
});

const evaluate = (formula: string, ...more: string[]) =>
  run(['formula', 'eval', formula, '--product', 'PEN-1', ...more]);

test('A formula is evaluated for a product as the service does it.', async () => {
  const cases: [string, string][] = [
    ['join(" ", upper(Color), __NAME)', 'NAVY Pen'],
    ['row(price, currency = "EUR").amount * 2', '3'],
    ['[price/amount]', '[\n  "1.50"\n]'],
    ['first(price)', '{\n  "price/amount": "1.50",\n  "price/currency": "EUR"\n}'],
    ['filled(picture)', 'true'],
    ['row(price, currency = "USD")', '(empty)'],
    ['attempt(image(picture, "width"), "unknown")', 'unknown'],
  ];
  for (const [formula, printed] of cases) {
    const ran = await evaluate(formula);
    assert.deepEqual([ran.code, ran.stdout], [0, `${printed}\n`], formula + ran.stderr);
  }
});

test('A formula can use the value maps, tables and account of a channel.', async () => {
  const formula = 'join("/", mapped("colors", color), lookup("brands", "A"), account("shopUrl"))';
  const refused = await evaluate(formula);
  assert.equal(refused.code, 1);
  const ran = await evaluate(formula, '--channel', 'example-shop');
  assert.deepEqual([ran.code, ran.stdout], [0, 'Blue/Acme/https://shop.example\n'], ran.stdout);
});

test('A formula with errors, or with a problem for the product, exits with 1 and names the position.', async () => {
  const misspelt = await evaluate('upper(colr)');
  assert.deepEqual(
    [misspelt.code, /^1:7 .*colr.* Did you mean color\?/.test(misspelt.stdout)],
    [1, true],
    misspelt.stdout,
  );
  const failing = await evaluate('number(color)', '--json');
  assert.deepEqual([failing.code, failing.json.errors[0].code, failing.json.errors[0].column], [1, 'not-a-decimal', 1]);
});

test('A JSON Schema is converted to stdout, and into an existing standard.', async () => {
  const schema = {
    type: 'object',
    properties: { title: { type: 'string' }, size: { type: 'string', format: 'email' } },
  };
  const source = await file('schema.json', schema);
  const printed = await ok(['standards', 'convert', '--from', 'jsonschema', source, '--name', 'Shop']);
  assert.equal(printed.json.name, 'Shop');
  assert.match(
    printed.stderr,
    /2 attributes.*\n\nNot translated:\nPOSITION +REASON\nschema.json#\/properties\/size\/format/,
  );
  const into = await file('into.json', standard);
  const merged = await ok(['standards', 'convert', '--from', 'jsonschema', source, '--into', into]);
  assert.match(merged.stdout, /title +the standard has this target already; it is kept/);
  const ids = JSON.parse(await readFile(into, 'utf8')).attributes.map(({ id }: { id: string }) => id);
  assert.deepEqual(ids, ['title', 'color', 'size']);
  const put = await ok(['standards', 'put', 'example-shop', into, '--dry-run', '--json']);
  assert.equal(put.json.version, 2);
  const refused = await run(['standards', 'convert', '--from', 'acp', source]);
  assert.deepEqual([refused.code, /\/\$defs\/Product of schema.json is not an object/.test(refused.stderr)], [2, true]);
  const lines = await file('lines.yml', {});
  await writeFile(lines, 'a: [');
  assert.match((await run(['standards', 'convert', '--from', 'shopify-taxonomy', lines])).stderr, /is not valid YAML/);
});

test('A refused document exits with 1, whatever is wrong with it, and a missing file is named.', async () => {
  const broken = join(service.folder, 'broken.json');
  await writeFile(broken, '{"format": ');
  const wrong = await file('wrong.json', { format: 'pimento-mapping/2', targets: 1 });
  for (const commandLine of [
    ['mapping', 'put', 'example-shop', wrong],
    ['mapping', 'put', 'example-shop', broken],
    ['mapping', 'check', 'example-shop', wrong],
    ['standards', 'put', 'example-shop', broken],
    ['standards', 'put', 'example-shop', wrong],
  ])
    assert.equal((await run(commandLine)).code, 1, commandLine.join(' '));
  for (const commandLine of [
    ['standards', 'put', 'example-shop', 'missing.json'],
    ['mapping', 'put', 'example-shop', 'missing.json'],
  ]) {
    const { code, stderr } = await run(commandLine);
    assert.deepEqual([code, stderr], [2, 'There is no file missing.json.\n']);
  }
});

test('A published version is copied into the draft.', async () => {
  await ok(['mapping', 'put', 'example-shop', await file('empty.json', { format: 'pimento-mapping/1' })]);
  const restored = await ok(['mapping', 'restore', 'example-shop', '1']);
  assert.match(restored.stdout, /^Copied version 1 into the draft, revision \d+\.$/m);
  const diff = await ok(['mapping', 'diff', 'example-shop', await file('mapping.json', mapping)]);
  assert.match(diff.stdout, /The file is identical to the draft/);
  assert.equal((await run(['mapping', 'restore', 'example-shop', 'one'])).code, 2);
});
