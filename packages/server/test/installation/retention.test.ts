import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { hasAgeIndex } from '../../src/catalog/history/history-index-store.ts';
import { startHistoryRetention } from '../../src/catalog/history/history-retention-runner.ts';
import { deleteOldChanges, findNextClient } from '../../src/catalog/history/history-retention-store.ts';
import { clientIdOf, openSnapshot, systemClock } from '../../src/platform/index.ts';
import { ask, type GatewayWorld, startGatewayWorld } from '../channels/gateway-world.ts';
import { countRowsRead } from '../platform/database/rows-read.ts';

let world: GatewayWorld;
before(async () => {
  world = await startGatewayWorld({ importErrorDays: 31, historyDays: 31, importDays: 60 });
});
after(() => world[Symbol.asyncDispose]());

test('the listed errors of an old import are deleted, and its report keeps the counts', async () => {
  const { service, operator } = world;
  const client = await service.client('acme');
  await client.define([
    { id: 'weight', name: 'Weight', compositeAttribute: null, type: { id: 'decimal', multiValue: false } },
  ]);
  const products = Array.from({ length: 30 }, (_, index) => ({ __ID: `P${index}`, weight: 'heavy' }));
  const old = (await client.importProducts(products)).body.jobRef;
  const recent = (await client.importProducts(products.slice(0, 3))).body.jobRef;
  await sql`
    update import_job
    set started_at = started_at - interval '32 days', finished_at = finished_at - interval '32 days'
    where job_id = ${old}::uuid`.execute(service.database);
  const reportOf = (jobRef: string) => ask(client, 'GET', `/api/import/v1/jobs/${jobRef}`);
  const counts = (await reportOf(old)).errorCounts;
  assert.equal(Object.values<number>(counts)[0], 30);
  await service.retention.importErrors.drain();

  const report = await reportOf(old);
  assert.deepEqual(report.errorCounts, counts);
  assert.deepEqual([report.errors, report.errorsTruncated, report.rejected], [[], true, 30]);
  assert.match(report.errorsDeleted, /^\d{4}-/);
  assert.deepEqual((await ask(client, 'GET', `/api/import/v1/jobs/${old}/errors`)).errors, []);
  const kept = await reportOf(recent);
  assert.deepEqual([kept.errors.length, kept.errorsDeleted], [3, undefined]);

  const { kinds } = await ask(operator, 'GET', '/console/installation/data');
  const errors = kinds.find(({ kind }: { kind: string }) => kind === 'importErrors');
  assert.deepEqual([errors.keptDays, errors.setting, errors.deletedRows], [31, 'PIMENTO_IMPORT_ERROR_DAYS', 30]);
  assert.ok(errors.bytes > 0);
});

test('old changes of products are deleted, recent ones and the last states of deleted products are kept', async () => {
  const { service } = world;
  const [one, two] = await Promise.all([service.client('one'), service.client('two')]);
  for (const client of [one, two])
    for (const name of ['first', 'second', 'third'])
      await client.importProducts([
        { __ID: 'P', __NAME: name },
        { __ID: 'Q', __NAME: name },
      ]);
  await two.call('DELETE', '/api/products/v1/products/Q');
  // everything but the change to the third name is old
  await sql`
    update product_history
    set at = now() - interval '32 days'
    where not product_history.changes @> '[{"new": "third"}]'`.execute(service.database);
  const entries = async () =>
    (
      await sql<{ entry: string }>`
        select product_history.client_id || ' ' || product_history.product_id || ' ' || product_history.kind as entry
        from product_history
        order by product_history.client_id, product_history.product_id, product_history.history_id`.execute(
        service.database,
      )
    ).rows.map(({ entry }) => entry);
  assert.equal((await entries()).length, 10);
  await service.retention.history.drain();
  // today's run ended right after the service started, so another run must be made due
  await sql`update retention set finished_at = '-infinity'`.execute(service.database);
  await service.retention.history.drain();
  assert.deepEqual(await entries(), [
    'one P updated',
    'one Q updated',
    'two P updated',
    'two Q created',
    'two Q updated',
    'two Q deleted',
  ]);
  const history = await ask(one, 'GET', '/api/products/v1/products/P/history');
  assert.deepEqual(
    history.entries.map(({ kind }: { kind: string }) => kind),
    ['updated', 'created'],
  );
  await two.call('POST', '/api/products/v1/products/Q/restore');
  const { revision } = await ask(two, 'GET', '/api/products/v1/products/Q');
  assert.equal(revision, 5, 'revisions continue after three versions and the deletion, although old changes are gone');
});

test('the deletion of old changes reads only what it deletes', async () => {
  const { service } = world;
  await service.client('large');
  await sql`
    insert into product_history (client_id, product_id, history_id, at, kind, actor, changes)
    select
      'large', 'p' || numbered.n % 100, gen_random_uuid(), now() - make_interval(days => numbered.n / 100), 'updated',
      'system:test', '[]'
    from generate_series(1, 6000) as numbered (n)`.execute(service.database);
  const clientId = clientIdOf('large');
  const before = new Date(Date.now() - 50 * 86_400_000);
  for (const limit of [300, 5_000]) {
    let deleted = -1;
    const read = await countRowsRead(service.database, 'product_history', async (opened) => {
      const start = await findNextClient(opened, '', before);
      assert.deepEqual(start, { clientId, at: null });
      ({ deleted } = await deleteOldChanges(opened, start, { before, limit }));
    });
    assert.ok(deleted > 0 && read <= 3 * deleted + 10, `${read} entries read for ${deleted} deleted ones`);
  }
  assert.equal(await findNextClient(service.database, '', before), null);
});

test('the report of an old import is deleted after its errors, and recent ones are kept', async () => {
  const { service, operator } = world;
  const client = await service.client('reports');
  await client.define([
    { id: 'weight', name: 'Weight', compositeAttribute: null, type: { id: 'decimal', multiValue: false } },
  ]);
  const ids: string[] = [];
  for (const weight of ['1', '2', 'heavy', '3'])
    ids.push((await client.importProducts([{ __ID: 'P', weight }], '?origin=edit')).body.jobRef);
  const [first, second, faulty, recent] = ids;
  const age = (days: number) =>
    sql`
      update import_job
      set
        started_at = started_at - make_interval(days => ${days}),
        finished_at = finished_at - make_interval(days => ${days})
      where client_id = 'reports' and job_id <> ${recent ?? ''}::uuid`.execute(service.database);
  const listed = async () => {
    const { jobs, keptDays } = await ask(client, 'GET', '/api/import/v1/jobs');
    assert.equal(keptDays, 60);
    return jobs.map(({ jobRef }: { jobRef: string }) => jobRef);
  };
  await age(59);
  await service.retention.imports.drain();
  assert.equal((await listed()).length, 4);
  await age(2);
  await service.retention.imports.drain();
  assert.deepEqual(await listed(), [recent, faulty], 'its errors are still listed');
  await service.retention.importErrors.drain();
  await service.retention.imports.drain();
  assert.deepEqual(await listed(), [recent]);
  for (const jobRef of [first, second, faulty]) {
    const { status, body } = await client.call('GET', `/api/import/v1/jobs/${jobRef}`);
    assert.deepEqual([status, body.code], [404, 'unknown-job']);
  }
  const history = await ask(client, 'GET', '/api/products/v1/products/P/history');
  assert.equal(history.entries.length, 3, 'the changes of the import are kept');
  const { status, body } = await client.call('GET', `/api/import/v1/jobs?startingAfter=${first}`);
  assert.deepEqual([status, body.code], [400, 'unknown-cursor']);

  const { kinds } = await ask(operator, 'GET', '/console/installation/data');
  const imports = kinds.find(({ kind }: { kind: string }) => kind === 'imports');
  assert.deepEqual([imports.keptDays, imports.setting], [60, 'PIMENTO_IMPORT_DAYS']);
});

test('the report of an old deletion of products is deleted, unless it belongs to the undo of an import that is kept', async () => {
  const { service } = world;
  const client = await service.client('deletions');
  const { jobRef } = (await client.importProducts([{ __ID: 'P' }])).body;
  const deletionsPath = '/api/products/v1/deletions';
  const end = async (): Promise<string> => {
    const { deletionId } = await ask(client, 'POST', deletionsPath, { productIds: ['nowhere'] }, 202);
    while ((await ask(client, 'GET', `${deletionsPath}/${deletionId}`)).status === 'Deleting') await setTimeout(20);
    return deletionId;
  };
  const [old, undo, recent] = [await end(), await end(), await end()];
  await sql`
    update product_deletion
    set
      finished_at = finished_at - interval '61 days',
      created_by_job = case when product_deletion.deletion_id = ${undo}::uuid then ${jobRef}::uuid end
    where client_id = 'deletions' and deletion_id <> ${recent}::uuid`.execute(service.database);
  const countDeleted = async () =>
    (await sql<{ deleted: number }>`select deleted from retention where name = 'imports'`.execute(service.database))
      .rows[0]?.deleted ?? -1;
  const before = await countDeleted();
  await service.retention.imports.drain();
  const statuses: number[] = [];
  for (const deletionId of [old, undo, recent])
    statuses.push((await client.call('GET', `${deletionsPath}/${deletionId}`)).status);
  assert.deepEqual(statuses, [404, 200, 200]);
  assert.equal(await countDeleted(), before + 1);
});

test('the index by age is created by one process if the history is limited, and replaced if its creation was interrupted', async () => {
  const { database, retention } = world.service;
  await retention.history.drain();
  assert.equal(await hasAgeIndex(database), true);
  const deps = { database, clock: systemClock, log: pino({ level: 'silent' }) };
  await sql`drop index product_history_age`.execute(database);
  await using unlimited = startHistoryRetention({ ...deps, historyDays: 0 });
  await unlimited.drain();
  assert.equal(await hasAgeIndex(database), false);

  // the creation of the index waits for this snapshot
  const snapshot = await openSnapshot(database);
  await sql`select from client`.execute(snapshot.transaction);
  const stopped = startHistoryRetention({ ...deps, historyDays: 31 });
  for (let isRunning = false; !isRunning;)
    isRunning =
      (await sql`select from pg_index where indexrelid = to_regclass('product_history_age')`.execute(database)).rows
        .length > 0;
  await stopped[Symbol.asyncDispose]();
  assert.equal(await hasAgeIndex(database), false);
  await snapshot[Symbol.asyncDispose]();
  await using one = startHistoryRetention({ ...deps, historyDays: 31 });
  await using other = startHistoryRetention({ ...deps, historyDays: 31 });
  await Promise.all([one.drain(), other.drain()]);
  assert.equal(await hasAgeIndex(database), true);
});
