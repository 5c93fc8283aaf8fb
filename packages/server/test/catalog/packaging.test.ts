import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { PackagingNode } from '@pimento/contract';
import { type CatalogServer, idPath, startCatalogServer } from './catalog-server.ts';

let server: CatalogServer;
before(async () => {
  server = await startCatalogServer();
});
after(() => server[Symbol.asyncDispose]());

const links = (...children: [string, string][]) => children.map(([id, quantity]) => ({ __ID: id, QUANTITY: quantity }));

/** Formats a tree on one line as id×quantity, with "?" if unresolved, "…" if truncated, and the children in parentheses. */
function draw(node: PackagingNode): string {
  const marks = `${node.quantity === null ? '' : `×${node.quantity}`}${node.resolved ? '' : '?'}${node.truncated ? '…' : ''}`;
  return `${node.productId}${marks}${node.links.length === 0 ? '' : `(${node.links.map(draw).join(' ')})`}`;
}
async function trees(
  id: string,
  depth = 32,
): Promise<{ down: string; up: string; raw: { down: PackagingNode; up: PackagingNode } }> {
  const { status, json, text } = await server.get(`${idPath(id)}/packaging?depth=${depth}`);
  assert.equal(status, 200, text);
  return { down: draw(json.down), up: draw(json.up), raw: json };
}

test('a product shows what it contains and every parent that contains it, with exact quantities and in order', async () => {
  await server.insert([
    { id: 'pallet', name: 'Pallet', packaging: links(['case', '40'], ['lid', '1']) },
    { id: 'mixed', packaging: links(['item', '3'], ['case', '2']) },
    { id: 'case', name: 'Case', packaging: links(['item', '10.50'], ['to come', '1']) },
    { id: 'item', name: 'Item' },
    { id: 'lid' },
  ]);
  await server.insert([{ id: 'foreign', packaging: links(['item', '1']) }, { id: 'to come' }], 'other');
  const pallet = await trees('pallet');
  assert.equal(pallet.down, 'pallet(case×40(item×10.50 to come×1?) lid×1)');
  assert.equal(pallet.up, 'pallet');
  assert.equal(pallet.raw.down.links[0]?.name, 'Case');
  const item = await trees('item');
  assert.equal(item.down, 'item');
  assert.equal(item.up, 'item(case×10.50(mixed×2 pallet×40) mixed×3)');
});

test('levels beyond the depth are cut off and marked as truncated in both directions', async () => {
  assert.equal((await trees('pallet', 1)).down, 'pallet(case×40… lid×1)');
  assert.equal((await trees('item', 1)).up, 'item(case×10.50… mixed×3)');
  const chain = Array.from({ length: 50 }, (_, index) => ({
    id: `c${index}`,
    packaging: index < 49 ? links([`c${index + 1}`, '1']) : [],
  }));
  await server.insert(chain);
  const deepest = (node: PackagingNode): PackagingNode => (node.links[0] ? deepest(node.links[0]) : node);
  const { down } = (await trees('c0')).raw;
  assert.deepEqual([deepest(down).productId, deepest(down).truncated], ['c32', true]);
  const { up } = (await trees('c49')).raw;
  assert.deepEqual([deepest(up).productId, deepest(up).truncated], ['c17', true]);
  assert.equal((await server.get('/c0/packaging?depth=33')).status, 400);
});

test('a stored cycle is shown once and not followed', async () => {
  await server.insert([
    { id: 'x', packaging: links(['y', '1']) },
    { id: 'y', packaging: links(['z', '1'], ['x', '2']) },
    { id: 'z', packaging: links(['x', '3']) },
    { id: 'self', packaging: links(['self', '1']) },
  ]);
  assert.equal((await trees('x')).down, 'x(y×1(z×1(x×3…) x×2…))');
  assert.equal((await trees('x')).up, 'x(y×2(x×1…) z×3(y×1(x×1…)))');
  assert.equal((await trees('self')).down, 'self(self×1…)');
});

test('a product that is reached in several ways is shown each time, and a tree is always finite', async () => {
  const levels = 20;
  await server.insert(
    Array.from({ length: levels }, (_, level) =>
      [0, 1].map((side) => ({
        id: `l${level}s${side}`,
        packaging: level + 1 < levels ? links([`l${level + 1}s0`, '1'], [`l${level + 1}s1`, '1']) : [],
      })),
    ).flat(),
  );
  assert.equal((await trees('l0s0', 2)).down, 'l0s0(l1s0×1(l2s0×1… l2s1×1…) l1s1×1(l2s0×1… l2s1×1…))');
  const count = (node: PackagingNode): number => node.links.reduce((sum, link) => sum + count(link), 1);
  for (const tree of Object.values((await trees('l0s0')).raw)) assert.ok(count(tree) <= 10_000);
  assert.equal(count((await trees('l0s0')).raw.down), 10_000);
  assert.ok(count((await trees(`l${levels - 1}s1`)).raw.up) <= 10_000);
});

test('a product with more links than the limit is marked as truncated', async () => {
  await server.insert([
    {
      id: 'wide',
      packaging: links(...Array.from({ length: 12_000 }, (_, index): [string, string] => [`w${index}`, '1'])),
    },
  ]);
  const { down } = (await trees('wide')).raw;
  assert.deepEqual([down.links.length, down.truncated], [9_999, true]);
  await server.insert(
    Array.from({ length: 10_500 }, (_, index) => ({ id: `holder${index}`, packaging: links(['held', '2']) })),
  );
  await server.insert([{ id: 'held' }]);
  const { up } = (await trees('held')).raw;
  assert.deepEqual([up.links.length, up.truncated, up.links[0]?.quantity], [9_999, true, '2']);
});

test('a deleted child is shown as unresolved', async () => {
  await server.insert([{ id: 'box', packaging: links(['content', '1']) }, { id: 'content' }]);
  assert.equal((await server.call('DELETE', '/api/products/v1/products/content')).status, 204);
  assert.equal((await trees('box')).down, 'box(content×1?)');
});
