import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idPath } from './catalog-server.ts';
import { type Caller, startDefinitionServer } from '../structure/definition-server.ts';

const child = (id: string, name: string, compositeAttribute: string, type = 'string', multiValue = false) => ({
  id,
  name,
  compositeAttribute,
  type: { id: type, multiValue },
});

async function readProducts(caller: Caller): Promise<{ productId: string; revision: number; product: object }[]> {
  const { status, body } = await caller.send('GET', '/api/products/v1/products?limit=1000');
  assert.equal(status, 200);
  return body.products;
}

test('exported products can be imported: nothing changes, and another client gets equal products', async () => {
  await using server = await startDefinitionServer();
  const [acme, copy] = [await server.client('acme'), await server.client('copy')];
  const definitions: unknown[] = [
    { id: 'price', name: 'Price', compositeAttribute: null, type: { id: 'composite', multiValue: true } },
    child('price.amount', 'amount', 'price', 'decimal'),
    child('price.tiers', 'tiers', 'price', 'composite', true),
    child('from', 'from', 'price/tiers', 'string', true),
  ];
  for (const caller of [acme, copy]) assert.equal((await caller.put(definitions)).status, 200);
  const products: unknown[] = [
    {
      __ID: 'a/b%2F ü',
      __Name: 'Odd',
      __FAMILY: 'f',
      __CATEGORY: 'c',
      PRIMARY_ASSET: 'img',
      '10': 'ten',
      '2': 'two',
      tags: ['x', 'x', ' y '],
    },
    { __ID: 'nested', constructor: 'c', price: [{ amount: '10.50', tiers: [{ from: ['1', '2'] }] }, { amount: 12 }] },
    {
      __ID: 'pack',
      PACKAGING: [{ __ID: 'nested', QUANTITY: 10 }, { target: 'later', metadata: { QUANTITY: '2.5' } }, 'a/b%2F ü'],
    },
  ];
  assert.equal((await acme.import(products)).body.created, 3);
  // This definition renames the attribute. Products are returned with the current name, whatever name is stored.
  assert.equal((await acme.put([child('price.amount', 'Amount today', 'price', 'decimal')])).status, 200);
  assert.equal((await copy.put([child('price.amount', 'Amount today', 'price', 'decimal')])).status, 200);
  const read = await readProducts(acme);
  assert.equal(read.length, 3);
  assert.match(JSON.stringify(read), /"Amount today":"10\.50"/);

  const again = await acme.import(
    read.map((record) => record.product),
    '?importType=REPLACEMENT',
  );
  assert.deepEqual([again.body.unchanged, again.body.errors], [3, []]);
  assert.deepEqual(await readProducts(acme), read);

  assert.equal((await copy.import(read.map((record) => record.product))).body.created, 3);
  assert.deepEqual(
    (await readProducts(copy)).map((record) => record.product),
    read.map((record) => record.product),
  );
});

test('history records what each import changed and how the product was created', async () => {
  await using server = await startDefinitionServer();
  const acme = await server.client('acme');
  const path = `/api/products/v1/products${idPath('p')}`;
  const first = await acme.import([{ __ID: 'p', __NAME: 'one', color: 'red', size: 'L' }]);
  const second = await acme.import([{ __ID: 'p', color: 'blue', size: null, tags: ['t'] }]);
  await acme.import([{ __ID: 'p', color: 'blue' }]);
  assert.equal((await acme.send('DELETE', path)).status, 204);
  const third = await acme.import([{ __ID: 'p', color: 'blue' }]);
  const { body } = await acme.send('GET', `${path}/history`);
  const entries = body.entries.map(
    (entry: { kind: string; jobRef: string | null; actor: { name: string }; changes: object[] }) => ({
      kind: entry.kind,
      jobRef: entry.jobRef,
      by: entry.actor.name,
      changes: entry.changes,
    }),
  );
  assert.deepEqual(entries, [
    { kind: 'created', jobRef: third.body.jobRef, by: 'acme', changes: [{ attribute: 'color', new: 'blue' }] },
    {
      kind: 'deleted',
      jobRef: null,
      by: 'acme',
      changes: [
        { attribute: '__NAME', old: 'one' },
        { attribute: 'color', old: 'blue' },
        { attribute: 'tags', old: ['t'] },
      ],
    },
    {
      kind: 'updated',
      jobRef: second.body.jobRef,
      by: 'acme',
      changes: [
        { attribute: 'color', old: 'red', new: 'blue' },
        { attribute: 'size', old: 'L' },
        { attribute: 'tags', new: ['t'] },
      ],
    },
    {
      kind: 'created',
      jobRef: first.body.jobRef,
      by: 'acme',
      changes: [
        { attribute: '__NAME', new: 'one' },
        { attribute: 'color', new: 'red' },
        { attribute: 'size', new: 'L' },
      ],
    },
  ]);
  assert.equal(third.body.created, 1);
});
