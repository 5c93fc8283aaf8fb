import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { startTestService, type TestCaller } from '../test-service.ts';

const repository = join(import.meta.dirname, '../../../..');
const catalogues = join(process.env['PIMENTO_SHARED'] ?? join(repository, '../shared'), 'data');
const skip = existsSync(catalogues) ? false : `no real catalogues at ${catalogues}; set PIMENTO_SHARED to their folder`;
const names = skip ? [] : readdirSync(catalogues).filter((name) => existsSync(join(catalogues, name, 'import.json')));

type Product = Record<string, unknown>;

const service = await startTestService();
after(() => service[Symbol.asyncDispose]());

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

function definitionsOf(catalogue: string): unknown[] {
  return ['attributes.json', 'attributes.multivalue.json'].flatMap((file): unknown => {
    const path = join(catalogues, catalogue, file);
    return existsSync(path) ? readJson(path) : [];
  });
}

/**
 * Returns a product as the export prints it, with `__Name` renamed to `__NAME`. All other values are unchanged, because packaging links
 * already have the printed form, with an id and a quantity.
 */
function asPrinted({ __Name, ...product }: Product): Product {
  return __Name === undefined ? product : { ...product, __NAME: __Name };
}

/** Reads the columns that change whenever a row is written, even with the same content. */
async function rowVersions(clientId: string): Promise<unknown[]> {
  const { rows } = await sql`
    select product.product_id, product.xmin::text, product.ctid::text, product.revision
    from product
    where product.client_id = ${clientId}
    order by product.product_id`.execute(service.database);
  return rows;
}

async function historyRows(clientId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from product_history
    where product_history.client_id = ${clientId}`.execute(service.database);
  return rows[0]?.count ?? 0;
}

async function assertUnchanged(caller: TestCaller, body: string, count: number): Promise<void> {
  const before = await rowVersions(caller.clientId);
  const { status, body: report } = await caller.importBody(body);
  assert.equal(status, 200);
  assert.deepEqual(
    [report.received, report.created, report.updated, report.unchanged, report.rejected],
    [count, 0, 0, count, 0],
  );
  assert.deepEqual(report.createdAttributes, []);
  assert.deepEqual(await rowVersions(caller.clientId), before);
}

const reordered = (product: Product): Product => Object.fromEntries(Object.entries(product).toReversed());

test('There are at least seven real catalogues.', { skip }, () => {
  assert.ok(names.length >= 7, names.join(', '));
});

for (const catalogue of names) {
  test(`The catalogue ${catalogue} is accepted whole, comes back value for value, and changes nothing when it is sent again.`, async () => {
    const caller = await service.client(catalogue);
    const defined = await caller.define(definitionsOf(catalogue));
    assert.equal(defined.status, 200, defined.text);

    const body = readFileSync(join(catalogues, catalogue, 'import.json'), 'utf8');
    const { products } = JSON.parse(body) as { products: Product[] }; // the catalogues have this format
    const { status, body: report } = await caller.importBody(body);
    assert.equal(status, 200);
    assert.deepEqual(report.errors, []);
    assert.deepEqual([report.received, report.created], [products.length, products.length]);

    const exported = await caller.exported();
    assert.equal(exported.size, products.length);
    for (const product of products) assert.deepEqual(exported.get(String(product['__ID'])), asPrinted(product));

    // Identical bytes, which are detected by fingerprints.
    await assertUnchanged(caller, body, products.length);
    // Different bytes with equal values, which are detected by comparing values.
    await assertUnchanged(caller, JSON.stringify({ products: products.map(reordered) }, undefined, 1), products.length);
    // Exported products can be imported again without changes.
    await assertUnchanged(caller, JSON.stringify({ products: [...exported.values()] }), products.length);
    assert.equal(await historyRows(catalogue), 0);
  });
}
