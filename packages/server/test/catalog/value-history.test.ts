import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { earlierIndex } from '../../src/catalog/history/row-matching-rules.ts';
import { startTestService, type TestCaller, type TestService } from '../test-service.ts';

interface Entry {
  kind: string;
  actor: { kind: string };
  old?: unknown;
  new?: unknown;
}

let service: TestService;
let caller: TestCaller;
before(async () => {
  service = await startTestService();
  caller = await service.client('cells');
  const type = (id: string) => ({ id, multiValue: id === 'composite' });
  const { status, text } = await caller.define([
    { id: 'parts', name: 'Parts', compositeAttribute: null, type: type('composite') },
    { id: 'parts.name', name: 'Part name', compositeAttribute: 'parts', type: type('string') },
    { id: 'parts.share', name: 'share', compositeAttribute: 'parts', type: type('string') },
    { id: 'parts.tests', name: 'tests', compositeAttribute: 'parts', type: type('composite') },
    { id: 'tests.score', name: 'score', compositeAttribute: 'parts.tests', type: type('string') },
    { id: 'color', name: 'Color', compositeAttribute: null, type: type('string') },
  ]);
  assert.equal(status, 200, text);
});
after(() => service[Symbol.asyncDispose]());

const pathOf = (productId: string, query: string) => `/api/products/v1/products/${productId}/history/value?${query}`;

/** Imports one version of a product after the other. */
async function store(productId: string, ...versions: object[]): Promise<void> {
  for (const version of versions) {
    const { status, body, text } = await caller.importProducts([{ __ID: productId, ...version }]);
    assert.deepEqual([status, body.errors], [200, []], text);
  }
}

/** Reads the whole history of a value in pages of `limit` entries, and counts the pages. */
async function read(productId: string, path: string, limit = 20): Promise<{ entries: Entry[]; pages: number }> {
  const entries: Entry[] = [];
  let pages = 0;
  for (let next: string | null = ''; next !== null; pages++) {
    const after = next === '' ? '' : `&startingAfter=${next}`;
    const query = `path=${encodeURIComponent(path)}&limit=${limit}${after}`;
    const { status, body, text } = await caller.call('GET', pathOf(productId, query));
    assert.equal(status, 200, text);
    assert.equal(body.hasMore, body.next !== null);
    assert.ok(body.entries.length <= limit);
    entries.push(...body.entries);
    next = body.next;
  }
  return { entries, pages };
}

const sidesOf = (entries: readonly Entry[]) =>
  entries.map((entry) => [entry.kind === 'created' ? 'created' : entry.old, entry.new]);

describe('the history of one value', () => {
  test('follows the row of a cell through rows that are added, moved, changed and removed, on pages of any size', async () => {
    const sugar = { 'Part name': 'sugar', share: '10' };
    const salt = { 'Part name': 'salt', share: '1' };
    const oil = { 'Part name': 'oil', share: '5' };
    await store(
      'jam',
      { Parts: [sugar, salt] },
      { Parts: [sugar, { ...salt, share: '2' }] },
      { color: 'red' },
      { Parts: [oil, sugar, { ...salt, share: '2' }] },
      { Parts: [oil, { ...salt, share: '3' }, { ...sugar, share: '11' }] },
      { Parts: [{ ...salt, share: '3', tests: [{ score: '7' }] }, sugar] },
    );
    const expected = [
      ['2', '3'],
      ['1', '2'],
      ['created', '1'],
    ];
    for (const limit of [1, 2, 20])
      assert.deepEqual(sidesOf((await read('jam', 'parts/0/share', limit)).entries), expected, `pages of ${limit}`);
    assert.deepEqual(sidesOf((await read('jam', 'Parts/1/share')).entries), [
      ['11', '10'],
      ['10', '11'],
      ['created', '10'],
    ]);
    assert.deepEqual(sidesOf((await read('jam', 'parts/0/tests/0/score')).entries), [[undefined, '7']]);
    assert.deepEqual(sidesOf((await read('jam', 'parts/0/tests')).entries), [[undefined, [{ score: '7' }]]]);
    const { body } = await caller.call('GET', pathOf('jam', 'path=parts%2F0'));
    assert.deepEqual(body.value, { 'Part name': 'salt', share: '3', tests: [{ score: '7' }] });
    assert.deepEqual(body.entries.at(-1).new, salt);
    assert.equal(body.entries[0].actor.kind, 'key');
  });

  test('continues before a removal of the row that was undone', async () => {
    const sugar = { 'Part name': 'sugar', share: '10' };
    await store('undone', { Parts: [sugar] }, { Parts: [{ ...sugar, share: '12' }] }, { Parts: null });
    await store('undone', { color: 'red' }, { Parts: [{ 'Part name': 'new' }, { ...sugar, share: '12' }] });
    for (const limit of [1, 20])
      assert.deepEqual(sidesOf((await read('undone', 'parts/1/share', limit)).entries), [
        [undefined, '12'],
        ['12', undefined],
        ['10', '12'],
        ['created', '10'],
      ]);
    assert.deepEqual(sidesOf((await read('undone', 'parts/0/Part name')).entries), [[undefined, 'new']]);
  });

  test('is also that of an attribute or a reserved field, and begins with the current product of the id', async () => {
    await store('again', { color: 'old', __NAME: 'Old' });
    assert.equal((await caller.call('DELETE', '/api/products/v1/products/again')).status, 204);
    await store('again', { color: 'red', __NAME: 'A' }, { color: 'blue' }, { color: null }, { __NAME: 'B' });
    assert.deepEqual(sidesOf((await read('again', 'Color', 1)).entries), [
      ['blue', undefined],
      ['red', 'blue'],
      ['created', 'red'],
    ]);
    assert.deepEqual(sidesOf((await read('again', '__NAME')).entries), [
      ['A', 'B'],
      ['created', 'A'],
    ]);
  });
});

describe('limits of the history of one value', () => {
  test('a page ends after 1,000 revisions, so that a value which never changed is found in bounded steps', async () => {
    await store('busy', { Parts: [{ share: '1' }], color: '0' });
    await sql`
      insert into product_history (client_id, product_id, history_id, kind, actor, changes)
      select 'cells', 'busy', ('ffffffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'updated', 'system:test',
        jsonb_build_array(jsonb_build_object('attribute', 'color', 'old', (n - 1)::text, 'new', n::text))
      from generate_series(1, 2500) as n`.execute(service.database);
    assert.deepEqual(await read('busy', 'parts/0/share').then(({ entries, pages }) => [sidesOf(entries), pages]), [
      [['created', '1']],
      3,
    ]);
    const { entries, pages } = await read('busy', 'color', 100);
    assert.deepEqual([entries.length, entries[0]?.new, entries.at(-1)?.new], [2501, '2500', '0']);
    assert.equal(pages, 26);
  });

  test('a page ends after some megabytes, however well they are compressed', async () => {
    await store('long', { color: 'first' });
    await sql`
      insert into product_history (client_id, product_id, history_id, kind, actor, changes)
      select 'cells', 'long', ('ffffffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'updated', 'system:test',
        jsonb_build_array(jsonb_build_object('attribute', 'color', 'old', repeat('x', 700000), 'new', repeat('y', 700000)))
      from generate_series(1, 8) as n`.execute(service.database);
    const { body } = await caller.call('GET', pathOf('long', 'path=color&limit=20'));
    assert.deepEqual([body.entries.length, body.hasMore], [6, true], '6 entries of 1.4 MB reach 8 MiB');
    assert.equal((await read('long', 'color')).entries.length, 9);
  });

  test('refuses unknown products, attributes, rows and foreign cursors', async () => {
    await store('plain', { Parts: [{ share: '1' }] }, { Parts: [{ share: '2' }] }, { Parts: [{ share: '3' }] });
    const refused = async (query: string, productId = 'plain') => {
      const { status, body } = await caller.call('GET', pathOf(productId, query));
      return [status, body.code, body.message];
    };
    assert.deepEqual((await refused('path=color', 'unknown')).slice(0, 2), [404, 'unknown-product']);
    for (const path of [
      'size',
      'parts%2Fx',
      'parts%2F1%2Fshare',
      'parts%2F0%2Fsize',
      'color%2F0',
      '__NAME%2F0',
      '__ID',
    ])
      assert.deepEqual((await refused(`path=${path}`)).slice(0, 2), [400, 'invalid-parameter'], path);
    assert.match(String((await refused('path=parts%2F1%2Fshare'))[2]), /row "1", which "parts" does not have/);
    const { body } = await caller.call('GET', pathOf('plain', 'path=parts%2F0%2Fshare&limit=1'));
    for (const path of ['parts', 'parts%2F0', 'parts%2F0%2Fname'])
      assert.deepEqual((await refused(`path=${path}&startingAfter=${body.next}`)).slice(0, 2), [
        400,
        'invalid-parameter',
      ]);
    const forged = Buffer.from('["a",null,false,[0,"x"]]').toString('base64url');
    assert.equal((await refused(`path=parts%2F0%2Fshare&startingAfter=${forged}`))[0], 400);
  });
});

test('rows that were only moved are found again, and each row has at most one earlier row', () => {
  const rows = fc.uniqueArray(fc.nat(50), { maxLength: 12 });
  fc.assert(
    fc.property(
      rows.chain((ids) => fc.tuple(fc.constant(ids), fc.shuffledSubarray(ids))),
      rows,
      ([ids, moved], others) => {
        const rowsOf = (numbers: readonly number[]) => numbers.map((n) => ({ id: String(n), kind: String(n % 3) }));
        const now = rowsOf(moved);
        const before = rowsOf(ids);
        assert.deepEqual(
          now.map((_, at) => earlierIndex(now, before, at, true)),
          moved.map((n) => ids.indexOf(n)),
        );
        const found = now.map((_, at) => earlierIndex(now, rowsOf(others), at, false)).filter((at) => at !== undefined);
        assert.equal(new Set(found).size, found.length);
      },
    ),
    { numRuns: 50 },
  );
});
