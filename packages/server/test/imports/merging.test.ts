import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { startTestService } from '../test-service.ts';
import { assertCounts } from './import-answers.ts';

const service = await startTestService();
after(() => service[Symbol.asyncDispose]());

const caller = await service.client('merging');
const price = [
  { id: 'price', name: 'price', type: { id: 'composite', multiValue: true } },
  { id: 'Amount', name: 'Amount', type: { id: 'string', multiValue: false }, compositeAttribute: 'price' },
  { id: 'Currency', name: 'Currency', type: { id: 'string', multiValue: false }, compositeAttribute: 'price' },
];
await caller.define(price);

test('Delta leaves alone what is absent and clears what is "", null or [].', async () => {
  await caller.importProducts([
    {
      __ID: 'delta',
      __NAME: 'n',
      __FAMILY: 'f',
      __CATEGORY: 'c',
      PRIMARY_ASSET: 'p',
      da: '1',
      db: '2',
      dc: ['3'],
      price: [{ Amount: '1' }],
      PACKAGING: ['x'],
    },
  ]);
  assertCounts(await caller.importProducts([{ __ID: 'delta', da: '' }]), [0, 1, 0, 0]);
  assertCounts(
    await caller.importProducts([{ __ID: 'delta', db: null, dc: [], __NAME: '', __FAMILY: null, unseen: '' }]),
    [0, 1, 0, 0],
  );
  assert.deepEqual(await caller.product('delta'), {
    __ID: 'delta',
    __CATEGORY: 'c',
    PRIMARY_ASSET: 'p',
    price: [{ Amount: '1' }],
    PACKAGING: [{ __ID: 'x', QUANTITY: 1 }],
  });
  assertCounts(
    await caller.importProducts([{ __ID: 'delta', price: '', __CATEGORY: [], PRIMARY_ASSET: null, PACKAGING: null }]),
    [0, 1, 0, 0],
  );
  assert.deepEqual(await caller.product('delta'), { __ID: 'delta' });
  assertCounts(
    await caller.importProducts([{ __ID: 'delta', da: '', db: null, dc: [], price: null, PACKAGING: [] }]),
    [0, 0, 1, 0],
  );
  // Empty values are also removed from composite rows.
  assertCounts(
    await caller.importProducts([
      { __ID: 'delta', price: [{ Amount: '', Currency: 'EUR' }, { Amount: null, Currency: [] }, { Currency: null }] },
    ]),
    [0, 1, 0, 0],
  );
  assert.deepEqual((await caller.product('delta')).price, [{ Currency: 'EUR' }, {}, {}]);
});

test('Replacement removes what the payload leaves out, from the products of the payload alone.', async () => {
  const full = {
    __ID: 'whole',
    __NAME: 'n',
    __FAMILY: 'f',
    __CATEGORY: 'c',
    PRIMARY_ASSET: 'p',
    ra: '1',
    rb: ['2'],
    PACKAGING: ['x'],
  };
  assertCounts(await caller.importProducts([full, { __ID: 'bystander', ra: '1' }]), [2, 0, 0, 0]);
  assertCounts(await caller.importProducts([{ ...full, rb: ['3'] }], '?importType=replacement'), [0, 1, 0, 0]);
  assertCounts(await caller.importProducts([{ ...full, rb: ['3'] }], '?importType=REPLACEMENT'), [0, 0, 1, 0]);
  assertCounts(await caller.importProducts([{ __ID: 'whole', ra: '1' }], '?importType=REPLACEMENT'), [0, 1, 0, 0]);
  assert.deepEqual(await caller.product('whole'), { __ID: 'whole', ra: '1' });
  assert.deepEqual(await caller.product('bystander'), { __ID: 'bystander', ra: '1' });
  // The product has changed since the replacement. The same bytes change nothing if they are sent as a delta. As a replacement, they remove
  // `rb`.
  await caller.importProducts([{ __ID: 'whole', rb: ['9'] }]);
  assertCounts(await caller.importProducts([{ __ID: 'whole', ra: '1' }]), [0, 0, 1, 0]);
  assertCounts(await caller.importProducts([{ __ID: 'whole', ra: '1' }], '?importType=REPLACEMENT'), [0, 1, 0, 0]);
  assert.deepEqual(await caller.product('whole'), { __ID: 'whole', ra: '1' });
});

test('A product that is sent as a delta, changed by someone else and sent again gets its values back.', async () => {
  const body = [{ __ID: 'tug', x: 'mine' }];
  assertCounts(await caller.importProducts(body), [1, 0, 0, 0]);
  assertCounts(await caller.importProducts([{ __ID: 'tug', x: 'theirs' }]), [0, 1, 0, 0]);
  assertCounts(await caller.importProducts(body), [0, 1, 0, 0]);
  assert.equal((await caller.product('tug')).x, 'mine');
});

test('History keeps every change of an existing product, and nothing of imports that change nothing.', async () => {
  await caller.importProducts([{ __ID: 'told', x: '1' }]);
  await caller.importProducts([{ __ID: 'told', x: '1' }]);
  await caller.importProducts([
    { __ID: 'told', x: '2', y: '1' },
    { __ID: 'told', y: null },
  ]);
  const { rows } = await sql<{ changes: unknown }>`
    select product_history.changes
    from product_history
    where product_history.client_id = 'merging' and product_history.product_id = 'told'
    order by product_history.history_id`.execute(service.database);
  assert.deepEqual(
    rows.map((row) => row.changes),
    [
      [
        { attribute: 'x', old: '1', new: '2' },
        { attribute: 'y', new: '1' },
      ],
      [{ attribute: 'y', old: '1' }],
    ],
  );
});
