import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type CatalogServer, query, startCatalogServer } from './catalog-server.ts';

let server: CatalogServer;
before(async () => {
  server = await startCatalogServer();
});
after(() => server[Symbol.asyncDispose]());

async function readAll(
  limit: number,
  betweenPages: (page: number) => Promise<void> = async () => undefined,
): Promise<string[]> {
  const ids: string[] = [];
  let next: string | null = null;
  let pages = 0;
  do {
    const { json } = await server.get(
      query({ limit: String(limit), ...(next === null ? {} : { startingAfter: next }) }),
    );
    ids.push(...json.products.map((record: { productId: string }) => record.productId));
    next = json.next;
    assert.equal(json.hasMore, next !== null);
    await betweenPages((pages += 1));
  } while (next !== null);
  return ids;
}

const numbered = (from: number, count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => ({ id: `${prefix}${String(from + index).padStart(5, '0')}` }));

test('pages are complete and never overlap while products are inserted before and after the current page', async () => {
  const first = numbered(0, 100, 'p');
  await server.insert(first);
  const ids = await readAll(7, async (page) => {
    await server.insert([{ id: `p${String(page).padStart(5, '0')}-between` }, { id: `a${page}` }, { id: `z${page}` }]);
  });
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(ids, ids.toSorted());
  const seen = new Set(ids);
  for (const { id } of first) assert.ok(seen.has(id), id);
});

test('a page that ends with the last product has no next', async () => {
  const { json } = await server.get(query({ where: '__ID~p0000', limit: '1000' }));
  assert.equal(json.hasMore, false);
  const { json: exact } = await server.get(query({ where: '__ID~p0000', limit: String(json.products.length) }));
  assert.deepEqual([exact.hasMore, exact.next], [false, null]);
});

test('ids of any script and length keep their order', async () => {
  const odd = ['Z', 'ä', '🙂', '日本', ' ', '!', 'a/b', '%'];
  await server.insert(odd.map((id) => ({ id })));
  const ids = await readAll(1);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of odd) assert.ok(ids.includes(id), id);
});

test('a page that ends with the last product has no next, also if it is limited in bytes', async () => {
  const text = 'x'.repeat(3_000_000);
  await server.insert(Array.from({ length: 6 }, (_, index) => ({ id: `edge-${index}`, values: { text } })));
  const { json } = await server.get(query({ where: '__ID~edge-', limit: '1000' }));
  assert.deepEqual([json.products.length, json.hasMore, json.next], [6, false, null]);
});

test('very large products are listed completely, in shorter pages', async () => {
  const large = 'x'.repeat(3_000_000);
  await server.insert(
    Array.from({ length: 14 }, (_, index) => ({
      id: `large-${String(index).padStart(2, '0')}`,
      values: { text: large + index },
    })),
  );
  const { json } = await server.get(query({ where: '__ID~large-', limit: '1000' }));
  assert.ok(json.products.length < 14 && json.products.length > 0, String(json.products.length));
  assert.equal(json.hasMore, true);
  const ids = new Set(await readAll(1000));
  for (let index = 0; index < 14; index += 1) assert.ok(ids.has(`large-${String(index).padStart(2, '0')}`));
});
