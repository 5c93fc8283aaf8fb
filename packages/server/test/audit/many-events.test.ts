import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { pageOfEvents } from '../../src/audit/audit-page-service.ts';
import { verifyChain } from '../../src/audit/audit-verification-service.ts';
import type { AuditFilter } from '../../src/audit/audit-views.ts';
import { createSecretBox, type DatabaseHandle, openDatabase } from '../../src/platform/index.ts';
import { createTestDatabase } from '../test-database.ts';

const events = 1_000_000;
const limit = 50;
/** Number of events that have a client, actor, operation, object and address that no other event has. */
const rare = 20;
const every = events / rare;
const firstAt = Date.parse('2030-01-01T00:00:00Z');
const { signal } = new AbortController();
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
let handle: DatabaseHandle;

before(async () => {
  testDatabase = await createTestDatabase();
  // Two connections: one for reading, and one for cancelling a statement.
  handle = openDatabase({ ...testDatabase, max: 2, name: 'test', onError: () => undefined });
  // The indexes are created once at the end instead of being updated for each row, and nothing is written to the write-ahead log.
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition
    from pg_indexes
    where tablename = 'audit_event' and indexname not like '%_pkey'`.execute(handle.kysely);
  for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(handle.kysely);
  for (const table of ['audit_event', 'audit_seal'])
    await sql`alter table ${sql.id(table)} set unlogged`.execute(handle.kysely);
  // one event per millisecond
  await sql`
    with given as (
      select
        n,
        n % ${every}::int = 0 as is_rare,
        (lpad(to_hex(${firstAt}::bigint + n), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid as audit_id
      from generate_series(1, ${events}::int) as n
    ), event as (
      insert into audit_event (
        client_id, audit_id, at, actor, address, user_agent, operation, object_kind, object, failed, details
      )
      select
        case when is_rare then 'rare' else 'common' end,
        audit_id,
        to_timestamp((${firstAt}::bigint + n) / 1000.0),
        case when is_rare then 'key:rare' else 'user:' || n % 3 end,
        case when is_rare then '10.0.0.1' else '10.0.1.' || n % 200 end,
        'test',
        case when is_rare then 'deleteClient' else 'importProducts' end,
        'product',
        case when is_rare then 'rare' else 'p' || n % 1000 end,
        is_rare,
        '{}'
      from given
    )
    insert into audit_seal (client_id, number, audit_id, seal)
    select 'common', n - n / ${every}::int, audit_id, 'seal ' || n
    from given
    where not is_rare`.execute(handle.kysely);
  await sql`
    insert into audit_chain (client_id, number, seal)
    values ('common', ${events - rare}, ${`seal ${events - 1}`})`.execute(handle.kysely);
  for (const { definition } of indexes) await sql.raw(definition).execute(handle.kysely);
  await sql`analyze audit_event, audit_seal`.execute(handle.kysely);
});
after(async () => {
  await handle[Symbol.asyncDispose]();
  await testDatabase[Symbol.asyncDispose]();
});

/** Returns the number of rows of a table that statements have read so far. */
async function countReads(table: string): Promise<number> {
  // A connection may publish its counts with a delay, so it is forced to publish them now. The second round is for the other connection of
  // the pool, which may have run statements, too.
  for (let connections = 0; connections < 2; connections++)
    await handle.kysely.connection().execute(async (one) => {
      await sql`select pg_stat_force_next_flush()`.execute(one);
      await sql`select 1`.execute(one);
    });
  const { rows } = await sql<{ reads: number }>`
    select seq_tup_read + idx_tup_fetch as reads
    from pg_stat_user_tables
    where relname = ${table}`.execute(handle.kysely);
  return Number(rows[0]?.reads);
}

/** Runs work and returns its result, together with the number of rows of the table that it read. */
async function counted<T>(table: string, work: () => Promise<T>): Promise<{ result: T; reads: number }> {
  const before = await countReads(table);
  const result = await work();
  return { result, reads: (await countReads(table)) - before };
}

describe('Among a million events of the audit log', () => {
  const last = new Date(firstAt + events);
  const filters: [string, AuditFilter, number][] = [
    ['everything', {}, limit],
    ['a client', { clientId: 'common' }, limit],
    ['a client with few events', { clientId: 'rare' }, rare],
    ['an actor', { actor: 'user:1' }, limit],
    ['an actor with few events', { actor: 'key:rare' }, rare],
    ['an operation', { operation: 'importProducts' }, limit],
    ['an operation with few events', { operation: 'deleteClient' }, rare],
    ['an object', { object: 'p7', objectKind: 'product' }, limit],
    ['an object with few events', { object: 'rare', objectKind: 'product' }, rare],
    ['an address', { address: '10.0.1.7' }, limit],
    ['an address with few events', { address: '10.0.0.1' }, rare],
    ['failures', { failed: true }, rare],
    ['a time', { from: new Date(last.getTime() - 30), until: last }, 30],
    [
      'a client, an actor and a time',
      { clientId: 'common', actor: 'user:1', until: new Date(firstAt + 10_000) },
      limit,
    ],
    ['what never happened', { clientId: 'common', operation: 'deleteClient' }, 0],
  ];
  for (const [name, filter, found] of filters)
    test(`a page of ${name} reads few events that it does not return`, async () => {
      const { result, reads } = await counted('audit_event', () =>
        pageOfEvents(handle.kysely, filter, { limit, signal }),
      );
      assert.equal(result.events.length, found);
      assert.ok(reads >= found && reads <= 5 * (limit + 1), `${reads} events were read`);
    });

  test('a page in the middle reads as few as the first one', async () => {
    const until = new Date(firstAt + events / 2);
    const middle = await pageOfEvents(handle.kysely, { until }, { limit, signal });
    const { result, reads } = await counted('audit_event', () =>
      pageOfEvents(handle.kysely, {}, { startingAfter: middle.next ?? undefined, limit, signal }),
    );
    assert.equal(result.events.length, limit);
    assert.ok(reads >= limit && reads <= 2 * (limit + 1), `${reads} events were read`);
  });

  test('a page of the verification reads its own events, and the last one all of them once', async () => {
    const signer = createSecretBox(randomBytes(32));
    const verify = (after: number) => verifyChain(handle.kysely, signer, { clientId: 'common', after, limit });
    const middle = await counted('audit_event', () => verify(events / 2));
    assert.deepEqual([middle.result.checked, middle.result.faults.length], [limit, limit]);
    assert.ok(middle.reads >= limit && middle.reads <= 3 * (limit + 1), `${middle.reads} events were read`);
    const end = await counted('audit_event', () => verify(events - rare - 10));
    // The seals of this test are made up, so every event is reported as changed. But no event lacks a seal, and the chain ends with the
    // last seal.
    assert.deepEqual([end.result.next, end.result.faults.map(({ fault }) => fault)], [null, Array(10).fill('changed')]);
    assert.ok(end.reads >= events - rare && end.reads <= 1.1 * events, `${end.reads} events were read`);
  });
});
