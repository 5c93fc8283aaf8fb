import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type PostgresPoolClient, sql } from 'kysely';
import { openDatabase } from '../../../src/platform/core.ts';
import { createDatabasePulse, guardPool } from '../../../src/platform/database/database-pulse.ts';
import { createTestDatabase } from '../../test-database.ts';

const testDatabase = await createTestDatabase();
after(() => testDatabase[Symbol.asyncDispose]());

test('A statement may take as long as it needs while the database answers others.', async () => {
  await using opened = openDatabase({
    connectionString: testDatabase.connectionString,
    max: 2,
    name: 'test',
    onError: () => undefined,
  });
  const { rows } = await sql<{ slept: number }>`select 1 as slept from pg_sleep(6)`.execute(opened.kysely);
  assert.deepEqual(rows, [{ slept: 1 }]);
});

test('When the database is silent, statements and waits for a connection fail, their connection is closed, and later ones fail at once.', async () => {
  // The timers of the pulse do not keep a process alive, so this timer does.
  const alive = setInterval(() => undefined, 1_000);
  let answers = false;
  using pulse = createDatabasePulse({ ask: () => Promise.resolve(answers), [Symbol.dispose]: () => undefined });
  const never = Promise.withResolvers<never>().promise;
  const released: (boolean | undefined)[] = [];
  let connections = 0;
  const pool = guardPool(
    {
      options: {},
      end: () => Promise.resolve(),
      connect: () => {
        connections += 1;
        if (connections > 1) return never;
        const query = (() => never) as unknown as PostgresPoolClient['query']; // the test needs no overload for cursors
        return Promise.resolve({ query, release: (destroy?: boolean) => void released.push(destroy) });
      },
    },
    pulse,
  );
  const client = await pool.connect();
  const failed = await Promise.allSettled([client.query('select 1', []), pool.connect()]);
  assert.deepEqual(
    failed.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  client.release();
  assert.deepEqual(released, [true], 'closed once, not returned');
  await assert.rejects(pool.connect(), /stopped answering/);
  assert.equal(connections, 2);
  answers = true;
  while (pulse.isSilent) await new Promise((resolve) => setTimeout(resolve, 10));
  clearInterval(alive);
});
