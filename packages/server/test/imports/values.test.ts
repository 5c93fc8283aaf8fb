import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { startTestService, type TestAnswer } from '../test-service.ts';
import { assertCounts, problemsOf } from './import-answers.ts';

const service = await startTestService();
after(() => service[Symbol.asyncDispose]());

const caller = await service.client('values');

/** Sends products as JSON text, so that numbers are sent unchanged. */
const send = (products: string, query = ''): Promise<TestAnswer> =>
  caller.importBody(`{"products":[${products}]}`, { query });

const scalar = (id: string, compositeAttribute?: string, more: Record<string, unknown> = {}) => ({
  id,
  name: id,
  type: { id: 'string', multiValue: false },
  ...(compositeAttribute === undefined ? {} : { compositeAttribute }),
  ...more,
});
const list = (id: string, compositeAttribute?: string) => ({
  ...scalar(id, compositeAttribute),
  type: { id: 'string', multiValue: true },
});
const composite = (id: string, compositeAttribute?: string) => ({
  ...scalar(id, compositeAttribute),
  type: { id: 'composite', multiValue: true },
});

async function define(...definitions: unknown[]): Promise<void> {
  const answer = await caller.define(definitions);
  assert.equal(answer.status, 200, answer.text);
}

async function assertRejected(product: string, ...problems: string[]): Promise<TestAnswer> {
  const answer = await send(`${product},{"__ID":"the neighbour"}`);
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.body.rejected, 1, answer.text);
  assert.deepEqual(problemsOf(answer), problems, answer.text);
  return answer;
}

test('Text is stored exactly as it was sent.', async () => {
  const texts = [
    ' a ',
    '\ta\r\n',
    'e\u0301',
    '\u00e9',
    '\u2028',
    '\ufeff',
    '\u0001',
    '\u007f',
    '\uffff',
    '😀',
    '"\\/',
    'null',
    '0',
  ];
  const product = {
    __ID: 'text',
    __NAME: ' n ',
    ...Object.fromEntries(texts.map((text, at) => [`t${at}`, text])),
    all: texts,
  };
  assertCounts(await caller.importProducts([product]), [1, 0, 0, 0]);
  assert.deepEqual(await caller.product('text'), product);
});

test('Numbers and booleans are stored as their exact source text.', async () => {
  const sources = [
    '10.50',
    '0.1',
    '0.30000000000000004',
    '12345678901234567890',
    '9007199254740993',
    '1e21',
    '1E+2',
    '-0',
    '0.0',
    '1e400',
    '-1.0e-7',
    'true',
    'false',
  ];
  const members = sources.map((source, at) => `"n${at}":${source}`).join(',');
  assertCounts(await send(`{"__ID":"numbers",${members},"all":[${sources.join(',')}]}`), [1, 0, 0, 0]);
  const stored = await caller.product('numbers');
  sources.forEach((source, at) => assert.equal(stored[`n${at}`], source));
  assert.deepEqual(stored.all, sources);
  const asText = sources.map((source, at) => `"n${at}":"${source}"`).join(',');
  assertCounts(await send(`{"__ID":"numbers",${asText}}`), [0, 0, 1, 0]);
  assertCounts(await send('{"__ID":"numbers","__NAME":1.50,"__FAMILY":2.0,"__CATEGORY":true}'), [0, 1, 0, 0]);
  const { __NAME, __FAMILY, __CATEGORY } = await caller.product('numbers');
  assert.deepEqual([__NAME, __FAMILY, __CATEGORY], ['1.50', '2.0', 'true']);
});

test('An unknown attribute becomes a string, with several values where the first one seen is an array.', async () => {
  const answer = await send(
    '{"__ID":"u1","single":"a","several":["a","a","b"],"none":null,"empty":"","nothing":[]},{"__ID":"u2","later":[1,true]}',
  );
  assertCounts(answer, [2, 0, 0, 0]);
  assert.deepEqual(answer.body.createdAttributes, ['single', 'several', 'later']);
  assert.deepEqual(await caller.product('u1'), { __ID: 'u1', single: 'a', several: ['a', 'a', 'b'] });
  assert.deepEqual(await caller.product('u2'), { __ID: 'u2', later: ['1', 'true'] });
  // The definition that the first product created applies to the next product in the same batch.
  const next = await send(
    '{"__ID":"u3","fresh":"a"},{"__ID":"u4","fresh":["a"]},{"__ID":"u5","single":["a"]},{"__ID":"u6","several":"a"}',
  );
  assertCounts(next, [1, 0, 0, 3]);
  assert.deepEqual(problemsOf(next), [
    'expected-scalar /products/1/fresh',
    'expected-scalar /products/2/single',
    'expected-array /products/3/several',
  ]);
});

test('A rejected product leaves no attribute and no category behind.', async () => {
  await assertRejected(
    '{"__ID":"ghost","neverMade":"a","__CATEGORY":"never made","u":{"a":"b"}}',
    'composite-not-defined /products/0/u',
  );
  const { body } = await caller.call('GET', '/api/datastandards/v1/datastandards/attributes');
  assert.ok(body.attributes.every(({ id }: { id: string }) => id !== 'neverMade' && id !== 'u'));
  const { rows } = await sql`select from category where category.category_id = 'never made'`.execute(service.database);
  assert.equal(rows.length, 0);
});

test('An unknown attribute that holds rows asks for its definition first.', async () => {
  for (const value of ['{}', '{"a":"b"}', '[{"a":"b"}]', '["a",{"b":"c"}]', '[["a"]]', '[[]]']) {
    await assertRejected(`{"__ID":"rows","unknownRows":${value}}`, 'composite-not-defined /products/0/unknownRows');
  }
});

test('A value whose shape differs from its definition is rejected with its position.', async () => {
  await define(scalar('one'), list('many'), composite('rows'), scalar('cell', 'rows'), list('cells', 'rows'));
  await assertRejected('{"__ID":"s","one":["a"]}', 'expected-scalar /products/0/one');
  await assertRejected('{"__ID":"s","one":{"a":"b"}}', 'expected-scalar /products/0/one');
  await assertRejected('{"__ID":"s","many":"a"}', 'expected-array /products/0/many');
  await assertRejected('{"__ID":"s","many":7}', 'expected-array /products/0/many');
  await assertRejected('{"__ID":"s","many":{"a":"b"}}', 'expected-array /products/0/many');
  await assertRejected(
    '{"__ID":"s","many":["a",["b"],{"c":"d"},null]}',
    'expected-scalar /products/0/many/1',
    'expected-scalar /products/0/many/2',
    'expected-scalar /products/0/many/3',
  );
  await assertRejected('{"__ID":"s","rows":"a"}', 'expected-array /products/0/rows');
  await assertRejected('{"__ID":"s","rows":{"cell":"a"}}', 'expected-array /products/0/rows');
  await assertRejected('{"__ID":"s","rows":["a",{"cell":"b"}]}', 'expected-row /products/0/rows/0');
  await assertRejected(
    '{"__ID":"s","rows":[{"cell":["a"]},{"cells":"b"},{"other":"c"}]}',
    'expected-scalar /products/0/rows/0/cell',
    'expected-array /products/0/rows/1/cells',
    'unknown-child /products/0/rows/2/other',
  );
  assert.equal(await caller.product('s'), undefined);
});

test('A row names its children by name, by id, by the id without its parent and by external id; answers use the name.', async () => {
  await define(
    composite('price'),
    { ...scalar('price/amount'), name: 'Amount', externalId: 'amt' },
    { ...scalar('price/currency'), name: 'Currency', externalId: 'cur' },
  );
  for (const [amount, currency] of [
    ['Amount', 'Currency'],
    ['price/amount', 'price/currency'],
    ['amount', 'currency'],
    ['amt', 'cur'],
  ]) {
    assertCounts(
      await caller.importProducts([{ __ID: `by ${amount}`, price: [{ [currency!]: 'EUR', [amount!]: '1.50' }] }]),
      [1, 0, 0, 0],
    );
    assert.deepEqual(await caller.product(`by ${amount}`), {
      __ID: `by ${amount}`,
      price: [{ Amount: '1.50', Currency: 'EUR' }],
    });
  }
  await assertRejected('{"__ID":"p","price":[{"amt":"1","Amount":"1"}]}', 'duplicate-field /products/0/price/0/Amount');
  await assertRejected('{"__ID":"p","price":[{"AMOUNT":"1"}]}', 'unknown-child /products/0/price/0/AMOUNT');
});

test('Two composites may each have a child of the same name.', async () => {
  await define(composite('left'), composite('right'), scalar('code', 'left'), list('code', 'right'));
  const product = { __ID: 'sides', left: [{ code: 'a' }], right: [{ code: ['a', 'b'] }] };
  assertCounts(await caller.importProducts([product]), [1, 0, 0, 0]);
  assert.deepEqual(await caller.product('sides'), product);
});

test('Children whose names mean something to JavaScript hold values like any other.', async () => {
  const names = ['constructor', 'toString', 'hasOwnProperty', '123', '0', 'length'];
  await define(composite('script'), ...names.map((name) => scalar(name, 'script')));
  const row = Object.fromEntries(names.map((name) => [name, `value of ${name}`]));
  assertCounts(await caller.importProducts([{ __ID: 'script', script: [row, {}, { 0: 'only' }] }]), [1, 0, 0, 0]);
  assert.deepEqual(await caller.product('script'), { __ID: 'script', script: [row, {}, { 0: 'only' }] });
  await assertRejected(
    '{"__ID":"script","script":[{"__proto__":"x"}]}',
    'unknown-child /products/0/script/0/__proto__',
  );
  await assertRejected('{"__ID":"script","script":[{"valueOf":"x"}]}', 'unknown-child /products/0/script/0/valueOf');
});

test('A child called __proto__ is refused when it is defined, or holds its values.', async () => {
  const defined = await caller.define([composite('odd'), scalar('__proto__', 'odd'), scalar('plain', 'odd')]);
  if (defined.status === 422) return;
  const body = '{"__ID":"odd","odd":[{"__proto__":"x","plain":1}]}';
  assertCounts(await send(body), [1, 0, 0, 0]);
  const { text } = await caller.call('GET', '/api/products/v1/products/odd');
  assert.match(text, /"odd":\[\{"__proto__":"x","plain":"1"\}\]/);
});

test('Rows keep their order, whether there are 0, 1, 100, 101 or 10,000 of them.', async () => {
  await define(composite('series'), scalar('n', 'series'));
  for (const length of [1, 100, 101, 10_000]) {
    const rows = Array.from({ length }, (_, at) => ({ n: String(length - at) }));
    assertCounts(await caller.importProducts([{ __ID: `series ${length}`, series: rows }]), [1, 0, 0, 0]);
    assert.deepEqual((await caller.product(`series ${length}`)).series, rows);
    assertCounts(await caller.importProducts([{ series: rows, __ID: `series ${length}` }]), [0, 0, 1, 0]);
    const reversed = rows.toReversed();
    assertCounts(await caller.importProducts([{ __ID: `series ${length}`, series: reversed }]), [
      0,
      length === 1 ? 0 : 1,
      length === 1 ? 1 : 0,
      0,
    ]);
    assert.deepEqual((await caller.product(`series ${length}`)).series, reversed);
    assertCounts(await caller.importProducts([{ __ID: `series ${length}`, series: [] }]), [0, 1, 0, 0]);
    assert.deepEqual(await caller.product(`series ${length}`), { __ID: `series ${length}` });
  }
});

test('Ten levels of rows with a thousand rows at the bottom come back as they were sent, and so do 32 levels.', async () => {
  const path = (level: number) => Array.from({ length: level }, (_, at) => `L${at + 1}`).join('/');
  await define(...Array.from({ length: 31 }, (_, at) => ({ ...composite(path(at + 1)), name: `L${at + 1}` })), {
    ...scalar(path(32)),
    name: 'leaf',
  });
  await define(
    ...Array.from({ length: 10 }, (_, at) => ({ ...composite(path(at + 1).replaceAll('L', 'D')), name: `D${at + 1}` })),
    { ...scalar(path(11).replaceAll('L', 'D')), name: 'leaf' },
  );
  let wide: Record<string, unknown>[] = Array.from({ length: 1_000 }, (_, at) => ({ leaf: `value ${at}` }));
  for (let level = 10; level > 1; level--) wide = [{ [`D${level}`]: wide }];
  let deep: Record<string, unknown>[] = [{ leaf: 'bottom' }];
  for (let level = 31; level > 1; level--) deep = [{ [`L${level}`]: deep }];
  const product = { __ID: 'deep', D1: wide, L1: deep };
  assertCounts(await caller.importProducts([product]), [1, 0, 0, 0]);
  assert.deepEqual(await caller.product('deep'), product);
  assertCounts(await caller.importBody(JSON.stringify({ products: [product] }, undefined, 2)), [0, 0, 1, 0]);
});

test('Typed attributes name the attribute, the rule and the value; what fits is stored as it was sent.', async () => {
  await define(
    {
      ...scalar('weight'),
      type: { id: 'decimal', multiValue: false },
      restriction: { parameters: { minValue: '0', maxValue: '100' } },
    },
    { ...scalar('count'), type: { id: 'integer', multiValue: false } },
    { ...scalar('ean'), type: { id: 'gtin', multiValue: true } },
    { ...scalar('day'), type: { id: 'date', multiValue: false } },
    { ...scalar('size'), restriction: { listOfValues: ['S', 'M', 'L'] } },
    {
      ...scalar('sku'),
      restriction: { patterns: [{ pattern: '^[A-Z]{2}\\d+$', message: 'two letters and a number' }] },
    },
  );
  assertCounts(
    await send(
      '{"__ID":"typed","weight":10.50,"count":12345678901234567890,"ean":["4006381333931"],"day":"2024-02-29","size":"M","sku":"AB1"}',
    ),
    [1, 0, 0, 0],
  );
  assert.deepEqual(await caller.product('typed'), {
    __ID: 'typed',
    weight: '10.50',
    count: '12345678901234567890',
    ean: ['4006381333931'],
    day: '2024-02-29',
    size: 'M',
    sku: 'AB1',
  });
  const broken = await send(
    '{"__ID":"typed","weight":100.5,"count":"1.5","ean":["4006381333932"],"day":"2023-02-29","size":"XL","sku":"ab1"}',
  );
  assertCounts(broken, [0, 0, 0, 1]);
  assert.deepEqual(
    broken.body.errors.map((error: { path: string }) => error.path),
    ['weight', 'count', 'ean/0', 'day', 'size', 'sku'].map((place) => `/products/0/${place}`),
  );
  for (const [at, [name, value]] of [
    ['weight', '100.5'],
    ['count', '1.5'],
    ['ean', '4006381333932'],
    ['day', '2023-02-29'],
    ['size', 'XL'],
    ['sku', 'ab1'],
  ].entries()) {
    const { message } = broken.body.errors[at];
    assert.ok(message.includes(`"${name}"`) && message.includes(value), message);
  }
  assert.match(broken.body.errors[5].message, /two letters and a number/);
});
