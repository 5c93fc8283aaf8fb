import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { startTestService } from '../test-service.ts';
import { assertCounts } from './import-answers.ts';

const service = await startTestService({ importThreads: 1 });
after(() => service[Symbol.asyncDispose]());

const old = 100_000;
const count = 4_000;

/** Returns the number of entries that have been read from all indexes of a table so far. */
async function entriesRead(table: string): Promise<number> {
  // Each connection reports its statistics after a second without queries, or immediately on request.
  for (let before = -1; ;) {
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await sql`select pg_stat_force_next_flush(), pg_stat_clear_snapshot()`.execute(service.database);
    const { rows } = await sql<{ read: number }>`
      select sum(index.idx_tup_read)::float8 as read
      from pg_stat_user_indexes as index
      where index.relname = ${table}`.execute(service.database);
    const read = rows[0]?.read ?? 0;
    if (read === before) return read;
    before = read;
  }
}

test('Products of a client that the statistics of the database do not contain yet are found one by one, never by a scan of all products.', async () => {
  await service.client('old');
  // Most rows belong to a different client, and the planner's statistics cover only that client.
  await sql`
    insert into product (client_id, product_id, "values", created_by)
    select 'old', 'p' || n, '{}', 'key:old'
    from generate_series(1, ${old}::integer) as n`.execute(service.database);
  await sql`
    insert into asset_use (client_id, product_id, asset_id, places)
    select 'old', 'p' || n, 'a' || n, '{}'
    from generate_series(1, ${old}::integer) as n`.execute(service.database);
  await sql`analyze product, asset_use`.execute(service.database);
  const caller = await service.client('new');
  await caller.define([
    { id: 'picture', name: 'Picture', compositeAttribute: null, type: { id: 'asset', multiValue: false } },
  ]);
  const products = (text: string) =>
    Array.from({ length: count }, (_, at) => ({ __ID: `n${at}`, text, picture: `a${at}` }));
  assertCounts(await caller.importProducts(products('first')), [count, 0, 0, 0]);
  const before = { product: await entriesRead('product'), asset_use: await entriesRead('asset_use') };
  assertCounts(await caller.importProducts(products('first')), [0, 0, count, 0]);
  assertCounts(await caller.importProducts(products('second')), [0, count, 0, 0]);
  for (let at = 0; at < 20; at++) await caller.product(`n${at}`);
  await caller.call('GET', '/api/asset/v1/assets?limit=50');
  for (const table of ['product', 'asset_use'] as const) {
    const read = (await entriesRead(table)) - before[table];
    // The limit leaves room for the search index, which reads the products of both clients several times. Scans of all products would read
    // 32 million entries.
    assert.ok(read < (old + count) * 10, `${read} entries of the indexes of ${table} for ${count} products`);
  }
});
