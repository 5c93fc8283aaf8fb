import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { findMatchingIds, findPage } from '../../src/catalog/search/product-search-service.ts';
import type { ResolvedFilter } from '../../src/catalog/views/product-filter-rules.ts';
import {
  clientIdOf,
  openDatabase,
  planAlongKeys,
  productIdOf,
  systemClock,
  transaction,
} from '../../src/platform/index.ts';
import { createTestDatabase } from '../test-database.ts';

const testDatabase = await createTestDatabase();
const { kysely: database, close } = openDatabase({
  connectionString: testDatabase.connectionString,
  max: 1,
  name: 'test',
  onError: () => undefined,
});
after(async () => {
  await close();
  await testDatabase[Symbol.asyncDispose]();
});

test('Products that are named are found by their keys, however many others the client has.', async () => {
  await sql`insert into client (client_id, name) values ('named', 'named')`.execute(database);
  await sql`
    insert into product (client_id, product_id, "values", created_by)
    select 'named', 'p' || n, '{}', 'test' from generate_series(1, 5000) as n`.execute(database);
  await sql`analyze product`.execute(database);
  const clientId = clientIdOf('named');
  const filter: ResolvedFilter = {
    productIds: ['p77', 'p4', 'none', 'p4999', 'p77'].map(productIdOf),
    family: undefined,
    category: undefined,
    text: undefined,
    updatedSince: undefined,
    assetStates: undefined,
    conditions: [],
  };
  const read = await transaction(database, async (connection) => {
    await planAlongKeys(connection);
    const deps = { clock: systemClock, connection };
    const query = { clientId, filter, limit: 2, ms: undefined };
    const first = await findPage(deps, { ...query, after: null });
    assert.deepEqual(
      first.rows.map(({ productId }) => productId),
      ['p4', 'p4999'],
    );
    const second = await findPage(deps, { ...query, after: first.through });
    assert.deepEqual([second.rows.map(({ productId }) => productId), second.through], [['p77'], null]);
    const wanted = { clientId, filter, predicate: sql<boolean>`true`, after: 'p4', limit: 10 };
    assert.deepEqual(await findMatchingIds(deps, wanted), ['p4999', 'p77']);
    const { rows } = await sql<{ read: number }>`
      select counted.idx_tup_fetch + counted.seq_tup_read as read
      from pg_stat_xact_user_tables as counted
      where counted.relname = 'product'`.execute(connection);
    return rows[0]?.read ?? Infinity;
  });
  assert.ok(read < 50, `${read} rows were read to find three products three times`);
});
