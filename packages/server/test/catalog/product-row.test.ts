import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { createRowWriter, type ProductWrite, rowsEnd, rowsStart } from '../../src/catalog/product/product-row-rules.ts';
import {
  copyProducts,
  insertProducts,
  lockProducts,
  type ProductRows,
} from '../../src/catalog/product/product-store.ts';
import {
  clientIdOf,
  type Database,
  openDatabase,
  productIdOf,
  provisionalTransaction,
  transaction,
} from '../../src/platform/index.ts';
import { createTestDatabase } from '../test-database.ts';

const testDatabase = await createTestDatabase();
const handle = openDatabase({
  connectionString: testDatabase.connectionString,
  max: 4,
  name: 'test',
  copies: true,
  onError: () => undefined,
});
const { kysely: database } = handle;
after(async () => {
  await handle.close();
  await testDatabase[Symbol.asyncDispose]();
});

const actor = 'key:ünï';
const jobId = randomUUID();

/** Generates texts that the database can store: printable ASCII, mixed with some special and non-ASCII characters. */
const text = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom('"', '\\', '\n', '\t', '😀', '\u{10ffff}', 'é', '\u0001'),
      fc.string({ minLength: 1, maxLength: 1 }),
    ),
  })
  .filter((made) => !made.includes('\0'));
const filled = text.filter((made) => made !== '' && !made.includes('\u001f'));
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const value = fc.oneof(
  text,
  fc.array(text, { minLength: 1, maxLength: 3 }),
  fc.array(fc.dictionary(filled, text, { minKeys: 1, maxKeys: 2 }), {
    minLength: 1,
    maxLength: 2,
  }),
);
const product: fc.Arbitrary<ProductWrite> = fc.record({
  productId: filled.map(productIdOf),
  fingerprint: orNull(fc.uuid()),
  steps: fc.integer({ min: 1, max: 5_000 }),
  state: fc.record({
    name: orNull(filled),
    family: orNull(filled),
    category: orNull(filled),
    primaryAsset: orNull(filled),
    values: fc.dictionary(filled, value, { maxKeys: 4 }),
    packaging: orNull(
      fc.array(fc.record({ __ID: filled, QUANTITY: fc.constant('10.50') }), {
        minLength: 1,
        maxLength: 2,
      }),
    ),
  }),
});
// Cloned, because fast-check generates objects with different prototypes, which the comparison must ignore.
const products = fc
  .uniqueArray(product, { selector: ({ productId }) => productId, maxLength: 5 })
  .map((writes) => structuredClone(writes));

function rowsOf(clientId: string, writes: readonly ProductWrite[]) {
  const writer = createRowWriter({ clientId: clientIdOf(clientId), actor, jobId });
  const rows = writes.map((write) => {
    const length = writer.take(write);
    // Leaves one byte before and after the row, because rows share a buffer in production.
    const room = Buffer.alloc(length + 2, 0x7e);
    const end = writer.write(room, 1);
    assert.ok(end <= length + 1, 'a row takes no more than it says');
    return room.subarray(1, end);
  });
  return { productIds: writes.map(({ productId }) => productId), bytes: Buffer.concat([rowsStart, ...rows, rowsEnd]) };
}

test('New products are stored exactly as they are, whether they are copied or inserted past those that exist.', async () => {
  let clients = 0;
  await fc.assert(
    fc.asyncProperty(products, async (writes) => {
      const stored = await Promise.all(
        [copyProducts, insertProducts].map(async (store, way) => {
          const clientId = `c${clients}-${way}`;
          const rows = rowsOf(clientId, writes);
          if (store === copyProducts) assert.equal(await copyProducts(database, rows), true);
          else
            assert.deepEqual(
              await transaction(database, (opened) =>
                insertProducts(opened, clientIdOf(clientId), writes, { actor, jobId }),
              ),
              new Set(),
            );
          const states = await transaction(database, (opened) =>
            lockProducts(opened, clientIdOf(clientId), rows.productIds),
          );
          const { rows: others } = await sql<{ fingerprint: string | null; by: string; job: string; revision: number }>`
            select product.fingerprint, product.created_by as by, product.created_job as job, product.revision::int
            from product
            where product.client_id = ${clientId}
            order by product.product_id`.execute(database);
          return { states, others };
        }),
      );
      clients++;
      const [copied, inserted] = stored;
      assert.deepEqual(copied, inserted);
      assert.deepEqual(copied?.states, new Map(writes.map(({ productId, state }) => [productId, state])));
      assert.deepEqual(
        new Set(copied?.others.map(({ by, job }) => `${by} ${job}`)),
        new Set(writes.length > 0 ? [`${actor} ${jobId}`] : []),
      );
      const sum = (list: readonly { revision: number }[]) => list.reduce((total, { revision }) => total + revision, 0);
      assert.equal(
        sum(copied?.others ?? []),
        writes.reduce((total, { steps }) => total + steps, 0),
      );
      const fingerprints = (list: readonly { fingerprint: string | null }[]) =>
        list.map((one) => String(one.fingerprint)).toSorted((a, b) => a.localeCompare(b));
      assert.deepEqual(fingerprints(copied?.others ?? []), fingerprints(writes));
    }),
    { numRuns: 100 },
  );
});

const plain = (productId: string, filling = ''): ProductWrite => ({
  productId: productIdOf(productId),
  fingerprint: null,
  steps: 1,
  state: {
    name: null,
    family: null,
    category: null,
    primaryAsset: null,
    values: filling === '' ? {} : { filling },
    packaging: null,
  },
});

const copyOrRollBack = (connection: Database, rows: ProductRows) =>
  provisionalTransaction(
    connection,
    (opened) => copyProducts(opened, rows),
    (isStored) => isStored,
  );

test('If one of the products to copy exists, none is stored, the result shows this, and the connection stays usable.', async () => {
  await copyProducts(database, rowsOf('known', [plain('b')]));
  // There is more data than a socket buffers, so that the database responds before all rows are sent.
  const many = Array.from({ length: 3_000 }, (_, at) => plain(`b${at === 0 ? '' : at}`, 'x'.repeat(4_000)));
  await database.connection().execute(async (connection) => {
    assert.equal(await copyOrRollBack(connection, rowsOf('known', many)), false);
    assert.equal(
      (
        await transaction(connection, (opened) =>
          lockProducts(
            opened,
            clientIdOf('known'),
            many.map(({ productId }) => productId),
          ),
        )
      ).size,
      1,
    );
    await copyProducts(connection, rowsOf('known', [plain('c')]));
  });
  assert.equal(
    (await transaction(database, (opened) => lockProducts(opened, clientIdOf('known'), ['b', 'c'].map(productIdOf))))
      .size,
    2,
  );
});

test('Two that copy the same product at once store it once.', async () => {
  const copying = () => copyOrRollBack(database, rowsOf('twice', [plain('a')]));
  const stored = await Promise.all([copying(), copying()]);
  assert.deepEqual(new Set(stored), new Set([false, true]));
  assert.equal(
    (await transaction(database, (opened) => lockProducts(opened, clientIdOf('twice'), [productIdOf('a')]))).size,
    1,
  );
});
