import { clientIdOf, transaction } from '../../src/platform/core.ts';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { loadStructure, lockStructure } from '../../src/structure/index.ts';
import { composite, scalar } from './definition-samples.ts';
import { getProduct, startDefinitionServer } from './definition-server.ts';

const server = await startDefinitionServer();
after(() => server[Symbol.asyncDispose]());

test('Eight callers that put the same new definitions concurrently create them once, and no call fails.', async () => {
  const caller = await server.client('race');
  const payload = [composite('price'), scalar('amount', 'price'), scalar('colour')];
  const answers = await Promise.all(Array.from({ length: 8 }, () => caller.put(payload)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => 200),
  );
  assert.equal(answers.filter(({ body }) => body.created === 3).length, 1);
  assert.equal(answers.filter(({ body }) => body.unchanged === 3).length, 7);
  assert.equal((await caller.get()).body.attributes.length, 3);
});

test('Concurrent callers that put different new definitions lose none, and every position is assigned once.', async () => {
  const caller = await server.client('crowd');
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => caller.put([scalar(`a${index}`), scalar(`b${index}`)])),
  );
  assert.ok(answers.every(({ status }) => status === 200));
  assert.equal((await caller.get()).body.attributes.length, 16);
  const { rows } = await sql<{ positions: number }>`
    select count(distinct attribute.position)::int as positions
    from attribute
    where attribute.client_id = 'crowd'`.execute(server.database);
  assert.equal(rows[0]?.positions, 16);
});

test('Definitions change while imports run: no call fails, and every value ends in the form of the definition.', async () => {
  const caller = await server.client('busy');
  const products = (round: number) =>
    Array.from({ length: 1_500 }, (_, index) => ({ __ID: `p${index}`, [`text${round}`]: String(round) }));
  await caller.import(Array.from({ length: 1_500 }, (_, index) => ({ __ID: `p${index}`, form: String(index) })));
  const imports = [1, 2, 3].map((round) => caller.import(products(round)));
  const changes: number[] = [];
  for (const multiValue of [true, false, true]) {
    const answer = await caller.put([
      scalar('form', null, { type: { id: 'string', multiValue } }),
      scalar(`made${changes.length}`),
    ]);
    changes.push(answer.status);
  }
  for (const { status, body } of await Promise.all(imports)) {
    assert.equal(status, 200);
    assert.deepEqual([body.status, body.rejected, body.received], ['Completed', 0, 1_500]);
  }
  assert.deepEqual(changes, [200, 200, 200]);
  for (const index of [0, 700, 1_499]) {
    const { values } = await getProduct(server.database, 'busy', `p${index}`);
    assert.deepEqual(values, { form: [String(index)], text1: '1', text2: '2', text3: '3' });
  }
});

test('A change of definitions gets the lock before batches that start later, however many overlap.', async () => {
  const caller = await server.client('turns');
  await caller.put([scalar('a')]);
  const released = Promise.withResolvers<undefined>();
  const held = Promise.withResolvers<undefined>();
  const first = transaction(server.database, async (transaction) => {
    await lockStructure(transaction, clientIdOf('turns'), 'share');
    held.resolve(undefined);
    await released.promise;
  });
  await held.promise;
  const change = caller.put([scalar('b')]);
  await waiting(1);
  let isThrough = false;
  const second = transaction(server.database, async (transaction) => {
    await lockStructure(transaction, clientIdOf('turns'), 'share');
    isThrough = true;
    return [...(await loadStructure(transaction, clientIdOf('turns'))).byPayloadKey.keys()];
  });
  await waiting(2, () => isThrough);
  released.resolve(undefined);
  await first;
  assert.equal((await change).status, 200);
  assert.deepEqual(await second, ['a', 'b']);
});

/** Resolves when at least this number of database sessions are waiting for a lock, or when `isUseless` returns true. */
async function waiting(sessions: number, isUseless = () => false): Promise<void> {
  for (let found = 0; found < sessions && !isUseless();) {
    const { rows } = await sql<{ found: number }>`
      select count(*)::int as found
      from pg_stat_activity
      where pg_stat_activity.datname = current_database() and pg_stat_activity.wait_event_type = 'Lock'`.execute(
      server.database,
    );
    found = rows[0]?.found ?? 0;
  }
}

test('A definition cannot be deleted between judging a value and storing it.', async () => {
  const caller = await server.client('vanishing');
  for (let round = 0; round < 5; round += 1) {
    await caller.put([scalar('x', null, { type: { id: 'integer', multiValue: false } })]);
    const [report, deleted] = await Promise.all([caller.import([{ __ID: `p${round}`, x: '1' }]), caller.delete('x')]);
    assert.equal(report.status, 200);
    assert.ok(deleted.status === 204 || deleted.status === 409, String(deleted.status));
    assert.equal((await caller.get('x')).status, 200, 'whichever came first, a stored value has its definition');
    await caller.import([{ __ID: `p${round}`, x: '' }]);
    assert.equal((await caller.delete('x')).status, 204);
  }
});

test('A definition that was changed by another user since it was read is not overwritten, and the answer has the stored one.', async () => {
  const caller = await server.client('expecting');
  await caller.put([scalar('image', null, { description: 'Before' })]);
  const seen = { name: 'image', type: { id: 'string', multiValue: false }, description: 'Before', restriction: null };
  await caller.put([scalar('image', null, { type: { id: 'asset', multiValue: false } })]);
  const late = await caller.put([scalar('image', null, { description: 'Mine', expected: seen }), scalar('other')]);
  assert.deepEqual([late.status, late.body.code], [409, 'changed-meanwhile']);
  assert.deepEqual(late.body.stored, [(await caller.get('image')).body]);
  assert.equal((await caller.get('other')).status, 404);
  const mine = scalar('image', null, { type: late.body.stored[0].type, description: 'Mine' });
  assert.equal((await caller.put([{ ...mine, expected: late.body.stored[0] }])).status, 200);
  assert.equal((await caller.get('image')).body.description, 'Mine');
  assert.deepEqual((await caller.put([{ ...mine, expected: null }])).body.code, 'changed-meanwhile');
  assert.equal((await caller.put([scalar('fresh', null, { expected: null })])).status, 200);
  assert.deepEqual((await caller.put([scalar('never', null, { expected: seen })])).body.stored, [null]);
  const before = (await caller.get('fresh')).body;
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, turn) =>
      caller.put([scalar('fresh', null, { description: `Turn ${turn}`, expected: { ...before, description: null } })]),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
});
