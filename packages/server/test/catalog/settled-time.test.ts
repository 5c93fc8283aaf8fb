import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { startTestService, type TestService } from '../test-service.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service[Symbol.asyncDispose]());

const product = (id: string, price: string) => ({ __ID: id, price });

/** Locks a product as a writer does, in a transaction that stays open. */
async function lock(clientId: string, id: string) {
  const opened = await service.database.startTransaction().execute();
  await sql`select from product where client_id = ${clientId} and product_id = ${id} for update`.execute(opened);
  return opened;
}

test('every page of an answer to updatedSince reports the time from which changes may be missing, and the next round finds them', async () => {
  const client = await service.client('since');
  await client.importProducts([product('A', '1'), product('B', '1')]);
  const read = async (since: string) =>
    (await client.call('GET', `/api/products/v1/products?limit=1&updatedSince=${encodeURIComponent(since)}`)).body;
  const late = await lock('since', 'A');
  await client.importProducts([product('B', '2')]);
  const first = await read('2020-01-01T00:00:00Z');
  const rest = (
    await client.call('GET', `/api/products/v1/products?updatedSince=2020-01-01T00:00:00Z&startingAfter=${first.next}`)
  ).body;
  assert.ok(rest.settledAt >= first.settledAt);
  await sql`
    update product
    set revision = revision + 1, updated_at = statement_timestamp()
    where client_id = 'since' and product_id = 'A'`.execute(late);
  await late.commit().execute();
  const next = await read(first.settledAt);
  assert.deepEqual([next.products[0]?.productId, next.products[0]?.revision], ['A', 2]);
  assert.equal((await client.call('GET', '/api/products/v1/products')).body.settledAt, undefined);
});

test('the list of deleted products reports the time from which deletions may be missing', async () => {
  const client = await service.client('deleted');
  await client.importProducts([product('A', '1')]);
  const holder = await lock('deleted', 'A');
  const deletion = client.call('DELETE', '/api/products/v1/products/A');
  const isWaiting = async () =>
    (await sql`select from pg_stat_activity where wait_event_type = 'Lock'`.execute(service.database)).rows.length > 0;
  while (!(await isWaiting())) await pause(5);
  const read = async () => (await client.call('GET', '/api/products/v1/deleted-products')).body;
  const early = await read();
  assert.deepEqual(early.products, []);
  await holder.rollback().execute();
  assert.equal((await deletion).status, 204);
  const late = await read();
  assert.ok(late.products[0].deleted >= early.settledAt);
  assert.ok(late.settledAt > early.settledAt);
});
