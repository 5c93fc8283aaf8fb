import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { composite, scalar } from './definition-samples.ts';
import { getJudgedVersion, startDefinitionServer } from './definition-server.ts';

const server = await startDefinitionServer();
after(() => server[Symbol.asyncDispose]());

test('A definition with values is not deleted; the answer has the number and ids of the products that hold them.', async () => {
  const caller = await server.client('used');
  await caller.import(Array.from({ length: 30 }, (_, index) => ({ __ID: `p${index + 10}`, colour: 'red' })));
  const answer = await caller.delete('colour');
  assert.equal(answer.status, 409);
  assert.equal(answer.body.code, 'attribute-in-use');
  assert.equal(answer.body.count, 30);
  assert.deepEqual(
    answer.body.productIds,
    Array.from({ length: 20 }, (_, index) => `p${index + 10}`),
  );
  assert.equal((await caller.get('colour')).status, 200);
});

test('An unused definition is deleted, and an import creates the attribute again.', async () => {
  const caller = await server.client('unused');
  await caller.put([scalar('colour', null, { name: 'Colour' })]);
  await caller.import([{ __ID: '1', colour: 'red' }]);
  await caller.import([{ __ID: '1', colour: null }]);
  const version = await getJudgedVersion(server.database, 'unused');
  const answer = await caller.delete('colour');
  assert.deepEqual([answer.status, answer.body], [204, undefined]);
  assert.equal(await getJudgedVersion(server.database, 'unused'), version + 1);
  assert.equal((await caller.get('colour')).status, 404);
  assert.equal((await caller.delete('colour')).status, 404);
  const report = await caller.import([{ __ID: '1', colour: 'blue' }]);
  assert.deepEqual(report.body.createdAttributes, ['colour']);
});

test('A composite is deleted with everything inside it and nothing else.', async () => {
  const caller = await server.client('trees');
  await caller.put([
    composite('pack'),
    composite('layer', 'pack'),
    scalar('code', 'pack/layer'),
    scalar('package'),
    scalar('pack_%'),
  ]);
  assert.equal((await caller.delete('pack')).status, 204);
  const list = await caller.get();
  assert.deepEqual(
    list.body.attributes.map(({ id }: { id: string }) => id),
    ['package', 'pack_%'],
  );
});

test('A child is in use if a row holds it, at any depth; its siblings do not count.', async () => {
  const caller = await server.client('children');
  const odd = 'co"de\\$.*';
  await caller.put([
    composite('pack "x"'),
    composite('layer', 'pack "x"'),
    scalar(odd, 'pack "x"/layer'),
    scalar('note', 'pack "x"/layer'),
  ]);
  await caller.import([{ __ID: '1', 'pack "x"': [{}, { layer: [{ [odd]: '1' }] }] }]);
  const used = await caller.delete(`pack "x"/layer/${odd}`);
  assert.deepEqual([used.status, used.body.count, used.body.productIds], [409, 1, ['1']]);
  assert.equal((await caller.delete('pack "x"/layer')).status, 409);
  assert.equal((await caller.delete('pack "x"')).status, 409);
  assert.equal((await caller.delete('pack "x"/layer/note')).status, 204);
  assert.equal((await caller.get('pack "x"/layer/note')).status, 404);
});
