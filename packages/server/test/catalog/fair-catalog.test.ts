import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import { transaction } from '../../src/platform/index.ts';
import { type CatalogServer, startCatalogServer } from './catalog-server.ts';

/** Maximum number of searches, and of pages of exports, that one client runs at the same time. */
const share = Math.floor(Math.max(2, availableParallelism()) / 2);
/** A client can have three of the four concurrent exports. At most `share` of them read a page at the same time. */
const runningExports = Math.min(3, share);
const list = '/api/products/v1/products';
const held = 'text=held';
const requests: ClientRequest[] = [];
let server: CatalogServer;

before(async () => {
  server = await startCatalogServer();
  await server.insert([{ id: 'a', name: 'held' }]);
  await server.insert([{ id: 'b', name: 'held' }], 'other');
  // A statement that searches for "held" waits until the test releases the lock, so that the test does not depend on durations.
  await sql`create sequence dropped`.execute(server.database);
  await sql`
    create or replace function fold_text(given text) returns text language plpgsql immutable as $$
    begin
      if given = 'dropped' then perform nextval('dropped'); end if;
      if given = 'held' then
        -- until the end of the transaction: a cancelled statement would keep a lock of its session
        perform pg_advisory_xact_lock_shared(1);
      end if;
      return lower(given);
    end $$`.execute(server.database);
});
after(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  for (const one of requests.splice(0)) one.destroy();
});

/** Blocks all statements that search for "held" while the work runs. */
function holding(work: () => Promise<void>): Promise<void> {
  return transaction(server.database, async (opened) => {
    await sql`select pg_advisory_xact_lock(1)`.execute(opened);
    await work();
  });
}

/** Sends a request without waiting for the response. The promise resolves with the status, or with undefined if there is no response. */
function send(path: string): Promise<number | undefined> {
  const sent = request({
    host: '127.0.0.1',
    port: server.port,
    path,
    agent: false,
    headers: { authorization: `Bearer ${server.key.secret}` },
  });
  requests.push(sent);
  sent.on('response', (answer) => answer.resume());
  sent.end();
  return once(sent, 'response').then(
    ([answer]) => (answer as { statusCode?: number }).statusCode, // Node.js documents these arguments
    () => undefined,
  );
}

/** Resolves when exactly `count` statements are blocked. */
async function untilHeld(count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ held: number }>`
      select count(*)::int as held
      from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(server.database);
    if (rows[0]?.held === count) return;
    await sleep(5);
  }
}

/** Resolves when the other client has received three responses. By then, the server has read all requests that arrived earlier. */
async function answerOther(): Promise<void> {
  for (let count = 0; count < 3; count++)
    assert.equal((await server.call('GET', `${list}?text=b`, server.otherKey.secret)).status, 200);
}

describe('Between clients', () => {
  test('a client whose searches take long leaves the other cores to searches of others', async () => {
    await holding(async () => {
      for (let count = 0; count < share + 5; count++) void send(`${list}?${held}`);
      await untilHeld(share);
      const answer = await server.call('GET', `${list}?text=b`, server.otherKey.secret);
      assert.equal(answer.json.products.length, 1);
      await untilHeld(share);
    });
  });

  test('a client whose exports take long leaves places and turns to exports of others', async () => {
    await holding(async () => {
      for (let count = 0; count < 6; count++) void send(`${list}/export?${held}`);
      await untilHeld(runningExports);
      const answer = await server.call('GET', `${list}/export`, server.otherKey.secret);
      assert.match(answer.text, /^{"__ID":"b",/);
      await untilHeld(runningExports);
    });
  });
});

describe('Work whose caller has left', () => {
  test('is not begun if it still waits for its turn', async () => {
    await untilHeld(0);
    await holding(async () => {
      for (let count = 0; count < share; count++) void send(`${list}?${held}`);
      await untilHeld(share);
      for (let count = 0; count < 20; count++) void send(`${list}?text=dropped`);
      await answerOther();
      for (const one of requests.splice(share)) one.destroy();
      await answerOther();
    });
    // Searches of a client begin in the order in which they arrive. The response to this last search therefore proves that the searches
    // before it will not begin any more.
    assert.equal(await send(`${list}?text=a`), 200);
    const { rows } = await sql`select is_called from dropped`.execute(server.database);
    assert.deepEqual(rows, [{ is_called: false }]);
  });

  test('leaves its place and its place in the queue to the next exports', async () => {
    await untilHeld(0);
    await holding(async () => {
      // three exports run and four wait
      const first = Array.from({ length: 8 }, () => send(`${list}/export?${held}`));
      assert.equal(await Promise.race(first), 429);
      for (const one of requests.splice(0)) one.destroy();
      await untilHeld(0);
      const next = Array.from({ length: 7 }, () => send(`${list}/export?${held}`));
      await untilHeld(runningExports);
      await answerOther();
      assert.equal(await Promise.race([...next, sleep(0)]), undefined);
      assert.equal(await send(`${list}/export`), 429);
    });
  });
});
