import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { type DatabaseHandle, openDatabase } from '../../../src/platform/index.ts';
import type { DatabaseOptions } from '../../../src/platform/database/database.ts';
import { createTestDatabase } from '../../test-database.ts';

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
let handle: DatabaseHandle;

before(async () => {
  testDatabase = await createTestDatabase();
  const { connectionString } = testDatabase;
  handle = openDatabase({ connectionString, max: 1, name: 'test', onError: () => undefined, prepared: true });
});
after(async () => {
  await handle.close();
  await testDatabase[Symbol.asyncDispose]();
});

test('the compiler rejects a pool with prepared statements that copies rows, because it could not copy them', () => {
  const choices: Partial<DatabaseOptions>[] = [
    { prepared: true },
    { copies: true },
    // @ts-expect-error one pool cannot do both
    { prepared: true, copies: true },
  ];
  assert.equal(choices.length, 3);
});

const readName = (clientId: string) =>
  sql<{ name: string }>`select client.name from client where client.client_id = ${clientId}`.execute(handle.kysely);

test('a prepared connection plans a statement once, whatever its parameters, and answers as any other does', async () => {
  await sql`insert into client (client_id, name) values ('a', 'Ann'), ('b', 'Bea')`.execute(handle.kysely);
  const names = [];
  for (const clientId of ['a', 'b', 'c', 'a']) names.push((await readName(clientId)).rows[0]?.name);
  assert.deepEqual(names, ['Ann', 'Bea', undefined, 'Ann']);
  const { rows } = await sql<{ plans: number; customPlans: number }>`
    select pg_prepared_statements.generic_plans as plans, pg_prepared_statements.custom_plans as "customPlans"
    from pg_prepared_statements
    where pg_prepared_statements.statement like 'select client.name%'`.execute(handle.kysely);
  assert.deepEqual(rows, [{ plans: 4, customPlans: 0 }]);
});

test('a plan that is made while a table is empty finds rows by the index, so that it stays right when the table grows', async () => {
  await sql`create table grown (id integer primary key)`.execute(handle.kysely);
  await sql`vacuum (analyze) grown`.execute(handle.kysely);
  const explain = sql<{
    'QUERY PLAN': string;
  }>`explain select grown.id from grown where grown.id > 5 order by grown.id limit 3`;
  const { rows } = await explain.execute(handle.kysely);
  assert.match(rows.map((row) => row['QUERY PLAN']).join('\n'), /Index Only Scan using grown_pkey/);
});

test('a statement that fails does so alone: the next ones on the connection work', async () => {
  await assert.rejects(sql`select 1 / ${0}::integer as n`.execute(handle.kysely), /division by zero/);
  await assert.rejects(sql`select nonsense.id from nonsense`.execute(handle.kysely), /does not exist/);
  const { rows } = await sql<{ n: number }>`select 6 / ${3}::integer as n`.execute(handle.kysely);
  assert.deepEqual(rows, [{ n: 2 }]);
  assert.equal((await readName('a')).rows[0]?.name, 'Ann');
});
