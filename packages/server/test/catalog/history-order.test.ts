import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { systemClock } from '../../src/platform/index.ts';
import { startTestService, type TestCaller, type TestService } from '../test-service.ts';

interface Entry {
  kind: string;
  changes: { attribute: string; old?: unknown; new?: unknown }[];
}

let service: TestService;
let caller: TestCaller;
before(async () => {
  service = await startTestService();
  caller = await service.client('clocks');
});
after(() => service[Symbol.asyncDispose]());

/** Replaces the id of the last change to a product with an id from a clock that is an hour ahead. */
async function makeLastChangeOfFastClock(productId: string): Promise<void> {
  const later = (Date.now() + 3_600_000).toString(16).padStart(12, '0');
  const id = `${later.slice(0, 8)}-${later.slice(8)}${systemClock.newId().slice(13)}`;
  await sql`
    update product_history
    set history_id = ${id}
    where product_history.client_id = 'clocks'
      and product_history.history_id = (
        select last.history_id
        from product_history as last
        where last.client_id = 'clocks' and last.product_id = ${productId}
        order by last.history_id desc
        limit 1
      )`.execute(service.database);
}

async function importColors(productId: string, ...colors: string[]): Promise<void> {
  for (const color of colors) {
    const { status, text } = await caller.importProducts([{ __ID: productId, color }]);
    assert.equal(status, 200, text);
  }
}

/** Returns the history, newest first, read in pages of one entry. */
async function historyOf(productId: string): Promise<[string, unknown][]> {
  const entries: Entry[] = [];
  for (let next: string | null = ''; next !== null;) {
    const after: string = next === '' ? '' : `&startingAfter=${next}`;
    const path = `/api/products/v1/products/${productId}/history?limit=1${after}`;
    const { status, body, text } = await caller.call('GET', path);
    assert.equal(status, 200, text);
    entries.push(...body.entries);
    next = body.next;
  }
  return entries.map(({ kind, changes }) => [kind, changes.find(({ attribute }) => attribute === 'color')?.new]);
}

test('a change is newer than the last one, even if that one was made by a machine whose clock is ahead', async () => {
  await importColors('skewed', 'blue', 'red');
  await makeLastChangeOfFastClock('skewed');
  await importColors('skewed', 'green', 'yellow');
  const { status } = await caller.importProducts([
    { __ID: 'skewed', color: 'white' },
    { __ID: 'skewed', color: 'black' },
  ]);
  assert.equal(status, 200);
  assert.deepEqual(await historyOf('skewed'), [
    ['updated', 'black'],
    ['updated', 'white'],
    ['updated', 'yellow'],
    ['updated', 'green'],
    ['updated', 'red'],
    ['created', 'blue'],
  ]);
});

test('a product that is created again begins after the deletion of the former one', async () => {
  await importColors('again', 'blue', 'red');
  await makeLastChangeOfFastClock('again');
  assert.equal((await caller.call('DELETE', '/api/products/v1/products/again')).status, 204);
  await importColors('again', 'green', 'yellow');
  assert.deepEqual(await historyOf('again'), [
    ['updated', 'yellow'],
    ['created', 'green'],
    ['deleted', undefined],
    ['updated', 'red'],
    ['created', 'blue'],
  ]);
});

test('a conversion of stored values is newer than the last change', async () => {
  const define = (multiValue: boolean) =>
    caller.define([{ id: 'tag', name: 'Tag', compositeAttribute: null, type: { id: 'string', multiValue } }]);
  assert.equal((await define(false)).status, 200);
  for (const tag of ['a', 'b']) await caller.importProducts([{ __ID: 'converted', tag }]);
  await makeLastChangeOfFastClock('converted');
  assert.equal((await define(true)).status, 200);
  const { body } = await caller.call('GET', '/api/products/v1/products/converted/history');
  const [newest]: Entry[] = body.entries;
  assert.deepEqual(newest?.changes, [{ attribute: 'tag', old: 'b', new: ['b'] }]);
});
