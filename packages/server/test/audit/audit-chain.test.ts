import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { type PeopleWorld, startPeopleWorld } from '../access/people-world.ts';
import { purgeBatch } from '../../src/audit/audit-retention-service.ts';
import { systemClock } from '../../src/platform/index.ts';

let world: PeopleWorld;

before(async () => {
  world = await startPeopleWorld();
});
after(() => world[Symbol.asyncDispose]());

const run = (statement: string) => sql.raw(statement).execute(world.service.database);

async function act(count = 1): Promise<void> {
  const quotas = Array.from({ length: count }, (_, index) =>
    world.operator.call('PUT', '/console/clients/good/quotas', undefined, { products: 1_000 + index }),
  );
  for (const { status } of await Promise.all(quotas)) assert.equal(status, 200);
}

interface Found {
  checked: number;
  purged: number;
  faults: { fault: string; number: number | null; auditId: string | null }[];
  last: { number: number } | null;
}

/** Verifies the whole chain of the client `good` in steps of `limit` events. */
async function verify(limit = 2): Promise<Found> {
  const found: Found = { checked: 0, purged: 0, faults: [], last: null };
  let next: number | null = 0;
  while (next !== null) {
    const { status, body, text } = await world.operator.call(
      'GET',
      `/console/audit/verification?clientId=good&after=${next}&limit=${limit}`,
    );
    assert.equal(status, 200, text);
    found.checked += body.checked;
    found.faults.push(...body.faults);
    found.last = body.last;
    found.purged = body.purged;
    next = body.next;
  }
  return found;
}

/** Runs statements like an attacker who can disable the triggers that protect the audit log. */
async function tamper(...statements: string[]): Promise<void> {
  await run('alter table audit_event disable trigger user');
  for (const statement of statements) await run(statement);
  await run('alter table audit_event enable trigger user');
}
const faultsOf = async () => (await verify()).faults.map(({ fault, number }) => ({ fault, number }));

describe('The seals of the audit log', () => {
  test('every event is sealed once, in a chain without gaps, while 40 acts run at once', async () => {
    const sealing = (async () => {
      for (let round = 0; round < 5; round += 1) await world.service.audit.sealing.drain();
    })();
    await act(40);
    await sealing;
    await world.service.audit.sealing.drain();
    const { checked, faults, last } = await verify(7);
    assert.deepEqual([checked, faults, last?.number], [40, [], 40]);
    const { rows } = await sql<{ count: number }>`select count(*) from audit_unsealed`.execute(world.service.database);
    assert.equal(rows[0]?.count, 0);
  });

  test('an event that waits for its seal is no fault', async () => {
    await sql`insert into audit_chain (client_id) values ('good') on conflict do nothing`.execute(
      world.service.database,
    );
    const before = await verify();
    await act();
    assert.deepEqual((await verify()).faults, before.faults);
    await world.service.audit.sealing.drain();
  });

  test('rows can be neither changed nor deleted', async () => {
    await assert.rejects(run(`update audit_event set actor = 'user:other'`), /only ever added to/);
    await assert.rejects(run('delete from audit_event'), /only ever added to/);
    await assert.rejects(run('truncate audit_event'), /only ever added to/);
  });

  test('a changed event is found', async () => {
    await tamper(`update audit_event set actor = 'user:innocent'
      where audit_id = (select audit_id from audit_seal where client_id = 'good' and number = 3)`);
    assert.deepEqual(await faultsOf(), [{ fault: 'changed', number: 3 }]);
  });

  test('a removed event is found, with or without its seal', async () => {
    await tamper(`delete from audit_event
      where audit_id = (select audit_id from audit_seal where client_id = 'good' and number = 5)`);
    await tamper(
      `delete from audit_event where audit_id = (select audit_id from audit_seal where client_id = 'good' and number = 9)`,
      `delete from audit_seal where client_id = 'good' and number = 9`,
    );
    const found = await faultsOf();
    for (const number of [5, 9]) assert.ok(found.some((fault) => fault.fault === 'removed' && fault.number === number));
    const { body } = await world.operator.call('GET', '/console/audit/verification?clientId=good&after=9&limit=2');
    assert.deepEqual(
      body.faults.map(({ fault, number }: { fault: string; number: number }) => `${fault} ${number}`),
      ['removed 9'],
      'a page that begins after a missing seal reports it, and no intact event',
    );
  });

  test('an inserted event is found', async () => {
    await tamper(`insert into audit_event
      (client_id, audit_id, at, actor, operation, object_kind, failed, details)
      values ('good', gen_random_uuid(), now(), 'user:x', 'createKey', 'key', false, '{}')`);
    assert.ok((await faultsOf()).some(({ fault }) => fault === 'inserted'));
  });

  test('newest events that were removed with their seals are found', async () => {
    await tamper(
      `delete from audit_event where audit_id = (select audit_id from audit_seal where client_id = 'good' order by number desc limit 1)`,
      `delete from audit_seal where client_id = 'good' and number = (select number from audit_chain where client_id = 'good')`,
    );
    assert.ok((await faultsOf()).some(({ fault }) => fault === 'shortened'));
  });
});

describe('The retention of the audit log', () => {
  test('old events are deleted with a record of that, and the rest can still be verified', async () => {
    const { database } = world.service;
    await world.operator.call('PUT', '/console/clients/evil/quotas', undefined, { products: 1 });
    await world.operator.call('PUT', '/console/clients/evil/quotas', undefined, { products: 2 });
    await world.service.audit.sealing.drain();
    await world.service.audit.retention.drain();
    const count = async () => {
      const { rows } = await sql<{ operation: string }>`
        select audit_event.operation from audit_event where audit_event.client_id = 'evil'`.execute(database);
      return rows.map(({ operation }) => operation);
    };
    assert.deepEqual(await count(), ['putQuotas', 'putQuotas'], 'young events are kept');
    const later = { ...systemClock, now: () => new Date(Date.now() + 31 * 86_400_000) };
    while (await purgeBatch({ database, clock: later }, 30));
    assert.deepEqual(await count(), ['purgeAuditLog']);
    await world.service.audit.sealing.drain();
    const { body } = await world.operator.call('GET', '/console/audit/verification?clientId=evil');
    assert.deepEqual([body.faults, body.checked, body.purged, body.last.number], [[], 1, 2, 3]);
  });
});
