import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { startTestService, type TestCaller } from '../test-service.ts';
import { assertCounts } from './import-answers.ts';

const service = await startTestService({ importThreads: 2 });
after(() => service[Symbol.asyncDispose]());

/** Shuffles items. The same seed always gives the same order. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const order = [...items];
  let state = seed * 2_654_435_761 + 1;
  for (let at = order.length - 1; at > 0; at--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = state % (at + 1);
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
  return order;
}

const scalar = (id: string, multiValue = false) => ({ id, name: id, type: { id: 'string', multiValue } });

test('Fifty imports at once that set an attribute each lose none of them.', async () => {
  const caller = await service.client('fifty');
  const expected = {
    __ID: 'one',
    ...Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`a${at}`, `value ${at}`])),
  };
  for (const existed of [false, true]) {
    if (existed) await caller.importProducts([{ __ID: 'one', a0: 'old', a49: 'old' }], '?importType=REPLACEMENT');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => caller.importProducts([{ __ID: 'one', [`a${at}`]: `value ${at}` }])),
    );
    for (const answer of answers) assert.deepEqual([answer.status, answer.body.rejected], [200, 0], answer.text);
    const created = answers.reduce((sum, { body }) => sum + Number(body.created), 0);
    assert.equal(created, existed ? 0 : 1);
    assert.deepEqual(await caller.product('one'), expected);
  }
});

test('Eight imports of the same 2,000 products in different orders all succeed, and nothing is lost.', async () => {
  const caller = await service.client('eight');
  const ids = Array.from({ length: 2_000 }, (_, at) => `p${at} ${at % 3 === 0 ? 'é' : at % 3 === 1 ? '\uffee' : '😀'}`);
  for (const round of ['fresh', 'again']) {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, writer) =>
        caller.importProducts(
          shuffled(ids, writer + round.length).map((__ID) => ({
            __ID,
            [`w${writer}`]: round,
            __CATEGORY: `c${__ID.length}`,
          })),
        ),
      ),
    );
    for (const answer of answers)
      assert.deepEqual([answer.status, answer.body.received, answer.body.rejected], [200, 2_000, 0], answer.text);
    const created = answers.reduce((sum, { body }) => sum + Number(body.created), 0);
    assert.equal(created, round === 'fresh' ? 2_000 : 0);
    const exported = await caller.exported();
    assert.equal(exported.size, 2_000);
    for (const product of exported.values()) {
      for (let writer = 0; writer < 8; writer++) assert.equal(product[`w${writer}`], round);
    }
  }
});

test('Atomic imports and imports in batches of the same products at once all succeed.', async () => {
  const caller = await service.client('mixed');
  const products = Array.from({ length: 2_500 }, (_, at) => ({ __ID: `p${at}` }));
  const answers = await Promise.all(
    ['?atomic=true', '', '?atomic=true', '', '?dryRun=true', '?importType=REPLACEMENT'].map((query, at) =>
      caller.importProducts(
        shuffled(products, at).map((product) => ({ ...product, [`m${at}`]: 'x' })),
        query,
      ),
    ),
  );
  for (const answer of answers)
    assert.deepEqual([answer.status, answer.body.received, answer.body.rejected], [200, 2_500, 0], answer.text);
  assert.equal((await caller.exported()).size, 2_500);
});

test('Two imports that meet the same new attribute make one definition, and both are judged by it.', async () => {
  const caller = await service.client('new attribute');
  for (let round = 0; round < 10; round++) {
    const attribute = `a${round}`;
    const values = round % 2 === 0 ? ['x', 'y'] : ['x', ['y']];
    const answers = await Promise.all(
      values.map((value, at) =>
        caller.importProducts(
          Array.from({ length: 50 }, (_, place) => ({ __ID: `r${round}-${at}-${place}`, [attribute]: value })),
        ),
      ),
    );
    for (const answer of answers) assert.equal(answer.status, 200, answer.text);
    const { body } = await caller.call('GET', `/api/datastandards/v1/datastandards/attributes/${attribute}`);
    const rejected = answers.map((answer) => Number(answer.body.rejected));
    const made = answers.map((answer) => answer.body.createdAttributes.length);
    assert.deepEqual(
      made.toSorted((a, b) => a - b),
      [0, 1],
    );
    const expected = values.map((value) => (Array.isArray(value) === body.type.multiValue ? 0 : 50));
    assert.deepEqual(rejected, expected);
    for (const answer of answers) {
      const code = body.type.multiValue ? 'expected-array' : 'expected-scalar';
      assert.ok(answer.body.errors.every((error: { code: string }) => error.code === code));
    }
  }
  const { body } = await caller.call('GET', '/api/datastandards/v1/datastandards/attributes');
  assert.equal(body.attributes.length, 10);
});

/** Asserts that every stored value has the form that its current definition requires. */
async function assertFits(caller: TestCaller, attribute: string): Promise<void> {
  const { body } = await caller.call('GET', `/api/datastandards/v1/datastandards/attributes/${attribute}`);
  for (const product of (await caller.exported()).values()) {
    const value = product[attribute];
    if (value === undefined) continue;
    assert.equal(Array.isArray(value), body.type.multiValue, `${String(product['__ID'])} ${JSON.stringify(value)}`);
    if (body.type.id === 'integer') assert.match(JSON.stringify(value), /^"-?\d+"$/);
  }
}

test('Definitions that change while an import runs leave no value that does not fit them.', async () => {
  const caller = await service.client('changing');
  await caller.define([scalar('form'), scalar('typed')]);
  const products = (value: (at: number) => unknown) =>
    Array.from({ length: 8_000 }, (_, at) => ({
      __ID: `p${at}`,
      form: value(at),
      typed: at % 2 === 0 ? String(at) : `text ${at}`,
    }));
  const imports = Promise.all([
    caller.importProducts(products((at) => `v${at}`)),
    caller.importProducts(products((at) => [`v${at}`])),
  ]);
  let ended = false;
  void imports.then(() => (ended = true));
  const statuses = new Set<number>();
  for (let round = 0; !ended && round < 200; round++) {
    const form = await caller.define([scalar('form', round % 2 === 0)]);
    const typed = await caller.define([
      { ...scalar('typed'), type: { id: round % 2 === 0 ? 'integer' : 'string', multiValue: false } },
    ]);
    statuses.add(form.status).add(typed.status);
  }
  const answers = await imports;
  for (const answer of answers) {
    assert.equal(answer.status, 200, answer.text.slice(0, 500));
    assert.equal(answer.body.received, 8_000);
    const { created, updated, unchanged, rejected } = answer.body;
    assert.equal(created + updated + unchanged + rejected, 8_000);
  }
  for (const status of statuses) assert.ok(status === 200 || status === 409, String(status));
  await assertFits(caller, 'form');
  await assertFits(caller, 'typed');
});

/** Opens a transaction on a separate connection, like a concurrent edit in the console. */
async function openTransaction(): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString: service.connectionString });
  await client.connect();
  await client.query('begin');
  // In a deadlock, PostgreSQL aborts the import, because this transaction checks for deadlocks much later than the import.
  await client.query(`set local deadlock_timeout = '60s'`);
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

async function waitsForLock(count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting
      from pg_stat_activity
      where pg_stat_activity.datname = current_database() and pg_stat_activity.wait_event_type = 'Lock'`.execute(
      service.database,
    );
    if ((rows[0]?.waiting ?? 0) >= count) return;
  }
}

test('An import waits for a row that another transaction holds, and then continues with the changed row.', async () => {
  const caller = await service.client('held');
  await caller.importProducts([
    { __ID: 'a', x: '1' },
    { __ID: 'b', x: '1' },
  ]);
  await using editor = await openTransaction();
  await editor.query(
    `update product set name = 'edited', fingerprint = null where client_id = 'held' and product_id = 'a'`,
  );
  const waiting = caller.importProducts([
    { __ID: 'b', x: '2' },
    { __ID: 'a', x: '2' },
  ]);
  await waitsForLock(1);
  assert.equal((await caller.product('a')).x, '1');
  await editor.query('commit');
  assertCounts(await waiting, [0, 2, 0, 0]);
  assert.deepEqual(await caller.product('a'), { __ID: 'a', __NAME: 'edited', x: '2' });
});

for (const mode of ['in batches', 'atomic']) {
  test(`An import ${mode} that is caught in a deadlock is run again and succeeds.`, async () => {
    const caller = await service.client(`deadlock ${mode}`);
    await caller.importProducts([
      { __ID: 'a', x: '1' },
      { __ID: 'b', x: '1' },
    ]);
    await using editor = await openTransaction();
    const lock = (productId: string) =>
      editor.query('select from product where client_id = $1 and product_id = $2 for update', [
        caller.clientId,
        productId,
      ]);
    await lock('b');
    const waiting = caller.importProducts(
      [{ __ID: 'a', x: '2' }, { __ID: 'b', x: '2' }, { __ID: 'c' }, {}],
      mode === 'atomic' ? '?atomic=true' : '',
    );
    await waitsForLock(1);
    // The import has locked `a` and waits for `b`, so this lock causes a deadlock.
    await lock('a');
    await editor.query('commit');
    const answer = await waiting;
    assertCounts(answer, [1, 2, 0, 1]);
    const { body: job } = await caller.call('GET', `/api/import/v1/jobs/${answer.body.jobRef}`);
    assert.deepEqual([job.status, job.errors.length, job.updated], ['Completed', 1, 2]);
  });
}

test('Products that are deleted and imported at the same time are either there or not, and no import fails.', async () => {
  const caller = await service.client('deleted');
  const products = (round: number) => Array.from({ length: 40 }, (_, at) => ({ __ID: `p${at}`, x: String(round) }));
  for (let round = 0; round < 6; round++) {
    const [imported, , second] = await Promise.all([
      caller.importProducts(products(round)),
      Promise.all(products(round).map(({ __ID }) => caller.call('DELETE', `/api/products/v1/products/${__ID}`))),
      caller.importProducts(products(round).toReversed()),
    ]);
    for (const answer of [imported, second]) {
      assert.deepEqual([answer.status, answer.body.received, answer.body.rejected], [200, 40, 0], answer.text);
    }
    for (const product of (await caller.exported()).values()) assert.equal(product['x'], String(round));
  }
});
