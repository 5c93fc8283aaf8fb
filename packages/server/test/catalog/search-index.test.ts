import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { type KyselyPlugin, sql } from 'kysely';
import { pino } from 'pino';
import { countMatching, searchPage } from '../../src/catalog/search/product-search-service.ts';
import { type IndexSizes, indexNext, defaultSizes } from '../../src/catalog/search/search-index-service.ts';
import { startSearchIndexing } from '../../src/catalog/search/search-runner.ts';
import { getSearchState } from '../../src/catalog/search/search-views.ts';
import {
  type Connection,
  type DatabaseHandle,
  openDatabase,
  systemClock,
  clientIdOf,
  transaction,
} from '../../src/platform/index.ts';
import { createTestDatabase } from '../test-database.ts';
import { countByIndex, filters, noFilter, removeProduct, scan, searchAll, writeProduct } from './search-world.ts';

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
let handle: DatabaseHandle;
let nextClient = 0;
const newClient = () => `client-${nextClient++}`;

before(async () => {
  testDatabase = await createTestDatabase();
  const { connectionString } = testDatabase;
  handle = openDatabase({ connectionString, max: 8, name: 'test', onError: () => undefined });
});
after(async () => {
  await handle.close();
  await testDatabase[Symbol.asyncDispose]();
});

const small: IndexSizes = { step: 5, group: 2, pass: 1_000_000 };
/** Sizes that make the indexer read all products in passes instead of reading single changed products. */
const passing: IndexSizes = { step: 4, group: 3, pass: 1 };

async function drain(sizes: IndexSizes): Promise<void> {
  while ((await indexNext(handle.kysely, sizes)) > 0);
}

/** Asserts within one snapshot that the results of the index equal those of table scans. */
async function compare(clientId: string): Promise<void> {
  await transaction(
    handle.kysely,
    async (transaction) => {
      for (const filter of filters) {
        const expected = await scan(transaction, clientId, filter);
        const what = JSON.stringify(filter);
        assert.deepEqual(await searchAll(transaction, clientId, filter, 3), expected, what);
        const { products, isUsable } = await getSearchState(transaction, clientIdOf(clientId));
        const counted = isUsable ? await countByIndex(transaction, clientId, filter) : undefined;
        assert.equal(counted ?? expected.length, expected.length, what);
        if (filter === noFilter) assert.equal(products ?? expected.length, expected.length);
      }
    },
    { isolationLevel: 'repeatable read' },
  );
}

const seeds = fc.nat(50_000);
const steps = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('write' as const),
        seeds: fc.array(seeds, { minLength: 1, maxLength: 12 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('remove' as const),
        seeds: fc.array(seeds, { minLength: 1, maxLength: 5 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('index' as const), passes: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('compare' as const) }) },
  ),
  { minLength: 4, maxLength: 25 },
);

test('After any writes, deletions and index steps, a search finds and counts exactly what a scan finds.', async () => {
  const database = handle.kysely;
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const clientId = newClient();
      for (const step of list) {
        if (step.kind === 'write') for (const seed of step.seeds) await writeProduct(database, clientId, seed);
        else if (step.kind === 'remove') for (const seed of step.seeds) await removeProduct(database, clientId, seed);
        else if (step.kind === 'index') await indexNext(database, step.passes ? passing : small);
        else await compare(clientId);
      }
      await compare(clientId);
      await drain(small);
      await compare(clientId);
    }),
    { numRuns: 6 },
  );
});

test('Groups do not overlap and contain every indexed product.', async () => {
  const clientId = newClient();
  for (let seed = 0; seed < 60; seed++) {
    await writeProduct(handle.kysely, clientId, seed);
    if (seed % 4 === 0) await indexNext(handle.kysely, small);
  }
  await drain(small);
  const { rows } = await sql<{ overlaps: number; outside: number; groups: number }>`
    select
      (
        select count(*)
        from product_search as one
        join product_search as other
          on other.client_id = one.client_id and other.first_id > one.first_id and other.first_id <= one.last_id
        where one.client_id = ${clientId}
      ) as overlaps,
      (
        select count(*)
        from product
        where product.client_id = ${clientId}
          and not exists (
            select 1
            from product_search
            where product_search.client_id = ${clientId}
              and product.product_id between product_search.first_id and product_search.last_id
          )
      ) as outside,
      (select count(*) from product_search where product_search.client_id = ${clientId}) as groups`.execute(
    handle.kysely,
  );
  assert.deepEqual({ ...rows[0], groups: 0 }, { overlaps: 0, outside: 0, groups: 0 });
  assert.ok((rows[0]?.groups ?? 0) >= 15);
});

test('During concurrent writes and index steps, a search finds exactly what a scan of the same snapshot finds.', async () => {
  const clientId = newClient();
  const database = handle.kysely;
  let isOver = false;
  const random = (nth: number) => (nth * 48_271) % 50_021;
  async function write(from: number): Promise<void> {
    for (let nth = from; nth < from + 150; nth++) {
      await (nth % 4 === 0 ? removeProduct : writeProduct)(database, clientId, random(nth));
    }
  }
  async function index(sizes: IndexSizes): Promise<void> {
    while (!isOver) await indexNext(database, sizes);
  }
  const indexing = [index(small), index(passing)];
  const writing = Promise.all([write(1), write(1_000)]).finally(() => {
    isOver = true;
  });
  while (!isOver) await compare(clientId);
  await writing;
  await Promise.all(indexing);
  await compare(clientId);
  await drain(small);
  await compare(clientId);
});

test('An aborted step changes nothing, and the next one does its work.', async () => {
  const clientId = newClient();
  for (let seed = 0; seed < 40; seed++) await writeProduct(handle.kysely, clientId, seed * 31);
  // Each round aborts the step at a different statement.
  for (let statement = 1; statement <= 7; statement++) {
    let count = 0;
    const failing = handle.kysely.withPlugin({
      transformQuery: ({ node }) => {
        count += 1;
        if (count === statement) throw new Error('cut');
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    await assert.rejects(indexNext(failing, statement % 2 === 0 ? small : passing), /cut/);
    await compare(clientId);
  }
  await drain(small);
  await compare(clientId);
});

test('Products that are older than the index are found by scans until a pass has read all of them, and always counted exactly.', async () => {
  const clientId = newClient();
  const database = handle.kysely;
  for (let seed = 0; seed < 70; seed++) await writeProduct(database, clientId, seed * 17);
  // Simulates a client whose products existed before the migration that introduced the index.
  await sql`delete from product_change where product_change.client_id = ${clientId}`.execute(database);
  await sql`insert into search_state (client_id, products, built_through) values (${clientId}, null, '')`.execute(
    database,
  );
  await compare(clientId);
  for (let step = 0; step < 10; step++) {
    await indexNext(database, small);
    await writeProduct(database, clientId, step * 71);
    await removeProduct(database, clientId, step * 170);
    await compare(clientId);
    const { count } = await countMatching({ database, clock: systemClock }, clientIdOf(clientId), noFilter, 100);
    assert.equal(count, (await scan(database, clientId, noFilter)).length);
  }
  await drain(small);
  await compare(clientId);
  assert.equal((await getSearchState(database, clientIdOf(clientId))).isUsable, true);
});

test('A count stops at its time limit and is marked as inexact; without a limit it is exact.', async () => {
  const clientId = newClient();
  const database = handle.kysely;
  await sql`
    insert into product (client_id, product_id, name, "values", created_by)
    select ${clientId}, 'many-' || number, 'Shirt', '{"color":"blue"}', 'system:test'
    from generate_series(1, 12000) as number`.execute(database);
  await drain(defaultSizes);
  const deps = { database, clock: systemClock };
  for (const filter of [
    { ...noFilter, text: 'shirt' },
    { ...noFilter, text: 'i' },
  ]) {
    const bounded = await countMatching(deps, clientIdOf(clientId), filter, 1);
    assert.equal(bounded.isExact, false);
    assert.ok(bounded.count < 12_000);
    assert.deepEqual(await countMatching(deps, clientIdOf(clientId), filter, undefined), {
      count: 12_000,
      isExact: true,
    });
  }
  assert.deepEqual(await countMatching(deps, clientIdOf(clientId), noFilter, 1), { count: 12_000, isExact: true });
});

test('A page that would take too long to fill is short, and the next pages continue from its end.', async () => {
  const clientId = newClient();
  const database = handle.kysely;
  await sql`
    insert into product (client_id, product_id, name, "values", created_by)
    select
      ${clientId}, 'many-' || lpad(number::text, 6, '0'), 'Shirt',
      jsonb_build_object('color', case when number % 4000 = 0 then 'rare' else 'blue' end), 'system:test'
    from generate_series(1, 12000) as number`.execute(database);
  await drain(defaultSizes);
  const filter = {
    ...noFilter,
    conditions: [{ target: 'values' as const, path: ['color'], test: { kind: 'contains' as const, text: 'ar' } }],
  };
  // A clock that makes each step seem to take an hour.
  let hours = 0;
  const clock = { ...systemClock, monotonic: () => (hours += 3_600_000) };
  const found: string[] = [];
  let pages = 0;
  let from: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof searchPage>> = await searchPage(
      { database, clock },
      { clientId: clientIdOf(clientId), filter, after: from, limit: 10 },
    );
    found.push(...page.rows.map(({ productId }) => productId));
    from = page.through;
    pages += 1;
  } while (from !== null);
  assert.deepEqual(found, ['many-004000', 'many-008000', 'many-012000']);
  assert.ok(pages > 3);
});

test('A client finds no products of another client, even if both have the same products.', async () => {
  const [one, other] = [newClient(), newClient()];
  for (const clientId of [one, other])
    for (let seed = 0; seed < 30; seed++) await writeProduct(handle.kysely, clientId, seed);
  await removeProduct(handle.kysely, other, 3);
  await drain(small);
  await compare(one);
  await compare(other);
});

async function waitingFor(connection: Connection, clientId: string): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select coalesce(sum(product_change.size), 0) as size
    from product_change
    where product_change.client_id = ${clientId}`.execute(connection);
  return rows[0]?.size ?? 0;
}

test('A product that is written while it is indexed stays in the list of changes.', async () => {
  const clientId = newClient();
  const database = handle.kysely;
  await writeProduct(database, clientId, 1);
  const held = await database.startTransaction().execute();
  await writeProduct(held, clientId, 1 + 97);
  await drain(small);
  assert.equal(await waitingFor(database, clientId), 0);
  await held.commit().execute();
  assert.equal(await waitingFor(database, clientId), 1);
  await compare(clientId);
  await drain(small);
  await compare(clientId);
});

/** Resolves when the threads of the index have no connection to the database. @throws Error if they still have one after 10 s */
async function untilThreadsHaveEnded(): Promise<void> {
  for (const end = performance.now() + 10_000; performance.now() < end;) {
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open
      from pg_stat_activity
      where datname = current_database() and application_name = 'pimento-search'`.execute(handle.kysely);
    if (rows[0]?.open === 0) return;
  }
  throw new Error('a thread of the index runs while its tokens are moved');
}

test('The thread of the index has ended when its tokens are moved, because only the database moves them.', async () => {
  const clientId = newClient();
  // More changes than the main thread indexes.
  for (let seed = 0; seed < 401; seed++) await writeProduct(handle.kysely, clientId, seed);
  const moves = new Set<object>();
  const waiting: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (node.kind === 'RawNode' && node.sqlFragments.join('').includes('gin_clean_pending_list')) moves.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      if (moves.has(queryId)) await untilThreadsHaveEnded();
      return result;
    },
  };
  await using indexing = startSearchIndexing({
    database: handle.kysely.withPlugin(waiting),
    connectionString: testDatabase.connectionString,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    isBusy: () => false,
  });
  await indexing.drain();
  assert.ok(moves.size > 0, 'tokens were moved');
  await compare(clientId);
});
