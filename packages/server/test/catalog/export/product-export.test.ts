import assert from 'node:assert/strict';
import { on, once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { after, before, describe, test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { createExporter } from '../../../src/catalog/export/export-service.ts';
import { clientIdOf, createLog, transaction } from '../../../src/platform/index.ts';
import { type CatalogServer, query, startCatalogServer } from '../catalog-server.ts';

const path = '/api/products/v1/products/export';
let server: CatalogServer;
before(async () => {
  server = await startCatalogServer();
  await server.define([{ id: 'color' }, { id: '7' }, { id: 'text' }]);
});
after(() => server[Symbol.asyncDispose]());

/** Inserts many products of the client `acme` with one statement. */
async function fill(count: number): Promise<void> {
  await sql`
    insert into product (client_id, product_id, name, "values", created_by)
    select 'acme', 'n' || lpad(n::text, 7, '0'), 'Product ' || n,
      jsonb_build_object('color', 'blue', '7', n::text) || (
        select jsonb_object_agg('text' || k, repeat('lorem ipsum ' || n || ' ', 4)) from generate_series(1, 20) as k
      ),
      'system:test'
    from generate_series(1, ${count}::int) as n`.execute(server.database);
}

async function openExport(parameters = ''): Promise<IncomingMessage> {
  const call = request({
    host: '127.0.0.1',
    port: server.port,
    path: path + parameters,
    agent: false,
    headers: headersOf(server),
  });
  call.end();
  call.on('error', () => undefined);
  const [response] = (await once(call, 'response')) as [IncomingMessage]; // Node.js documents these arguments
  return response;
}

/** Resolves when no other connection to the database has an open transaction. */
async function untilNothingIsOpen(): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open
      from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(server.database);
    if (rows[0]?.open === 0) return;
  }
}

/** Returns the name and the id of the product in a line of an export. */
function sortKeyOf(line: string): string {
  const product = JSON.parse(line) as { __ID: string; __NAME: string }; // each line is one product
  return `${product.__NAME}\0${product.__ID}`;
}

const headersOf = ({ key }: CatalogServer) => ({ authorization: `Bearer ${key.secret}` });

/** Resolves when exactly `count` export statements are waiting for a lock. */
async function untilWaiting(count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting
      from pg_stat_activity
      where datname = current_database()
        and application_name like '%exports%'
        and wait_event_type = 'Lock'`.execute(server.database);
    if (rows[0]?.waiting === count) return;
  }
}

describe('an export: content', () => {
  test('an empty catalogue is an empty body', async () => {
    const answer = await server.call('GET', path);
    assert.deepEqual([answer.status, answer.type, answer.text], [200, 'application/x-ndjson', '']);
  });

  test('every product is one line, equal to its product in a list, in id order', async () => {
    await fill(2_500);
    const answer = await server.call('GET', path);
    const lines = answer.text.trimEnd().split('\n');
    const listed: string[] = [];
    let next: string | null = null;
    do {
      const { text, json } = await server.get(
        query({ limit: '1000', ...(next === null ? {} : { startingAfter: next }) }),
      );
      assert.ok(text.includes(lines[listed.length]!));
      listed.push(...json.products.map((record: { product: unknown }) => JSON.stringify(record.product)));
      next = json.next;
    } while (next !== null);
    assert.deepEqual(
      lines.map((line) => JSON.stringify(JSON.parse(line))),
      listed,
    );
    assert.ok(lines[0]!.startsWith('{"__ID":"n0000001","__NAME":"Product 1","color":"blue","7":"1",'), lines[0]);
  });

  test('filters and fields restrict it, and an invalid one is refused before anything is sent', async () => {
    const answer = await server.call('GET', `${path}${query({ where: '7=42', fields: 'color' })}`);
    assert.equal(answer.text, '{"__ID":"n0000042","color":"blue"}\n');
    const refused = await server.call('GET', `${path}${query({ where: 'nope=1' })}`);
    assert.deepEqual([refused.status, refused.json.code], [400, 'invalid-parameter']);
    await untilNothingIsOpen();
  });

  test('HEAD returns the headers only and leaves nothing open', async () => {
    const answer = await server.call('HEAD', path);
    assert.deepEqual([answer.status, answer.type, answer.text], [200, 'application/x-ndjson', '']);
    await untilNothingIsOpen();
  });

  test('it contains the catalogue as it was at the start, regardless of later changes', async () => {
    await fillMore(20_000);
    const [response, sorted] = [await openExport(), await openExport('?sort=-__NAME')];
    await Promise.all([once(response, 'readable'), once(sorted, 'readable')]);
    await sql`update product set name = 'changed' where product.client_id = 'acme'`.execute(server.database);
    await sql`delete from product where product.client_id = 'acme' and product.product_id > 'n0010000'`.execute(
      server.database,
    );
    await server.insert([{ id: 'zzz' }]);
    let text = '';
    for await (const chunk of response) text += String(chunk);
    assert.equal(text.split('\n').length - 1, 22_500);
    assert.ok(!text.includes('changed') && !text.includes('zzz'));
    const inOrder = text.trimEnd().split('\n').map(sortKeyOf).toSorted().toReversed();
    let sortedText = '';
    for await (const chunk of sorted) sortedText += String(chunk);
    assert.deepEqual(sortedText.trimEnd().split('\n').map(sortKeyOf), inOrder);
  });
});

const log = createLog('silent');
const limits = { concurrent: 4, stallMs: 60_000, waitMs: 60_000 };

describe('an export: its end and its limits', () => {
  test('if the caller disconnects, the export ends and releases its connection', async () => {
    await fillMore(30_000);
    const response = await openExport();
    await once(response, 'readable');
    response.destroy();
    await untilNothingIsOpen();
  });

  test('an error in the middle closes the connection instead of ending the answer', async () => {
    const response = await openExport();
    await once(response, 'readable');
    await sql`
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(server.database);
    await assert.rejects(async () => {
      for await (const _ of response);
    }, /aborted/);
    assert.equal((await server.get('?limit=1')).status, 200);
  });

  test('an export that is not read any further is aborted, and concurrent exports are limited', async () => {
    await using exporter = createExporter({ ...server, log }, { concurrent: 1, stallMs: 50, waitMs: 5 });
    const { stream } = await exporter.open(clientIdOf('acme'), { query: {} });
    await assert.rejects(exporter.open(clientIdOf('acme'), { query: {} }), { code: 'too-many-requests' });
    stream.read();
    const [error] = await once(stream, 'error');
    assert.match(String(error), /stopped reading/);
    await untilNothingIsOpen();
    const { stream: again } = await exporter.open(clientIdOf('acme'), { query: {} });
    again.destroy();
    await once(again, 'close');
    await untilNothingIsOpen();
  });

  test('if the caller disconnects in the middle of a statement, the statement is cancelled', async () => {
    await transaction(server.database, async (locked) => {
      await sql`lock table product in access exclusive mode`.execute(locked);
      const call = request({ host: '127.0.0.1', port: server.port, path, agent: false, headers: headersOf(server) });
      call.on('error', () => undefined);
      call.end();
      await untilWaiting(1);
      call.destroy();
      await untilWaiting(0);
    });
  });
});

describe('an export: its turn and its thread', () => {
  test('an export that still waits for its turn when its caller leaves takes no turn', async () => {
    await using exporter = createExporter({ ...server, log }, { ...limits, concurrent: 1 });
    const { stream: running } = await exporter.open(clientIdOf('acme'), { query: {} });
    const leaving = new AbortController();
    const waiting = exporter.open(clientIdOf('acme'), { query: {} }, leaving.signal);
    leaving.abort(new Error('the caller left'));
    await assert.rejects(waiting, /the caller left/);
    const next = exporter.open(clientIdOf('acme'), { query: {} });
    running.destroy();
    (await next).stream.destroy();
    await untilNothingIsOpen();
  });

  test('if the thread dies, its exports end with an error, and the next export runs in a new thread', async () => {
    await using exporter = createExporter({ ...server, log }, limits);
    const first = nextThread();
    const { stream: running } = await exporter.open(clientIdOf('acme'), { query: {} });
    void (await first).terminate();
    await assert.rejects(async () => {
      for await (const _ of running);
    }, /The export stopped because of a fault on our side/);

    const second = nextThread();
    await transaction(server.database, async (locked) => {
      await sql`lock table product in access exclusive mode`.execute(locked);
      const starting = exporter.open(clientIdOf('acme'), { query: {} });
      const refused = assert.rejects(starting, { code: 'internal-error', params: { kind: 'export' }, status: 500 });
      await untilWaiting(1);
      void (await second).terminate();
      await refused;
    });
    const { stream: again } = await exporter.open(clientIdOf('acme'), { query: {} });
    again.destroy();
    await untilNothingIsOpen();
  });

  test('memory stays constant and the rate is high over 100,000 products', async (t) => {
    await sql`delete from product where product.client_id = 'acme'`.execute(server.database);
    await fill(100_000);
    await sql`analyze product`.execute(server.database);
    const begin = performance.now();
    let peak = 0;
    let lines = 0;
    let bytes = 0;
    for await (const chunk of await openExport()) {
      const buffer = chunk as Buffer; // the response has no encoding set
      bytes += buffer.length;
      for (let at = buffer.indexOf(10); at >= 0; at = buffer.indexOf(10, at + 1)) lines += 1;
      peak = Math.max(peak, process.memoryUsage().rss);
    }
    const seconds = (performance.now() - begin) / 1000;
    assert.equal(lines, 100_000);
    t.diagnostic(
      `${Math.round(lines / seconds)} products/s, ${Math.round(bytes / seconds / 1e6)} MB/s, ${Math.round(bytes / lines)} bytes each, peak RSS ${Math.round(peak / 1e6)} MB`,
    );
  });
});

/** Returns the next export thread that starts. Threads for other work may start at any time. */
async function nextThread(): Promise<Worker> {
  for await (const started of on(process, 'worker')) {
    const [worker] = started as [Worker]; // Node.js documents these arguments
    if (worker.threadName === 'exports') return worker;
  }
  throw new Error('No thread started.');
}

async function fillMore(count: number): Promise<void> {
  await sql`
    insert into product (client_id, product_id, name, "values", created_by)
    select 'acme', 'q' || lpad(n::text, 7, '0'), 'Product ' || n, jsonb_build_object('color', repeat('x', 1000)), 'system:test'
    from generate_series(1, ${count}::int) as n
    on conflict do nothing`.execute(server.database);
}
