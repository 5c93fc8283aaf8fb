import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestService, type TestAnswer, type TestCaller } from '../test-service.ts';

const service = await startTestService();
after(() => service[Symbol.asyncDispose]());

const caller = await service.client('names');

/** Returns code, path and product id of every problem. */
const problems = ({ body }: TestAnswer): [string, string, string | undefined][] =>
  body.errors.map((error: Record<string, string>) => [error['code'], error['path'], error['productId']]);

const counts = ({ body }: TestAnswer): number[] => [body.created, body.updated, body.unchanged, body.rejected];

/** Sends products as JSON text, so that escapes and numbers are sent unchanged. */
const send = (products: string, query = ''): Promise<TestAnswer> =>
  caller.importBody(`{"products":[${products}]}`, { query });

async function assertRejected(product: string, code: string, path: string): Promise<TestAnswer> {
  const answer = await send(`${product},{"__ID":"the neighbour"}`);
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual([answer.body.received, answer.body.rejected], [2, 1], answer.text);
  assert.deepEqual([answer.body.errors[0].code, answer.body.errors[0].path], [code, path], answer.text);
  assert.equal(answer.body.errors[0].index, 0);
  return answer;
}

test('Reserved fields are recognised in any letter case and printed in one.', async () => {
  const answer = await send(
    '{"__id":"case1","__nAmE":"n","__family":"f","__Category":"c"},{"__Id":"case2","__NAME":"n"},{"__ID":"case3","__Name":"n"}',
  );
  assert.deepEqual(counts(answer), [3, 0, 0, 0], answer.text);
  assert.deepEqual(await caller.product('case1'), { __ID: 'case1', __NAME: 'n', __FAMILY: 'f', __CATEGORY: 'c' });
  assert.deepEqual(await caller.product('case2'), { __ID: 'case2', __NAME: 'n' });
  assert.deepEqual(answer.body.createdAttributes, []);
});

test('A reserved field in two spellings rejects the product, even if both have the same value.', async () => {
  for (const [a, b] of [
    ['__Name', '__NAME'],
    ['__FAMILY', '__family'],
    ['__CATEGORY', '__Category'],
  ]) {
    await assertRejected(`{"__ID":"twice","${a}":"x","${b}":"x"}`, 'duplicate-field', `/products/0/${b}`);
    await assertRejected(`{"__ID":"twice","${a}":null,"${b}":"x"}`, 'duplicate-field', `/products/0/${b}`);
  }
  await assertRejected('{"__ID":"twice","__id":"twice"}', 'duplicate-field', '/products/0/__id');
  assert.equal(await caller.product('twice'), undefined);
});

test('Any other name that begins with two underscores is reserved, the prototype of objects included.', async () => {
  for (const name of [
    '__x',
    '__',
    '__proto__',
    '__IDS',
    '__PRIMARY_ASSET',
    '__PACKAGING',
    '__ıd',
    '__defineGetter__',
  ]) {
    await assertRejected(`{"__ID":"reserved","${name}":"x"}`, 'reserved-name', `/products/0/${name}`);
    await assertRejected(`{"__ID":"reserved","${name}":null}`, 'reserved-name', `/products/0/${name}`);
  }
  await assertRejected('{"__ID":"reserved","__proto__":{"__ID":"x"}}', 'reserved-name', '/products/0/__proto__');
  assert.equal(await caller.product('reserved'), undefined);
});

test('PRIMARY_ASSET, PACKAGING and QUANTITY are reserved in exactly this spelling; in any other they are free attributes.', async () => {
  const answer = await send(
    '{"__ID":"free","primary_asset":"a","Primary_Asset":"b","packaging":"box","Packaging":["box"],"quantity":"100 g","Quantity":"1","PRIMARY_ASSET":"https://example.com/a.png"}',
  );
  assert.deepEqual(counts(answer), [1, 0, 0, 0], answer.text);
  assert.deepEqual(answer.body.createdAttributes, [
    'primary_asset',
    'Primary_Asset',
    'packaging',
    'Packaging',
    'quantity',
    'Quantity',
  ]);
  assert.deepEqual(await caller.product('free'), {
    __ID: 'free',
    PRIMARY_ASSET: 'https://example.com/a.png',
    primary_asset: 'a',
    Primary_Asset: 'b',
    packaging: 'box',
    Packaging: ['box'],
    quantity: '100 g',
    Quantity: '1',
  });
});

test('Family and category take any text up to the size that can be looked up, and are refused beyond it.', async () => {
  // PostgreSQL cannot compress this text, so the index entry has the full size.
  const wide = Array.from({ length: 2_048 }, (_, at) => String.fromCodePoint(0x20000 + ((at * 7919) % 42_000)));
  for (const field of ['__FAMILY', '__CATEGORY']) {
    const fits = wide.slice(0, 255).join('');
    const id = wide.slice(300, 555).join('');
    const stored = await send(JSON.stringify({ __ID: id, [field]: fits }));
    assert.equal(stored.body.rejected, 0, stored.text.slice(0, 500));
    assert.equal((await caller.product(id))[field], fits);
    for (const length of [1_000, 2_048]) {
      const text = wide.slice(0, length).join('');
      await assertRejected(JSON.stringify({ __ID: 'long', [field]: text }), 'text-too-long', `/products/0/${field}`);
    }
  }
  const long = 'x'.repeat(100_000);
  assert.deepEqual(counts(await send(JSON.stringify({ __ID: 'long name', __NAME: long }))), [1, 0, 0, 0]);
  assert.equal((await caller.product('long name')).__NAME, long);
});

test('A category is created when it is first seen.', async () => {
  const other = await service.client('categories');
  const answer = await other.importProducts([
    { __ID: 'a', __CATEGORY: 'new' },
    { __ID: 'b', __CATEGORY: 'new' },
  ]);
  assert.deepEqual(counts(answer), [2, 0, 0, 0]);
  assert.deepEqual(
    [...(await other.exported()).values()].map((product) => product['__CATEGORY']),
    ['new', 'new'],
  );
});

test('An id is an opaque text: zeros, blanks inside, slashes, dots and any script survive, and letter case distinguishes ids.', async () => {
  const ids = [
    '0017',
    'a b',
    'a  b',
    'a/b',
    'a:b',
    '../x',
    '...',
    'ID',
    'id',
    'İd',
    'ß',
    'ss',
    'số',
    '東京',
    '😀',
    "o'r",
    '%2F',
    '"q"',
    '\\',
  ];
  const answer = await caller.importProducts(ids.map((__ID) => ({ __ID, own: __ID })));
  assert.deepEqual(counts(answer), [ids.length, 0, 0, 0], answer.text);
  const exported = await caller.exported();
  for (const id of ids) assert.deepEqual(exported.get(id), { __ID: id, own: id });
});

test('An id that is a bare number is taken by its exact source text.', async () => {
  for (const source of ['17', '1e21', '12345678901234567890', '10.50', '-0', '1E+2', '0.1']) {
    assert.deepEqual(counts(await send(`{"__ID":${source},"a":"1"}`)), [1, 0, 0, 0], source);
    assert.equal((await caller.exported()).get(source)?.['__ID'], source);
    const again = await send(`{"a":"1","__ID":"${source}"}`);
    assert.deepEqual(counts(again), [0, 0, 1, 0], source);
  }
});

test('An id is 1 to 255 characters in NFC without control characters; anything else rejects the product.', async () => {
  const decomposed = 'e\u0301'.repeat(255);
  const wide = '😀'.repeat(255);
  const answer = await caller.importProducts([{ __ID: decomposed }, { __ID: wide }, { __ID: 'x'.repeat(255) }]);
  assert.deepEqual(counts(answer), [3, 0, 0, 0], answer.text);
  assert.equal((await caller.product('\u00e9'.repeat(255))).__ID, '\u00e9'.repeat(255));
  assert.equal((await caller.product(wide)).__ID, wide);
  assert.deepEqual(counts(await caller.importProducts([{ __ID: '\u00e9'.repeat(255) }])), [0, 0, 1, 0]);

  const breaches = ['', 'x'.repeat(256), '😀'.repeat(256), 'a\u0001', 'a\nb', '\u007f', '\u0085', 'x'.repeat(100_000)];
  for (const id of breaches) await assertRejected(JSON.stringify({ __ID: id }), 'invalid-id', '/products/0/__ID');
  for (const value of ['null', 'true', '{}', '{"a":1}', '[]', '["a"]']) {
    await assertRejected(`{"__ID":${value}}`, 'invalid-id', '/products/0/__ID');
  }
  await assertRejected('{"a":"b"}', 'missing-id', '/products/0');
  await assertRejected('{"__ID":"\\u0000"}', 'invalid-character', '/products/0/__ID');
});

test('What is no object is a rejected product.', async () => {
  for (const value of ['null', '1', '"a"', '[]', '[{"__ID":"a"}]', 'true']) {
    await assertRejected(value, 'invalid-product', '/products/0');
  }
});

test('Attribute names are any text of 1 to 255 characters in NFC without control characters.', async () => {
  const names = ['a/b', 'a~1b', 'a  b', 'số', '東京', '😀', 'é'.repeat(255), 'x,y', '"', '\\', 'a.b', '{}'];
  const answer = await caller.importProducts([
    { __ID: 'names', ...Object.fromEntries(names.map((name) => [name, name])) },
  ]);
  assert.deepEqual(counts(answer), [1, 0, 0, 0], answer.text);
  assert.deepEqual(
    answer.body.createdAttributes,
    names.map((name) => name.normalize('NFC')),
  );
  assert.deepEqual(await caller.product('names'), {
    __ID: 'names',
    ...Object.fromEntries(names.map((name) => [name.normalize('NFC'), name])),
  });
  for (const name of ['', ' ', '\u200b', 'x'.repeat(256), 'a\u0001b', '\u0085']) {
    await assertRejected(JSON.stringify({ __ID: 'n', [name]: 'x' }), 'invalid-name', `/products/0/${name}`);
  }
  await assertRejected(
    JSON.stringify({ __ID: 'n', 'e\u0301': 'x', '\u00e9': 'y' }),
    'duplicate-field',
    '/products/0/\u00e9',
  );
});

test('Attribute names that mean something to JavaScript are names like any other.', async () => {
  const names = [
    '123',
    '0',
    '0123',
    'constructor',
    'toString',
    'hasOwnProperty',
    'valueOf',
    'prototype',
    'length',
    '_proto_',
  ];
  const product = { __ID: 'script', ...Object.fromEntries(names.map((name) => [name, `value of ${name}`])) };
  const first = await caller.importProducts([product, { __ID: 'script 2' }]);
  assert.deepEqual(counts(first), [2, 0, 0, 0], first.text);
  assert.deepEqual(await caller.product('script'), product);
  assert.deepEqual(await caller.product('script 2'), { __ID: 'script 2' });
  assert.deepEqual(counts(await caller.importProducts([product])), [0, 0, 1, 0]);
  const cleared = await caller.importProducts([
    { __ID: 'script', ...Object.fromEntries(names.map((name) => [name, null])) },
  ]);
  assert.deepEqual(counts(cleared), [0, 1, 0, 0]);
  assert.deepEqual(await caller.product('script'), { __ID: 'script' });
});

test('Attributes are listed in the order in which they were first seen, names of digits included.', async () => {
  const other = await service.client('order');
  await other.importBody(
    '{"products":[{"__ID":"a","zeta":"1","10":"2","alpha":"3"},{"__ID":"b","2":"4","alpha":"5","zeta":"6"}]}',
  );
  const { text } = await other.call('GET', '/api/products/v1/products/export');
  // When JavaScript parses a product, it moves names that consist of digits to the front, so the definitions are created in the order 10,
  // zeta, alpha, 2. The export keeps this order.
  const [a, b] = text.split('\n');
  assert.equal(a, '{"__ID":"a","10":"2","zeta":"1","alpha":"3"}');
  assert.equal(b, '{"__ID":"b","zeta":"6","alpha":"5","2":"4"}');
});

test('U+0000 and lone surrogates reject only their own product, wherever they occur.', async () => {
  await caller.define([
    { id: 'group', name: 'group', type: { id: 'composite', multiValue: true } },
    { id: 'inner', name: 'inner', type: { id: 'string', multiValue: false }, compositeAttribute: 'group' },
  ]);
  for (const bad of ['\\u0000', '\\ud800', '\\udc00x', 'x\\ud83d']) {
    for (const member of [
      `"plain":"a${bad}"`,
      `"many":["ok","${bad}"]`,
      `"${bad}":"x"`,
      `"${bad}":{"a":"b"}`,
      `"${bad}":null`,
      `"__${bad}":"x"`,
      `"__Name":"${bad}"`,
      `"__FAMILY":"${bad}"`,
      `"__CATEGORY":"${bad}"`,
      `"PRIMARY_ASSET":"${bad}"`,
      `"group":[{"inner":"${bad}"}]`,
      `"group":[{"${bad}":"x"}]`,
      `"group":[{"inner":{"${bad}":"x"}}]`,
      `"PACKAGING":["${bad}"]`,
      `"PACKAGING":[{"${bad}":"x"}]`,
      `"PACKAGING":[{"target":"x","metadata":{"QUANTITY":"${bad}"}}]`,
      `"twice":{"${bad}":1,"${bad}":2}`,
    ]) {
      const answer = await send(`{"__ID":"bad",${member}},{"__ID":"good","plain":"${member.length}"}`);
      assert.equal(answer.status, 200, `${member}: ${answer.text}`);
      assert.equal(answer.body.rejected, 1, `${member}: ${answer.text}`);
      assert.equal(await caller.product('bad'), undefined);
      const listed = await caller.call('GET', `/api/import/v1/jobs/${answer.body.jobRef}/errors`);
      assert.deepEqual(listed.body.errors, answer.body.errors, member);
    }
  }
  // An ignored field may have an invalid name, which only causes a warning.
  const kept = await send('{"__ID":"kept","PACKAGING":[{"target":"x","\\u0000":"x","metadata":{"\\ud800":"1"}}]}');
  assert.deepEqual(counts(kept), [1, 0, 0, 0], kept.text);
  assert.equal(kept.body.warnings[0].code, 'ignored-field');
});

test('A name that occurs twice in one object rejects the product, even deep inside and behind escapes.', async () => {
  await assertRejected('{"__ID":"d","a":"1","a":"1"}', 'duplicate-field', '/products/0/a');
  await assertRejected('{"__ID":"d","a":"1","\\u0061":"2"}', 'duplicate-field', '/products/0/a');
  await assertRejected('{"__ID":"d","__ID":"e"}', 'duplicate-field', '/products/0/__ID');
  await assertRejected(
    '{"__ID":"d","group":[{"inner":"1"},{"inner":"1","inner":"2"}]}',
    'duplicate-field',
    '/products/0/group/1/inner',
  );
  await assertRejected(
    '{"__ID":"d","PACKAGING":[{"target":"x","target":"y"}]}',
    'duplicate-field',
    '/products/0/PACKAGING/0/target',
  );
  const answer = await assertRejected(
    '{"__ID":"d","\\ud800":"1","\\ud800":"2"}',
    'invalid-character',
    '/products/0/\ufffd',
  );
  assert.ok(problems(answer).length >= 1);
  const fine = await send('{"__ID":"fine","a":"\\"a\\":1, \\"a\\":2","b:c":"d:e"}');
  assert.deepEqual(counts(fine), [1, 0, 0, 0], fine.text);
});

test('A deeply nested product is rejected alone, however deep it is.', async () => {
  for (const depth of [80, 5_000, 400_000]) {
    const deep = '['.repeat(depth) + ']'.repeat(depth);
    await assertRejected(`{"__ID":"deep","a":${deep}}`, 'too-deep', '/products/0');
  }
});

test('The same id twice in one body is applied in order with a warning that names both places, also across batches.', async () => {
  const other: TestCaller = await service.client('twice');
  const close = await other.importProducts([
    { __ID: 'a', x: '1', y: '1' },
    { __ID: 'b' },
    { __ID: 'a', x: '2', z: '3' },
  ]);
  assert.deepEqual(counts(close), [2, 1, 0, 0], close.text);
  assert.deepEqual(await other.product('a'), { __ID: 'a', x: '2', y: '1', z: '3' });
  assert.deepEqual(
    close.body.warnings.map((w: Record<string, unknown>) => [w['code'], w['productId'], w['firstIndex'], w['index']]),
    [['duplicate-in-request', 'a', 0, 2]],
  );

  const products = Array.from({ length: 4_001 }, (_, at) => ({
    __ID: at % 4_000 === 0 ? 'far' : `p${at}`,
    x: String(at),
  }));
  const fresh = await other.importProducts(products);
  assert.deepEqual(counts(fresh), [4_000, 1, 0, 0], JSON.stringify(fresh.body).slice(0, 500));
  assert.deepEqual(
    fresh.body.warnings.map((w: Record<string, unknown>) => [w['code'], w['productId'], w['firstIndex'], w['index']]),
    [['duplicate-in-request', 'far', 0, 4_000]],
  );
  assert.deepEqual(await other.product('far'), { __ID: 'far', x: '4000' });
  // When the body is sent again, the first payload of `far` changes the product, and the last payload changes it back.
  const again = await other.importProducts(products);
  assert.deepEqual(counts(again), [0, 2, 3_999, 0]);
  assert.equal(again.body.warnings.length, 1);
  assert.deepEqual(await other.product('far'), { __ID: 'far', x: '4000' });
});

test('Ids that differ only in letter case, blanks or width are different products, and a warning names them.', async () => {
  const ids = ['Twin-1', 'other twin', 'TWIN-1', 'Other  Twin', 'ＴＷＩＮ-1'];
  const answer = await caller.importProducts(ids.map((__ID) => ({ __ID })));
  assert.deepEqual(counts(answer), [5, 0, 0, 0]);
  assert.deepEqual(
    answer.body.warnings.map((w: Record<string, unknown>) => [w['code'], w['productId'], w['firstIndex'], w['index']]),
    [
      ['differs-in-case-only', 'TWIN-1', 0, 2],
      ['differs-in-case-only', 'Other  Twin', 1, 3],
      ['differs-in-case-only', 'ＴＷＩＮ-1', 0, 4],
    ],
  );
});
