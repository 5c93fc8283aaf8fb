import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { systemClock } from '../../src/platform/index.ts';
import { type CatalogServer, idPath, startCatalogServer } from './catalog-server.ts';

interface Entry {
  historyId: string;
  at: string;
  kind: string;
  actor: { kind: string; id: string; name: string | null };
  changes: { attribute: string; old?: unknown; new?: unknown }[];
}

let server: CatalogServer;
before(async () => {
  server = await startCatalogServer();
  await server.define([
    { id: 'color' },
    { id: '9' },
    { id: 'price', composite: true },
    { id: 'price.amount', name: 'amount today', storageName: 'amount', parent: 'price' },
  ]);
});
after(() => server[Symbol.asyncDispose]());

async function append(
  productId: string,
  changes: object[],
  actor = 'system:test',
  historyId = systemClock.newId(),
): Promise<string> {
  await sql`
    insert into product_history (client_id, product_id, history_id, kind, actor, changes)
    values ('acme', ${productId}, ${historyId}, 'updated', ${actor}, ${JSON.stringify(changes)}::jsonb)`.execute(
    server.database,
  );
  return historyId;
}

async function readAll(productId: string, limit: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  let next: string | null = null;
  do {
    const { status, json, text } = await server.get(
      `${idPath(productId)}/history?limit=${limit}${next === null ? '' : `&startingAfter=${next}`}`,
    );
    assert.equal(status, 200, text);
    assert.ok(json.entries.length <= limit);
    assert.equal(json.hasMore, json.next !== null);
    entries.push(...json.entries);
    next = json.next;
  } while (next !== null);
  return entries;
}
const delete_ = (productId: string) => server.call('DELETE', `/api/products/v1/products${idPath(productId)}`);

describe('history: creations', () => {
  test('a product that never changed has only its creation, with all its values', async () => {
    await server.insert([
      {
        id: 'still',
        name: 'N',
        family: 'F',
        values: { '9': 'nine', color: 'red', price: [{ amount: '1' }] },
        packaging: [{ __ID: 'x', QUANTITY: '10.50' }],
        createdBy: `key:${server.key.keyId}`,
      },
    ]);
    const { text, json } = await server.get('/still/history');
    assert.deepEqual([json.hasMore, json.next, json.entries.length], [false, null, 1]);
    assert.deepEqual(json.entries[0].actor, { kind: 'key', id: server.key.keyId, name: 'shop of acme' });
    assert.equal(json.entries[0].kind, 'created');
    assert.equal(
      text.slice(text.indexOf('"changes":'), text.indexOf('}],"hasMore"')),
      '"changes":[{"attribute":"__NAME","new":"N"},{"attribute":"__FAMILY","new":"F"},{"attribute":"PACKAGING","new":[{"__ID":"x","QUANTITY":10.50}]},{"attribute":"color","new":"red"},{"attribute":"9","new":"nine"},{"attribute":"price","new":[{"amount today":"1"}]}]',
    );
  });

  test('after several changes the creation still shows the first values', async () => {
    await server.insert([
      { id: 'busy', name: 'third', values: { color: 'blue', '9': 'kept' }, createdAt: '2026-01-01T00:00:00Z' },
    ]);
    await append(
      'busy',
      [
        { attribute: 'color', old: 'red', new: 'green' },
        { attribute: '__NAME', old: 'first', new: 'second' },
      ],
      `key:${server.key.keyId}`,
    );
    await append(
      'busy',
      [
        { attribute: 'color', old: 'green' },
        { attribute: 'price', old: [{ amount: '1' }] },
      ],
      'user:unknown',
    );
    await append('busy', [
      { attribute: 'color', new: 'blue' },
      { attribute: '__NAME', old: 'second', new: 'third' },
    ]);
    for (const limit of [1, 2, 3, 4, 50]) {
      const entries = await readAll('busy', limit);
      assert.deepEqual(
        entries.map((entry) => entry.kind),
        ['updated', 'updated', 'updated', 'created'],
        String(limit),
      );
      const created = entries[3]!;
      assert.equal(created.at, '2026-01-01T00:00:00.000Z');
      assert.deepEqual(created.changes, [
        { attribute: '__NAME', new: 'first' },
        { attribute: 'color', new: 'red' },
        { attribute: '9', new: 'kept' },
        { attribute: 'price', new: [{ 'amount today': '1' }] },
      ]);
      assert.deepEqual(
        entries.map((entry) => entry.actor.name),
        [null, null, 'shop of acme', null],
      );
      assert.equal(new Set(entries.map((entry) => entry.historyId)).size, 4);
    }
  });
});

describe('history: deletions', () => {
  test('a creation stays last if the clock of the changes was behind', async () => {
    await server.insert([{ id: 'skewed', values: { color: 'b' }, createdAt: '2099-01-01T00:00:00Z' }]);
    await append('skewed', [{ attribute: 'color', old: 'a', new: 'b' }]);
    for (const limit of [1, 2]) {
      const entries = await readAll('skewed', limit);
      assert.deepEqual(
        entries.map((entry) => entry.kind),
        ['updated', 'created'],
      );
      assert.deepEqual(entries[1]!.changes, [{ attribute: 'color', new: 'a' }]);
    }
  });

  test('a deleted product does not exist, and its history has all its values and its creation', async () => {
    await server.insert([
      { id: 'gone', name: 'G', values: { color: 'two' }, createdAt: '2026-01-01T00:00:00Z', createdBy: 'user:maker' },
    ]);
    await append('gone', [{ attribute: 'color', old: 'one', new: 'two' }]);
    const before = await readAll('gone', 50);
    assert.equal((await delete_('gone')).status, 204);
    assert.equal((await server.get('/gone')).status, 404);
    assert.equal((await delete_('gone')).status, 404);
    for (const limit of [1, 2, 50]) {
      const [deleted, ...rest] = await readAll('gone', limit);
      assert.deepEqual(rest, before);
      assert.equal(deleted!.kind, 'deleted');
      assert.deepEqual(deleted!.actor, { kind: 'key', id: server.key.keyId, name: 'shop of acme' });
      assert.deepEqual(deleted!.changes, [
        { attribute: '__NAME', old: 'G' },
        { attribute: 'color', old: 'two' },
      ]);
    }
  });

  test('the history of an id that is deleted and created again separates its lifetimes', async () => {
    for (const life of [1, 2, 3]) {
      await server.insert([{ id: 'cat', values: { color: `last ${life}` } }]);
      await append('cat', [{ attribute: 'color', old: `first ${life}`, new: `last ${life}` }]);
      if (life < 3) assert.equal((await delete_('cat')).status, 204);
    }
    for (const limit of [1, 3, 4, 50]) {
      const entries = await readAll('cat', limit);
      assert.equal(
        entries.map((entry) => `${entry.kind} ${String(entry.changes[0]?.new ?? entry.changes[0]?.old)}`).join(', '),
        'updated last 3, created first 3, deleted last 2, updated last 2, created first 2, deleted last 1, updated last 1, created first 1',
      );
    }
  });
});

describe('history: filters', () => {
  const jobs = { edit: systemClock.newId(), bulk: systemClock.newId() };
  const kindsOf = async (query: string) => {
    const { status, json, text } = await server.get(`/shared/history?${query}`);
    assert.equal(status, 200, text);
    return json.entries.map((entry: Entry & { origin?: string }) => `${entry.kind} ${entry.origin ?? ''}`.trim());
  };

  test('by actor and by the origin of the job, also the creation; the origin of an unknown job is missing', async () => {
    await server.insert([{ id: 'shared', values: { color: 'd' }, createdBy: 'user:anna' }]);
    for (const [origin, jobId] of Object.entries(jobs))
      await sql`
        insert into import_job (client_id, job_id, status, import_type, atomic, dry_run, format, durable, actor, origin)
        values ('acme', ${jobId}, 'Completed', 'merge', false, false, 'json', false, 'user:anna', ${origin})`.execute(
        server.database,
      );
    const change = (old: string, value: string) => [{ attribute: 'color', old, new: value }];
    const ids = [
      await append('shared', change('a', 'b'), 'user:anna'),
      await append('shared', change('b', 'c'), 'user:ben'),
      await append('shared', change('c', 'd'), 'user:ben'),
    ];
    for (const [at, jobId] of [jobs.edit, jobs.bulk, systemClock.newId()].entries())
      await sql`update product_history set job_id = ${jobId} where history_id = ${ids[at]}`.execute(server.database);
    assert.deepEqual(await kindsOf('limit=50'), ['updated', 'updated bulk', 'updated edit', 'created']);
    assert.deepEqual(await kindsOf('actor=user:ben'), ['updated', 'updated bulk']);
    assert.deepEqual(await kindsOf('actor=user:anna'), ['updated edit', 'created']);
    assert.deepEqual(await kindsOf('actor=user:anna&limit=1'), ['updated edit']);
    assert.deepEqual(await kindsOf('actor=user:anna&origin=bulk'), []);
    assert.deepEqual(await kindsOf('origin=edit'), ['updated edit']);
    assert.deepEqual(await kindsOf(`actor=user:ben&startingAfter=${ids[2]}`), ['updated bulk']);
    const { json } = await server.get('/shared/history/actors');
    assert.deepEqual(json.actors, [
      { kind: 'user', id: 'anna', name: null },
      { kind: 'user', id: 'ben', name: null },
    ]);
  });

  test('of a long history looks at 5,000 changes for a page, and the next page continues there', async () => {
    await server.insert([
      { id: 'long', values: { color: 'z' }, createdBy: 'user:anna', createdAt: '2020-01-01T00:00:00Z' },
    ]);
    await sql`
      insert into product_history (client_id, product_id, history_id, kind, actor, changes)
      select 'acme', 'long', ('01970000-0000-7000-8000-' || lpad(to_hex(step), 12, '0'))::uuid, 'updated', 'user:ben', '[]'
      from generate_series(1, 5200) as steps (step)`.execute(server.database);
    const first = await server.get('/long/history?actor=user:anna');
    assert.deepEqual([first.json.entries, first.json.hasMore], [[], true]);
    const second = await server.get(`/long/history?actor=user:anna&startingAfter=${first.json.next}`);
    assert.deepEqual(
      [second.json.entries.map((entry: Entry) => entry.kind), second.json.hasMore],
      [['created'], false],
    );
  });

  test('of an origin that does not exist is refused, and of a product that does not exist is not found', async () => {
    const refused = await server.get('/shared/history?origin=magic');
    assert.deepEqual([refused.status, refused.json.code], [400, 'invalid-parameter']);
    assert.equal((await server.get('/never/history/actors')).status, 404);
    assert.equal((await server.get('/never/history?actor=user:anna')).status, 404);
  });
});

describe('history: order and cursors', () => {
  test('a deletion sorts after changes whose ids come from a clock ahead of this one', async () => {
    await server.insert([{ id: 'ahead', values: { color: 'x' } }]);
    await append('ahead', [{ attribute: 'color', new: 'x' }], 'system:test', 'ffffffff-0000-7000-8000-000000000000');
    await delete_('ahead');
    assert.deepEqual(
      (await readAll('ahead', 1)).map((entry) => entry.kind),
      ['deleted', 'updated', 'created'],
    );
  });

  test('a malformed cursor is refused; a cursor that is no entry continues from its position', async () => {
    const refused = await server.get('/busy/history?startingAfter=yesterday');
    assert.deepEqual([refused.status, refused.json.code], [400, 'unknown-cursor']);
    const { json } = await server.get('/busy/history?startingAfter=00000000-0000-7000-8000-000000000000');
    assert.deepEqual(json, { entries: [], hasMore: false, next: null });
    assert.equal((await server.get('/never/history?startingAfter=00000000-0000-7000-8000-000000000000')).status, 404);
  });

  test('of two concurrent deletions of a product one succeeds', async () => {
    await server.insert([{ id: 'raced', values: { color: 'x' } }]);
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => delete_('raced')))).map((answer) => answer.status);
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [204, 404, 404, 404],
    );
    assert.deepEqual(
      (await readAll('raced', 50)).map((entry) => entry.kind),
      ['deleted', 'created'],
    );
  });
});
