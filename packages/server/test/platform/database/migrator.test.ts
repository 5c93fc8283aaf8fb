import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { migrate } from '../../../src/platform/database/migrator.ts';
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
