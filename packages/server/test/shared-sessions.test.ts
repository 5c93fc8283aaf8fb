import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { hasAgeIndex } from '../src/catalog/history/history-index-store.ts';
import { findSessions } from '../src/platform/index.ts';
import { formOf } from './assets/asset-server.ts';
import { ask, type GatewayWorld, startGatewayWorld } from './channels/gateway-world.ts';
import { makeDataFolder, startProgram } from './pimento-program.ts';
import { pgbouncer, startPgBouncer } from './platform/database/pgbouncer.ts';
import { createTestDatabase } from './test-database.ts';

// The tests use a real PgBouncer in transaction mode. Most of them run requests concurrently, so that PgBouncer runs the transactions of
// one connection in different sessions of PostgreSQL.
const withPgBouncer = { skip: pgbouncer === undefined && 'PgBouncer is not installed: apt-get install pgbouncer' };

const resources = new AsyncDisposableStack();
let world: GatewayWorld;
let direct: string;
let pooled: string;
before(async () => {
  if (pgbouncer === undefined) return;
  direct = resources.use(await createTestDatabase()).connectionString;
  const pooler = resources.use(await startPgBouncer(direct, 'transaction'));
  pooled = await findSessions(pooler.connectionString);
  world = resources.use(await startGatewayWorld({ connectionString: pooled, historyDays: 31 }));
});
after(() => resources.disposeAsync());

test('the index of the history by age is created behind a pooler', withPgBouncer, async () => {
  const { database, retention } = world.service;
  await retention.history.drain();
  assert.equal(await hasAgeIndex(database), true);
});

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Runs `work` `rounds` times in each of `count` concurrent loops. Returns the results of all runs. */
async function loops<T>(
  count: number,
  rounds: number,
  work: (loop: number, round: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  await Promise.all(
    times(count).map(async (loop) => {
      for (const round of times(rounds)) results.push(await work(loop, round));
    }),
  );
  return results;
}

async function query<T extends pg.QueryResultRow>(connectionString: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Returns the changed settings and the temporary tables that are left in the pooler's sessions. Open transactions make each connection use
 * a separate session.
 */
async function listRemains(): Promise<string[]> {
  const clients = times(8).map(() => new pg.Client({ connectionString: pooled }));
  const found = new Set<string>();
  try {
    for (const client of clients) {
      await client.connect();
      await client.query('begin');
      const { rows } = await client.query<{ name: string }>(`
        select name from pg_settings where source = 'session' and name !~ '^(application_name|client_encoding|pimento\\.)'
        union all
        select relname from pg_class where relpersistence = 't' and pg_table_is_visible(oid)`);
      for (const { name } of rows) found.add(name);
    }
  } finally {
    for (const client of clients) await client.end();
  }
  return [...found];
}

test('no import that was answered is lost while dry runs and edits run beside it', withPgBouncer, async () => {
  const client = await world.service.client('busy');
  await client.importProducts([{ __ID: 'edited', color: '0' }]);
  const answered: string[] = [];
  await Promise.all([
    loops(4, 8, async (loop, round) => {
      const productId = `p-${loop}-${round}`;
      const { status, body } = await client.importProducts([{ __ID: productId, color: 'red' }]);
      assert.deepEqual([status, body.created], [200, 1]);
      answered.push(productId);
    }),
    loops(3, 4, async (loop, round) => {
      const tried = [
        { __ID: `dry-${loop}-${round}`, [`new ${loop}`]: 'x' },
        { __ID: 'edited', color: 'dry' },
      ];
      const { status, body } = await client.importProducts(tried, '?dryRun=true');
      assert.deepEqual([status, body.created, body.updated, body.rejected], [200, 1, 1, 0]);
    }),
    loops(1, 8, async (_, round) => {
      const { status } = await client.importProducts([{ __ID: 'edited', color: String(round) }], '?origin=edit');
      assert.equal(status, 200);
    }),
  ]);
  const exported = await client.exported();
  assert.deepEqual([...exported.keys()].toSorted(), ['edited', ...answered].toSorted());
  assert.equal(exported.get('edited')?.['color'], '7');
  const defined = await ask(client, 'GET', '/api/datastandards/v1/datastandards/attributes');
  assert.doesNotMatch(JSON.stringify(defined), /new \d/);
  assert.deepEqual(await listRemains(), []);
});

test(
  'atomic and stored imports, searches, sorted exports and tables work at the same time',
  withPgBouncer,
  async () => {
    const client = await world.service.client('mixed');
    const products = (loop: number) =>
      times(300).map((index) => ({ __ID: `${loop}-${index}`, size: String((index * 7) % 300) }));
    const counts = await Promise.all(
      ['?atomic=true', '', '?atomic=true', ''].map(async (how, loop) => {
        const { body } = await client.importProducts(products(loop), how);
        return body.created as number;
      }),
    );
    assert.deepEqual(counts, [300, 300, 300, 300]);
    const body = JSON.stringify({ products: products(4) });
    const stored = await client.importBody(body, { headers: { prefer: 'respond-async' } });
    assert.equal(stored.status, 202, stored.text);
    await world.service.searchIndexing.drain();
    const seen = await Promise.all([
      ask(client, 'GET', '/api/products/v1/products?text=0-17&limit=5').then((page) => page.products.length > 0),
      client.call('GET', '/api/products/v1/products/export?sort=-size').then(({ text }) => text.includes('"299"')),
      client.call('GET', '/api/products/v1/export-table?format=csv').then(({ text }) => text.includes('3-299')),
      ask(client, 'GET', '/api/products/v1/products?where=size%3D299&limit=100').then(
        (page) => page.products.length >= 4,
      ),
    ]);
    assert.deepEqual(seen, [true, true, true, true]);
    assert.deepEqual(await listRemains(), []);
  },
);

test(
  'events are polled once and in order while submits write them, and files are uploaded beside them',
  withPgBouncer,
  async () => {
    const { service } = world;
    const adapter = await world.adapter('shop');
    const client = await service.client('seller');
    await world.connect(client, adapter, 'shop');
    await client.importProducts(times(6).map((index) => ({ __ID: `s-${index}`, x: '1' })));
    await client.define([
      { id: 'logo', name: 'Logo', compositeAttribute: null, type: { id: 'asset', multiValue: false } },
    ]);
    await client.importProducts([{ __ID: 's-0', logo: 'logo-1' }]);
    const polled: string[] = [];
    const poll = async () => {
      const { events } = await ask(adapter, 'GET', '/external/events?limit=2&autoAck=true');
      for (const event of events) polled.push(event.data.submissionId);
    };
    const submitted: string[] = [];
    await Promise.all([
      loops(3, 5, async (loop) => {
        const { submissionId } = await ask(client, 'POST', '/api/submit/v1/channels/shop/products', [`s-${loop}`], 202);
        submitted.push(submissionId);
      }),
      loops(2, 8, poll),
      loops(1, 4, async () => {
        const { body, type } = formOf([{ bytes: new Uint8Array(Buffer.from('a logo')), name: 'logo.txt' }]);
        const path = '/api/asset/v1/assets/upload?assetId=logo-1';
        const { status, text } = await client.call('POST', path, { headers: { 'content-type': type }, body });
        assert.equal(status, 200, text);
      }),
    ]);
    while (polled.length < submitted.length) await poll();
    assert.deepEqual(polled.toSorted(), submitted.toSorted());
    assert.deepEqual(await listRemains(), []);
  },
);

test('old days of the event stream are dropped', withPgBouncer, async () => {
  await query(direct, `select ensure_event_partition('2001-02-03')`);
  await world.service.eventRetention.drain();
  const left = await query<{ name: string | null }>(direct, `select to_regclass('event_20010203')::text as name`);
  assert.deepEqual(left, [{ name: null }]);
});

test('a service starts with an empty database, and its migrations leave no lock behind', withPgBouncer, async () => {
  await using database = await createTestDatabase('template0');
  await using pooler = await startPgBouncer(database.connectionString, 'transaction');
  await using folder = await makeDataFolder();
  await using program = await startProgram(folder.data, 0, { PIMENTO_DATABASE_URL: pooler.connectionString });
  assert.ok(program.baseUrl, program.stderr());
  const client = await program.demo();
  assert.equal((await client.importProducts([{ __ID: '1' }])).body.created, 1);
  // 897169763 is the upper half of the key with which Kysely locks migrations
  const locks = await query<{ count: number }>(
    database.connectionString,
    `select count(*)::integer as count
     from pg_locks
     where locktype = 'advisory'
       and objsubid = 1
       and classid = 897169763
       and database = (select oid from pg_database where datname = current_database())`,
  );
  assert.deepEqual(locks, [{ count: 0 }]);
});
