import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestService, type TestAnswer } from '../test-service.ts';
import { assertCounts, problemsOf } from './import-answers.ts';

const service = await startTestService({ importThreads: 2 });
after(() => service[Symbol.asyncDispose]());

const caller = await service.client('packaging');

const send = (products: string, query = ''): Promise<TestAnswer> =>
  caller.importBody(`{"products":[${products}]}`, { query });

/** Returns a parent's links, or undefined if it has none. Quantities are the text of the response, so that every digit is compared. */
async function linksOf(parent: string): Promise<[string, string][] | undefined> {
  const { text } = await caller.call('GET', `/api/products/v1/products/${encodeURIComponent(parent)}`);
  if (!text.includes('"PACKAGING":')) return undefined;
  return [...text.matchAll(/\{"__ID":("(?:[^"\\]|\\.)*"),"QUANTITY":([^}]*)\}/g)].map(([, id, quantity]) => [
    JSON.parse(id!),
    quantity!,
  ]);
}

const rejectedIn = (answers: readonly TestAnswer[]): number =>
  answers.reduce((sum, { body }) => sum + Number(body.rejected), 0);

async function assertRejected(product: string, ...problems: string[]): Promise<TestAnswer> {
  const answer = await send(`${product},{"__ID":"the neighbour"}`);
  assert.equal(answer.body.rejected, 1, answer.text);
  assert.deepEqual(problemsOf(answer), problems, answer.text);
  return answer;
}

test('A link is an object with target and metadata, an object with __ID and QUANTITY, or the bare id.', async () => {
  const links = [
    '{"target":"a","metadata":{"QUANTITY":"10"}}',
    '{"__ID":"b","QUANTITY":10}',
    '"c"',
    '4006',
    '{"__id":"e","QUANTITY":"2.50"}',
    '{"target":"f","QUANTITY":0.5}',
    '{"target":"g","metadata":{}}',
    '{"target":"h"}',
    '{"__ID":7,"QUANTITY":null}',
  ];
  assertCounts(await send(`{"__ID":"forms","PACKAGING":[${links.join(',')}]}`), [1, 0, 0, 0]);
  assert.deepEqual(await linksOf('forms'), [
    ['a', '10'],
    ['b', '10'],
    ['c', '1'],
    ['4006', '1'],
    ['e', '2.50'],
    ['f', '0.5'],
    ['g', '1'],
    ['h', '1'],
    ['7', '1'],
  ]);
});

test('QUANTITY of the product is the default of the links in the same payload, and not an attribute.', async () => {
  const answer = await send(
    '{"__ID":"default","QUANTITY":"12","PACKAGING":["a",{"__ID":"b","QUANTITY":3},{"target":"c"}]},{"QUANTITY":5.5,"PACKAGING":["a"],"__ID":"default 2"},{"QUANTITY":"","PACKAGING":["a"],"__ID":"default 3"}',
  );
  assertCounts(answer, [3, 0, 0, 0]);
  assert.deepEqual(answer.body.createdAttributes, []);
  assert.deepEqual(await linksOf('default'), [
    ['a', '12'],
    ['b', '3'],
    ['c', '12'],
  ]);
  assert.deepEqual(await linksOf('default 2'), [['a', '5.5']]);
  assert.deepEqual(await linksOf('default 3'), [['a', '1']]);
});

test('QUANTITY without PACKAGING rejects the product; an empty QUANTITY has no effect.', async () => {
  await assertRejected('{"__ID":"lone","QUANTITY":"2"}', 'quantity-without-packaging /products/0/QUANTITY');
  await assertRejected('{"__ID":"lone","QUANTITY":{"a":1}}', 'quantity-without-packaging /products/0/QUANTITY');
  assertCounts(await send('{"__ID":"lone","QUANTITY":null},{"__ID":"lone 2","QUANTITY":""}'), [2, 0, 0, 0]);
  assertCounts(await send('{"__ID":"lone","QUANTITY":2,"PACKAGING":[]}'), [0, 0, 1, 0]);
});

test('A quantity is a positive decimal, text or number, and keeps its digits.', async () => {
  for (const [sent, kept] of [
    ['1', '1'],
    ['"007"', '7'],
    ['"0.30000000000000004"', '0.30000000000000004'],
    ['12345678901234567890', '12345678901234567890'],
    ['1e3', '1e3'],
    ['".5"', '0.5'],
    ['10.50', '10.50'],
  ]) {
    assert.equal(
      (await send(`{"__ID":"quantity","PACKAGING":[{"__ID":"a","QUANTITY":${sent}}]}`)).body.rejected,
      0,
      sent,
    );
    assert.deepEqual(await linksOf('quantity'), [['a', kept]]);
  }
  for (const quantity of [
    '0',
    '-1',
    '"0.00"',
    '"abc"',
    '"1,5"',
    '" 1"',
    '"NaN"',
    '"Infinity"',
    'true',
    '{"a":"b"}',
    '["1"]',
    '"1e9999"',
    `"${'9'.repeat(100)}"`,
    '"\\u0000"',
    '"0e5"',
  ]) {
    await assertRejected(
      `{"__ID":"bad quantity","PACKAGING":["x",{"__ID":"a","QUANTITY":${quantity}}]}`,
      'invalid-quantity /products/0/PACKAGING/1',
    );
    await assertRejected(
      `{"__ID":"bad quantity","QUANTITY":${quantity},"PACKAGING":["a"]}`,
      'invalid-quantity /products/0/QUANTITY',
    );
  }
  assert.equal(await caller.product('bad quantity'), undefined);
});

test('What is no link rejects the product.', async () => {
  await assertRejected('{"__ID":"bad link","PACKAGING":"a"}', 'expected-array /products/0/PACKAGING');
  await assertRejected('{"__ID":"bad link","PACKAGING":{"__ID":"a"}}', 'expected-array /products/0/PACKAGING');
  for (const link of [
    'null',
    'true',
    '[]',
    '["a"]',
    '{}',
    '{"QUANTITY":1}',
    '{"target":null}',
    '{"target":{"a":"b"}}',
    '""',
    '"a\\u0001"',
    JSON.stringify('x'.repeat(256)),
  ]) {
    const answer = await send(`{"__ID":"bad link","PACKAGING":["a",${link}]},{"__ID":"the neighbour"}`);
    assert.deepEqual(problemsOf(answer), ['invalid-packaging /products/0/PACKAGING/1'], link);
  }
});

test('The id of a link is compared in NFC, like every id.', async () => {
  assertCounts(
    await caller.importProducts([{ __ID: 'é-case', PACKAGING: ['e\u0301-piece'] }, { __ID: '\u00e9-piece' }]),
    [2, 0, 0, 0],
  );
  assert.deepEqual(await linksOf('\u00e9-case'), [['\u00e9-piece', '1']]);
});

test('Metadata that links do not keep is named in a warning.', async () => {
  const answer = await send(
    '{"__ID":"extra","PACKAGING":[{"target":"a","metadata":{"QUANTITY":"2","COLOUR":"red"},"note":"x"}]}',
  );
  assertCounts(answer, [1, 0, 0, 0]);
  assert.deepEqual(
    answer.body.warnings.map(({ code, productId }: Record<string, string>) => [code, productId]),
    [['ignored-field', 'extra']],
  );
  assert.match(answer.body.warnings[0].message, /metadata\/COLOUR.*note|note.*metadata\/COLOUR/);
});

test('A child may come later in the body or in a later import, and may have several parents.', async () => {
  assertCounts(
    await caller.importProducts([
      { __ID: 'pallet', PACKAGING: ['case'] },
      { __ID: 'display', PACKAGING: ['piece', 'case'] },
      { __ID: 'case', PACKAGING: ['piece', 'piece'] },
    ]),
    [3, 0, 0, 0],
  );
  const before = await caller.call('GET', '/api/products/v1/products/pallet/packaging');
  assert.equal(before.status, 200);
  assertCounts(await caller.importProducts([{ __ID: 'piece' }]), [1, 0, 0, 0]);
  assert.deepEqual(await linksOf('case'), [
    ['piece', '1'],
    ['piece', '1'],
  ]);
  assert.deepEqual(await linksOf('display'), [
    ['piece', '1'],
    ['case', '1'],
  ]);
});

test('The array replaces all links, an empty one removes them, an absent one leaves them alone.', async () => {
  await caller.importProducts([{ __ID: 'set', PACKAGING: ['a', 'b'] }]);
  assertCounts(await caller.importProducts([{ __ID: 'set', x: '1' }]), [0, 1, 0, 0]);
  assert.deepEqual(await linksOf('set'), [
    ['a', '1'],
    ['b', '1'],
  ]);
  assertCounts(await caller.importProducts([{ __ID: 'set', PACKAGING: ['b'] }]), [0, 1, 0, 0]);
  assert.deepEqual(await linksOf('set'), [['b', '1']]);
  assertCounts(await caller.importProducts([{ __ID: 'set', PACKAGING: [] }]), [0, 1, 0, 0]);
  assert.equal(await linksOf('set'), undefined);
  await caller.importProducts([{ __ID: 'set', PACKAGING: ['a'] }]);
  assertCounts(await caller.importProducts([{ __ID: 'set', x: '1' }], '?importType=REPLACEMENT'), [0, 1, 0, 0]);
  assert.equal(await linksOf('set'), undefined);
});

test('A product that holds itself is rejected.', async () => {
  const answer = await assertRejected(
    '{"__ID":"self","PACKAGING":["a","self"]}',
    'packaging-cycle /products/0/PACKAGING/1',
  );
  assert.match(answer.body.errors[0].message, /"self"/);
  await assertRejected('{"PACKAGING":[{"__ID":"self"}],"__ID":"self"}', 'packaging-cycle /products/0/PACKAGING/0');
  assert.equal(await caller.product('self'), undefined);
});

test('The product that would close a cycle in one body is rejected, and the message names the cycle.', async () => {
  const answer = await caller.importProducts([
    { __ID: 'c1', PACKAGING: ['c2'] },
    { __ID: 'c2', PACKAGING: ['c3'] },
    { __ID: 'c3', PACKAGING: ['c1'] },
    { __ID: 'c4', PACKAGING: ['c1'] },
  ]);
  assertCounts(answer, [3, 0, 0, 1]);
  assert.deepEqual(problemsOf(answer), ['packaging-cycle /products/2/PACKAGING']);
  assert.deepEqual([answer.body.errors[0].productId, answer.body.errors[0].index], ['c3', 2]);
  assert.match(answer.body.errors[0].message, /"c3" → "c1" → "c2" → "c3"/);
  assert.equal(await caller.product('c3'), undefined);
});

test('A cycle across imports is found however far the stored links reach.', async () => {
  const chain = Array.from({ length: 1_500 }, (_, at) => ({ __ID: `k${at}`, PACKAGING: [`k${at + 1}`] }));
  assertCounts(await caller.importProducts(chain), [1_500, 0, 0, 0]);
  const answer = await caller.importProducts([
    { __ID: 'k1500', PACKAGING: ['k0'] },
    { __ID: 'k700', PACKAGING: ['k3'] },
  ]);
  assertCounts(answer, [0, 0, 0, 2]);
  // Removes the old link before adding the new link in the same body. The other order would close a cycle.
  assertCounts(
    await caller.importProducts([
      { __ID: 'k10', PACKAGING: [] },
      { __ID: 'k1500', PACKAGING: ['k0'] },
    ]),
    [1, 1, 0, 0],
  );
});

test('Links are judged in the order of the body: turning a link round works when the old one goes first.', async () => {
  await caller.importProducts([{ __ID: 'up', PACKAGING: ['down'] }, { __ID: 'down' }]);
  const wrong = await caller.importProducts([
    { __ID: 'down', PACKAGING: ['up'] },
    { __ID: 'up', PACKAGING: [] },
  ]);
  assertCounts(wrong, [0, 1, 0, 1]);
  await caller.importProducts([{ __ID: 'up', PACKAGING: ['down'] }]);
  assertCounts(
    await caller.importProducts([
      { __ID: 'up', PACKAGING: [] },
      { __ID: 'down', PACKAGING: ['up'] },
    ]),
    [0, 2, 0, 0],
  );
  // A replacement whose payload has no links also removes the stored links.
  const back = await caller.importProducts(
    [
      { __ID: 'down', x: '1' },
      { __ID: 'up', PACKAGING: ['down'] },
    ],
    '?importType=REPLACEMENT',
  );
  assertCounts(back, [0, 2, 0, 0]);
});

test('A diamond is no cycle, and neither is the same child twice.', async () => {
  const answer = await caller.importProducts([
    { __ID: 'top', PACKAGING: ['l', 'r', 'l'] },
    { __ID: 'l', PACKAGING: ['foot'] },
    { __ID: 'r', PACKAGING: ['foot'] },
    { __ID: 'foot' },
  ]);
  assertCounts(answer, [4, 0, 0, 0]);
});

test('Two imports that would close a cycle together are never both accepted.', async () => {
  for (let round = 0; round < 12; round++) {
    const [a, b] = [`race ${round} a`, `race ${round} b`];
    const first = [{ __ID: a, PACKAGING: [b] }];
    const second = [{ __ID: b, PACKAGING: [a] }];
    if (round % 2 === 0) await caller.importProducts([{ __ID: a }, { __ID: b }]);
    const answers = await Promise.all([caller.importProducts(first), caller.importProducts(second)]);
    assert.equal(rejectedIn(answers), 1);
    const stored = await Promise.all([linksOf(a), linksOf(b)]);
    assert.equal(stored.filter((links) => links !== undefined).length, 1);
  }
});

test('Atomic imports and imports in batches close no cycle together either.', async () => {
  for (let round = 0; round < 4; round++) {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => `mixed ${round} ${name}`) as [string, string, string];
    const answers = await Promise.all([
      caller.importProducts([{ __ID: a, PACKAGING: [b] }], '?atomic=true'),
      caller.importProducts([{ __ID: b, PACKAGING: [c] }]),
      caller.importProducts([{ __ID: c, PACKAGING: [a] }], '?importType=REPLACEMENT'),
    ]);
    assert.equal(rejectedIn(answers), 1);
  }
});
