import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { startTestService, type TestCaller } from '../test-service.ts';

const service = await startTestService();
after(() => service[Symbol.asyncDispose]());

async function attributesOf(caller: TestCaller): Promise<string[]> {
  const { body } = await caller.call('GET', '/api/datastandards/v1/datastandards/attributes');
  return body.attributes.map(({ id }: { id: string }) => id).toSorted();
}

async function categoriesOf({ clientId }: TestCaller): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select category.category_id as id from category where category.client_id = ${clientId} order by 1`.execute(
    service.database,
  );
  return rows.map(({ id }) => id);
}

const ways = ['', '?atomic=true', '?origin=edit'];

test('A product that is rejected for a cycle leaves no attribute and no category behind, however it is imported.', async () => {
  for (const [index, query] of ways.entries()) {
    const caller = await service.client(`cycle${index}`);
    await caller.importProducts([{ __ID: 'child', PACKAGING: ['parent'] }]);
    const cyclic = { __ID: 'parent', PACKAGING: ['child'], left: 'x', __CATEGORY: 'behind' };
    const products = query === '?origin=edit' ? [cyclic] : [cyclic, { __ID: 'good', right: 'x', __CATEGORY: 'kept' }];
    const answer = await caller.importProducts(products, query);
    assert.deepEqual([answer.status, answer.body.rejected], [200, 1], answer.text);
    if (query === '?origin=edit') continue;
    assert.equal(answer.body.errors[0].code, 'packaging-cycle');
    assert.deepEqual(answer.body.createdAttributes, ['right'], query);
    assert.deepEqual(await attributesOf(caller), ['right'], query);
    assert.deepEqual(await categoriesOf(caller), ['kept'], query);
    assert.deepEqual(await caller.product('good'), { __ID: 'good', __CATEGORY: 'kept', right: 'x' });
  }
});

test('A category of a rejected edit is not created.', async () => {
  const caller = await service.client('edit');
  await caller.importProducts([
    { __ID: 'child', PACKAGING: ['parent'] },
    { __ID: 'other', a: '1' },
  ]);
  const edit = (product: object) => caller.importProducts([product], '?origin=edit');
  const cyclic = await edit({ __ID: 'parent', PACKAGING: ['child'], __CATEGORY: 'behind' });
  assert.equal(cyclic.body.errors[0].code, 'packaging-cycle');
  const late = await edit({ __ID: 'other', a: '3', __CATEGORY: 'behind', __EXPECTED: { a: '2' } });
  assert.equal(late.body.errors[0].code, 'changed-meanwhile');
  assert.deepEqual(await categoriesOf(caller), []);
});

test('An attribute gets its form from the products that are stored, not from a rejected one before them.', async () => {
  const caller = await service.client('form');
  await caller.importProducts([{ __ID: 'child', PACKAGING: ['parent'] }]);
  const answer = await caller.importProducts([
    { __ID: 'parent', PACKAGING: ['child'], colour: ['red', 'blue'] },
    { __ID: 'good', colour: 'red' },
  ]);
  assert.deepEqual([answer.body.created, answer.body.rejected, answer.body.errors.length], [1, 1, 1], answer.text);
  assert.deepEqual(await caller.product('good'), { __ID: 'good', colour: 'red' });
});

test('Links of a product that is not stored, because it has changed in the meantime, close no cycle.', async () => {
  const caller = await service.client('links');
  await caller.importProducts([{ __ID: 'a', name: 'new' }, { __ID: 'b' }]);
  const answer = await caller.importProducts([
    { __ID: 'a', PACKAGING: ['b'], __EXPECTED: { name: 'old' } },
    { __ID: 'b', PACKAGING: ['a'] },
  ]);
  assert.deepEqual(
    answer.body.errors.map(({ code, productId }: { code: string; productId: string }) => [code, productId]),
    [['changed-meanwhile', 'a']],
    answer.text,
  );
  assert.deepEqual((await caller.product('b')).PACKAGING, [{ __ID: 'a', QUANTITY: 1 }]);
  assert.equal((await caller.product('a')).PACKAGING, undefined);
});

test('Of many rejected products in several batches none leaves anything behind, and all others are stored.', async () => {
  const caller = await service.client('batches');
  const count = 2_500;
  const ids = Array.from({ length: count }, (_, index) => `p${index}`);
  await caller.importProducts(
    ids.filter((_, index) => index % 500 === 7).map((id) => ({ __ID: `child of ${id}`, PACKAGING: [id] })),
  );
  const answer = await caller.importProducts(
    ids.map((id, index) =>
      index % 500 === 7 ? { __ID: id, PACKAGING: [`child of ${id}`], [`left${index}`]: 'x' } : { __ID: id, common: id },
    ),
  );
  assert.deepEqual([answer.body.created, answer.body.rejected], [count - 5, 5]);
  assert.deepEqual(await attributesOf(caller), ['common']);
});
