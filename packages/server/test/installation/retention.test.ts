import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { ask, type GatewayWorld, startGatewayWorld } from '../channels/gateway-world.ts';

let world: GatewayWorld;
before(async () => {
  world = await startGatewayWorld({ importErrorDays: 31, historyDays: 31 });
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
  // the walk of today has ended when the service started
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
});
