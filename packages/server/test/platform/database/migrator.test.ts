import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { openDatabase, transaction } from '../../../src/platform/core.ts';
import { listMigrations, migrate, migrateWithin } from '../../../src/platform/database/migrator.ts';
import { StartRefusedError } from '../../../src/platform/start-refused.ts';
import { createTestDatabase } from '../../test-database.ts';

test('A database that a newer program has brought up to date is refused in one sentence.', async () => {
  await using database = await createTestDatabase();
  assert.deepEqual(await migrate(database.connectionString), []);
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query(`insert into schema_migration (name, timestamp) values ('9999_later', now()::text)`);
  await client.end();
  await assert.rejects(
    migrate(database.connectionString),
    (error) => error instanceof StartRefusedError && /newer Pimento.*"9999_later"/.test(error.message),
  );
});

test('A database that has later migrations gets an earlier one that was added since.', async () => {
  await using database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const added = ['0129_exact_number_order', '0132_undone_changes'];
  await client.query(`
    insert into client (client_id, name) values ('acme', 'Acme');
    insert into product_order (client_id, field, kind, used_at)
    values ('acme', 'weight', 'number', now()), ('acme', 'color', 'exact', now());
    drop function exact_order_number;
    drop function is_cancelled_out`);
  await client.query('delete from schema_migration where name = any($1)', [added]);
  assert.deepEqual(await migrate(database.connectionString), added);
  const { rows } = await client.query(
    'select kind, field, exact_order_number($1) as key from product_order order by kind',
    ['7'],
  );
  await client.end();
  assert.deepEqual(
    rows.map(({ kind, field }) => [kind, field]),
    [
      ['exact', 'color'],
      ['number', null],
    ],
    'keys of numbers are built again',
  );
  assert.match(rows[0].key, /^1[0-9a-f]{16}5$/);
});

test('A migration that fails inside a transaction leaves no lock in the session.', async () => {
  await using database = await createTestDatabase();
  const { connectionString } = database;
  await using handle = openDatabase({ connectionString, max: 1, name: 'test', onError: () => undefined });
  const names = await listMigrations();
  const migrating = transaction(handle.kysely, async (opened) => {
    await sql`delete from schema_migration`.execute(opened);
    await migrateWithin(opened, names);
  });
  await assert.rejects(migrating, /already exists/);
  const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`.execute(
    handle.kysely,
  );
  assert.deepEqual(rows, []);
});
