import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { isDatabaseUnavailable, openDatabase, transaction } from '../../../src/platform/core.ts';
import type { DatabaseHandle, DatabaseOptions } from '../../../src/platform/database/database.ts';
import { idleTransactionMs } from '../../../src/platform/database/session-settings.ts';
import { openSnapshot } from '../../../src/platform/database/transaction.ts';
import { createTestDatabase } from '../../test-database.ts';
import { startSwallowingProxy } from './swallowing-proxy.ts';

const testDatabase = await createTestDatabase();
after(() => testDatabase[Symbol.asyncDispose]());

const open = (options: Partial<DatabaseOptions> = {}): DatabaseHandle =>
  openDatabase({
    connectionString: testDatabase.connectionString,
    max: 2,
    name: 'test',
    onError: () => undefined,
    ...options,
  });

const unavailable = (error: unknown) => isDatabaseUnavailable(error);

async function settingOf({ kysely }: Pick<DatabaseHandle, 'kysely'>, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(kysely);
  return rows[0]?.value;
}

test('a process that stops in a transaction loses its locks after a time limit, and its transaction is refused as unavailable', async () => {
  await using halted = open({ settings: { idle_in_transaction_session_timeout: '150ms' } });
  await using other = open();
  await sql`create table held (id integer primary key, written_by text)`.execute(other.kysely);
  await sql`insert into held values (1, 'nothing')`.execute(other.kysely);
  const locked = Promise.withResolvers<void>();
  const mayGoOn = Promise.withResolvers<void>();
  const halting = transaction(halted.kysely, async (opened) => {
    await sql`update held set written_by = 'halted'`.execute(opened);
    locked.resolve();
    await mayGoOn.promise;
    await sql`select 1`.execute(opened);
  });
  await locked.promise;
  await sql`update held set written_by = 'other'`.execute(other.kysely);
  mayGoOn.resolve();
  await assert.rejects(halting, unavailable);
  const { rows } = await sql`select written_by from held`.execute(other.kysely);
  assert.deepEqual(rows, [{ written_by: 'other' }]);
  assert.equal(await settingOf(halted, 'application_name'), 'test', 'the pool has opened another connection');
});

test('each connection notices a lost machine, and only a snapshot may wait longer for its reader', async () => {
  for (const prepared of [false, true]) {
    await using opened = open({ prepared });
    assert.equal(await settingOf(opened, 'idle_in_transaction_session_timeout'), `${idleTransactionMs / 1_000}s`);
    assert.equal(await settingOf(opened, 'plan_cache_mode'), prepared ? 'force_generic_plan' : 'auto');
  }
  // connects over TCP, because a unix socket has no TCP settings
  await using proxy = await startSwallowingProxy(testDatabase.connectionString);
  await using opened = open({ connectionString: proxy.connectionString });
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings where name ~ '^tcp_(keepalives|user_timeout)' and source = 'session'`.execute(
    opened.kysely,
  );
  assert.equal(rows.length, 4);
  await using snapshot = await openSnapshot(opened.kysely);
  const limit = await settingOf({ kysely: snapshot.transaction }, 'idle_in_transaction_session_timeout');
  assert.equal(limit, '1h');
});

test('a pool whose connections the network has lost silently refuses its statements, and works again with new connections', async () => {
  await using proxy = await startSwallowingProxy(testDatabase.connectionString);
  const pulse = { slowMs: 100, silentMs: 500, renewMs: 700 };
  await using opened = open({ connectionString: proxy.connectionString, pulse });
  // one connection is in use, one is idle
  await using snapshot = await openSnapshot(opened.kysely);
  await sql`select 1`.execute(opened.kysely);
  proxy.swallow();
  await assert.rejects(sql`select 1`.execute(snapshot.transaction), unavailable);
  const startedAt = performance.now();
  let isBack = false;
  while (!isBack) {
    assert.ok(performance.now() - startedAt < 20_000, 'the pool stayed unavailable');
    isBack = await sql`select 1`.execute(opened.kysely).then(
      () => true,
      (error: unknown) => {
        assert.ok(unavailable(error), String(error));
        return false;
      },
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
});
