import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { createClientRow } from '../../src/access/index.ts';
import { clientIdOf, openDatabase, systemClock, transaction } from '../../src/platform/core.ts';
import { cancelChange, getChange, startChange, waitForChange } from '../../src/structure/changes/change-service.ts';
import type { ChangeDeps } from '../../src/structure/changes/change-lock-service.ts';
import { advanceChanges } from '../../src/structure/changes/change-slice-service.ts';
import { appendWrittenProducts, lockStructure } from '../../src/structure/core.ts';
import { putDefinitions } from '../../src/structure/index.ts';
import { productIdOf } from '../../src/platform/index.ts';
import { createTestDatabase } from '../test-database.ts';
import { scalar } from './definition-samples.ts';

// Runs without a service, so no worker runs slices, and the tests decide what happens between two slices.
const testDatabase = await createTestDatabase();
const opened = openDatabase({
  connectionString: testDatabase.connectionString,
  max: 4,
  name: 'test',
  onError: () => undefined,
});
const { kysely: database } = opened;
after(async () => {
  await opened.close();
  await testDatabase[Symbol.asyncDispose]();
});
const deps: ChangeDeps = { database, clock: systemClock, onTypeChange: () => Promise.resolve() };

const several = (id: string) => scalar(id, null, { type: { id: 'string', multiValue: true } });
const typed = (id: string, type: string) => scalar(id, null, { type: { id: type, multiValue: false } });

async function makeClient(name: string, products: number, values: object) {
  const clientId = clientIdOf(name);
  await createClientRow(database, { clientId, name });
  await putDefinitions(
    deps,
    { clientId, actor: 'test' },
    Object.keys(values).map((id) => scalar(id)),
  );
  await sql`
    insert into product (client_id, product_id, "values", created_by)
    select ${name}, 'p' || lpad(number::text, 6, '0'), ${JSON.stringify(values)}::jsonb, 'test'
    from generate_series(1, ${products}::int) as number`.execute(database);
  const author = { clientId, actor: 'test' };
  return {
    clientId,
    author,
    start: (definitions: unknown[], dryRun = false) => startChange(deps, author, definitions, dryRun),
    advance: () => advanceChanges(deps, clientId),
  };
}

async function stateOf(changeId: string): Promise<{ status: string; scanned: boolean; begun: boolean }> {
  const { rows } = await sql<{ status: string; scanned: boolean; begun: boolean }>`
    select definition_change.status, definition_change.scanned, definition_change.checks_hash is not null as begun
    from definition_change
    where definition_change.change_id = ${changeId}::uuid`.execute(database);
  return rows[0] ?? assert.fail('there is no such change');
}

async function advanceUntil(
  client: { advance(): Promise<boolean> },
  changeId: string,
  isReached: (state: Awaited<ReturnType<typeof stateOf>>) => boolean,
) {
  for (let turn = 0; turn < 1_000; turn += 1) {
    if (isReached(await stateOf(changeId))) return;
    await client.advance();
  }
  assert.fail('the change does not get there');
}

/** Writes a value as a batch of an import does, under the lock of the definitions and with a record for the running check. */
async function writeValue(clientId: ReturnType<typeof clientIdOf>, productId: string, values: object): Promise<void> {
  await transaction(database, async (transaction) => {
    const { watchedChange } = await lockStructure(transaction, clientId, 'share');
    await sql`
      update product
      set "values" = ${JSON.stringify(values)}::jsonb
      where product.client_id = ${clientId} and product.product_id = ${productId}`.execute(transaction);
    assert.ok(watchedChange, 'the check wants to know');
    await appendWrittenProducts(transaction, clientId, watchedChange, [productIdOf(productId)]);
  });
}

test('A value that is written after its product was checked is checked again before the definitions are stored.', async () => {
  const client = await makeClient('meanwhile', 1_200, { weight: '1' });
  const { changeId } = await client.start([typed('weight', 'integer')]);
  await advanceUntil(client, changeId, ({ scanned }) => scanned);
  await writeValue(client.clientId, 'p000001', { weight: 'heavy' });
  await advanceUntil(client, changeId, ({ status }) => status !== 'Checking');
  const change = await getChange(database, { clientId: client.clientId, changeId });
  assert.deepEqual([change.status, change.misfits, change.checked], ['Refused', 1, 1_200]);
  assert.equal(change.samples[0]?.productId, 'p000001');
  assert.equal(change.problem?.code, 'values-do-not-fit');
});

test('Between the slices of a check and of a conversion no lock is held, so imports and edits go on.', async () => {
  const client = await makeClient('going on', 2_100, { weight: '1', tag: 'a' });
  for (const definition of [typed('weight', 'integer'), several('tag')]) {
    const { changeId } = await client.start([definition]);
    let slices = 0;
    for (let hasMore = true; hasMore; slices += 1) {
      hasMore = await client.advance();
      await transaction(database, async (opened) => {
        await sql`set local lock_timeout = '1ms'`.execute(opened);
        await lockStructure(opened, client.clientId, 'share');
        await sql`
          update product
          set updated_at = product.updated_at
          where product.client_id = 'going on' and product.product_id like 'p0000%'`.execute(opened);
      });
    }
    assert.ok(slices > 2, `${slices} slices`);
    assert.equal((await stateOf(changeId)).status, 'Completed');
  }
});

test('Many batches that are written during a check delay it, but it stores the definitions in the end.', async () => {
  const client = await makeClient('busy', 3, { weight: '1' });
  const { changeId } = await client.start([typed('weight', 'integer')]);
  await advanceUntil(client, changeId, ({ scanned }) => scanned);
  for (let batch = 0; batch < 20; batch += 1) await writeValue(client.clientId, 'p000002', { weight: String(batch) });
  await advanceUntil(client, changeId, ({ status }) => status !== 'Checking');
  assert.equal((await stateOf(changeId)).status, 'Completed');
  const { rows } = await sql`select 1 from definition_change_write`.execute(database);
  assert.equal(rows.length, 0);
});

test('A cancelled change leaves definitions and values as they are, and writers stop recording products.', async () => {
  const client = await makeClient('cancelled', 10, { weight: '1' });
  const key = await client.start([several('weight')]);
  await advanceUntil(client, key.changeId, ({ begun }) => begun);
  assert.equal((await cancelChange(deps, key)).status, 'Cancelled');
  await writeValue(client.clientId, 'p000002', { weight: '2' });
  while (await client.advance());
  const state = await transaction(database, (transaction) => lockStructure(transaction, client.clientId, 'share'));
  assert.equal(state.watchedChange, null);
  const { rows } = await sql`
    select 1 from definition_change_write where client_id = ${client.clientId}`.execute(database);
  assert.equal(rows.length, 0);
  await assert.rejects(waitForChange(deps, key), { code: 'not-possible-now' });
  await assert.rejects(
    cancelChange(deps, await client.start([several('weight')], true)).then(() =>
      cancelChange(deps, { ...key, changeId: 'x' }),
    ),
    {
      code: 'unknown-job',
    },
  );
});

test('A preview counts what would change and what does not fit, and changes nothing.', async () => {
  const client = await makeClient('preview', 700, { weight: '1' });
  const fits = await client.start([several('weight')], true);
  await advanceUntil(client, fits.changeId, ({ status }) => status !== 'Checking');
  const previewed = await getChange(database, fits);
  assert.deepEqual(
    [previewed.status, previewed.products, previewed.checked, previewed.toConvert, previewed.misfits],
    ['Previewed', 700, 700, 700, 0],
  );
  assert.deepEqual(previewed.attributes, [
    {
      path: 'weight',
      name: 'weight',
      from: { id: 'string', multiValue: false },
      to: { id: 'string', multiValue: true },
    },
  ]);
  const misfits = await client.start([typed('weight', 'date')], true);
  await advanceUntil(client, misfits.changeId, ({ status }) => status !== 'Checking');
  const refused = await getChange(database, misfits);
  assert.deepEqual([refused.status, refused.misfits, refused.samples.length], ['Refused', 700, 200]);
  const { rows } = await sql`
    select 1 from product where client_id = ${client.clientId} and revision > 1`.execute(database);
  assert.equal(rows.length, 0);
});

test('Clients take turns: a small client does not wait until the values of a large one are checked.', async () => {
  const large = await makeClient('large', 5_000, { weight: '1' });
  const small = await makeClient('small', 1, { weight: '1' });
  const first = await large.start([typed('weight', 'integer')]);
  const second = await small.start([typed('weight', 'integer')]);
  await advanceChanges(deps);
  await advanceChanges(deps);
  assert.deepEqual(
    [(await stateOf(first.changeId)).begun, (await stateOf(second.changeId)).begun],
    [true, true],
    'the second slice goes to the second client',
  );
  for (const client of [large, small]) while (await client.advance());
});

test('If others change the definition during a check, the values are checked for the definition that results.', async () => {
  const client = await makeClient('others', 5, { weight: '1.5', size: 'x' });
  const { changeId } = await client.start([scalar('weight', null, { restriction: { parameters: { maxLength: 3 } } })]);
  await advanceUntil(client, changeId, ({ scanned }) => scanned);
  await sql`
    update attribute set multi_value = true
    where attribute.client_id = ${client.clientId} and attribute.attribute_key = 'weight'`.execute(database);
  await advanceUntil(client, changeId, ({ status }) => status !== 'Checking');
  const change = await getChange(database, { clientId: client.clientId, changeId });
  assert.deepEqual(change.attributes[0]?.from, { id: 'string', multiValue: true });
});

test('A second change of the same client waits for the first one, and both apply.', async () => {
  const client = await makeClient('queue', 50, { a: '1', b: '2' });
  const answers = await Promise.all([
    putDefinitions(deps, client.author, [several('a')]),
    putDefinitions(deps, client.author, [typed('b', 'integer')]),
    putDefinitions(deps, client.author, [several('a'), typed('b', 'integer')]),
  ]);
  assert.equal(answers.length, 3);
  while (await client.advance());
  const { rows } = await sql<{ values: unknown }>`
    select distinct product."values" from product where product.client_id = ${client.clientId}`.execute(database);
  assert.deepEqual(rows, [{ values: { a: ['1'], b: '2' } }]);
});

test('A check that cannot go on because of a bug ends, so that the next change of the client is not stuck.', async () => {
  const client = await makeClient('bug', 5, { weight: '1' });
  const broken: ChangeDeps = { ...deps, onTypeChange: () => Promise.reject(new Error('a bug')) };
  const key = await client.start([typed('weight', 'integer')]);
  await assert.rejects(waitForChange(broken, key), /a bug/);
  assert.equal((await stateOf(key.changeId)).status, 'Refused');
  await putDefinitions(deps, client.author, [typed('weight', 'integer')]);
});
