import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { createClientRow } from '../../src/access/index.ts';
import {
  clientIdOf,
  createLeaseStore,
  type DatabaseHandle,
  openDatabase,
  transaction,
} from '../../src/platform/core.ts';
import { lockNextDeletion } from '../../src/catalog/deletion/product-deletion-store.ts';
import { claimFirst, claimLooks } from '../../src/platform/background/claim-first.ts';
import { createTestDatabase } from '../test-database.ts';

const leases = createLeaseStore({
  table: 'asset_conversion',
  key: ['client_id', 'attribute_key'],
  status: 'Converting',
});
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
let handle: DatabaseHandle;
before(async () => {
  testDatabase = await createTestDatabase();
  const { connectionString } = testDatabase;
  handle = openDatabase({ connectionString, max: 8, name: 'test', onError: () => undefined });
  await createClientRow(handle.kysely, { clientId: clientIdOf('acme'), name: 'acme' });
});
after(async () => {
  await handle.close();
  await testDatabase[Symbol.asyncDispose]();
});

async function addJobs(prefix: string, count: number): Promise<void> {
  await sql`
    insert into asset_conversion (client_id, attribute_key, job_id, type_id, status)
    select 'acme', ${prefix}::text || place, gen_random_uuid(), 'asset', 'Converting'
    from generate_series(1, ${count}) as place`.execute(handle.kysely);
}

const isOf = (prefix: string) => sql`starts_with(asset_conversion.attribute_key, ${prefix})`;

/** Claims the next job whose key starts with the prefix. */
async function claim(prefix: string, owner: string): Promise<string | undefined> {
  const job = await leases.claimNext<{ key: string }>(handle.kysely, owner, {
    isDue: sql`${isOf(prefix)} and asset_conversion.status = 'Converting' and asset_conversion.owner is null`,
    order: sql`asset_conversion.attribute_key`,
    set: sql`, products = asset_conversion.products + 1`,
    returning: sql`asset_conversion.attribute_key as key`,
  });
  return job?.key;
}
const expire = (olderThanSeconds: number, owner?: string) =>
  leases.expire(handle.kysely, { olderThanSeconds, owner }, { set: sql`reached = 'expired'` });
/** Sets the last heartbeat of a process to the given number of seconds ago. */
const age = (owner: string, seconds: number) =>
  sql`
    update asset_conversion
    set heartbeat_at = now() - make_interval(secs => ${seconds})
    where asset_conversion.owner = ${owner}::uuid`.execute(handle.kysely);
/**
 * Writes the progress of a job as its owner.
 * @returns whether the progress was written
 */
async function saveProgress(owner: string, key: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update asset_conversion
    set products = asset_conversion.products + 100
    where asset_conversion.client_id = 'acme' and asset_conversion.attribute_key = ${key} and ${leases.isHeldBy(owner)}`.execute(
    handle.kysely,
  );
  return numAffectedRows > 0n;
}

test('of several processes that claim at the same time each job goes to one of them', async () => {
  await addJobs('raced-', 40);
  const owners = Array.from({ length: 6 }, () => randomUUID());
  const claimed = await Promise.all(
    owners.map(async (owner) => {
      const mine: string[] = [];
      for (let key = await claim('raced-', owner); key !== undefined; key = await claim('raced-', owner))
        mine.push(key);
      return mine;
    }),
  );
  const all = claimed.flat();
  assert.equal(all.length, 40);
  assert.equal(new Set(all).size, 40);
});

test('a process that shows its heartbeat keeps its lease; one that is silent loses it and writes no progress any more', async () => {
  await addJobs('kept-', 1);
  const [first, second] = [randomUUID(), randomUUID()];
  assert.equal(await claim('kept-', first), 'kept-1');
  assert.equal(await claim('kept-', second), undefined, 'it is taken');
  await age(first, 60);
  await leases.heartbeat(handle.kysely, second, isOf('kept-'));
  await leases.heartbeat(handle.kysely, first, isOf('kept-'));
  assert.equal(await expire(30), 0, 'a heartbeat of the owner was shown');
  assert.equal(await saveProgress(first, 'kept-1'), true);
  await age(first, 60);
  assert.equal(await expire(30), 1);
  assert.equal(await saveProgress(first, 'kept-1'), false, 'it is free');
  assert.equal(await claim('kept-', second), 'kept-1');
  assert.equal(await saveProgress(first, 'kept-1'), false, 'it belongs to another process');
  assert.equal(await saveProgress(second, 'kept-1'), true);
});

test('a process that stops ends its own leases only', async () => {
  await addJobs('stopping-', 2);
  const [stopping, other] = [randomUUID(), randomUUID()];
  await claim('stopping-', stopping);
  await claim('stopping-', other);
  assert.equal(await expire(0, stopping), 1);
  assert.equal(await saveProgress(other, 'stopping-2'), true);
  assert.equal(await expire(0, other), 1);
});

test('a job that its owner has locked gets no heartbeat and does not expire: the lock shows that it is worked on', async () => {
  await addJobs('locked-', 1);
  const owner = randomUUID();
  await claim('locked-', owner);
  await age(owner, 60);
  await transaction(handle.kysely, async (transaction) => {
    await sql`
      select from asset_conversion
      where ${isOf('locked-')}
      for update`.execute(transaction);
    await leases.heartbeat(handle.kysely, owner, isOf('locked-'));
    assert.equal(await expire(30), 0);
  });
  assert.equal(await expire(30), 1);
});

test('a due row that another transaction has locked is passed over, and the next one is claimed', async () => {
  await sql`
    insert into product_deletion (client_id, deletion_id, status, actor, product_ids, except_ids, started_at)
    select 'acme', gen_random_uuid(), 'Deleting', 'ada', array['p-' || place], '{}', now() + make_interval(secs => place)
    from generate_series(1, 2) as place`.execute(handle.kysely);
  const claimed = await transaction(handle.kysely, async (first) => [
    await lockNextDeletion(first),
    await transaction(handle.kysely, lockNextDeletion),
  ]);
  assert.deepEqual(
    claimed.map((deletion) => deletion?.choice),
    [
      { kind: 'ids', productIds: ['p-1'] },
      { kind: 'ids', productIds: ['p-2'] },
    ],
  );
});

test('if other processes have claimed all rows of a full look, a process looks once more', async () => {
  const full = Array.from({ length: claimLooks }, (_, index) => index);
  /**
   * Claims the first row whose key is at least `claimLooks`. Rows with smaller keys have been claimed by other processes.
   * @returns the claimed row and the number of looks
   */
  const claimAfter = async (...found: number[][]) => {
    let looks = 0;
    const look = () => Promise.resolve(found[looks++] ?? []);
    return [await claimFirst(look, (key) => Promise.resolve(key < claimLooks ? undefined : key)), looks];
  };
  assert.deepEqual(await claimAfter(full, [claimLooks]), [claimLooks, 2]);
  assert.deepEqual(await claimAfter(full, full, [claimLooks]), [undefined, 2]);
  assert.deepEqual(await claimAfter([0], [claimLooks]), [undefined, 1]);
});
