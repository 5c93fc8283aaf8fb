import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { connectClients } from '../submissions/connected-client.ts';
import { gatedClient, gatedStandard, publishOver } from '../submissions/gated-world.ts';
import { publishStandard } from '../readiness/readiness-world.ts';
import { ask } from '../channels/gateway-world.ts';
import type { TestCaller } from '../test-service.ts';
import { type Inbox, type NoticeWorld, startNoticeWorld } from './notice-world.ts';

let world: NoticeWorld;
let adapter: TestCaller;
before(async () => {
  world = await startNoticeWorld();
  adapter = await world.gateway.adapter('shop');
});
after(() => world[Symbol.asyncDispose]());

const connected = connectClients(
  () => world.gateway,
  () => adapter,
);

// oxlint-disable-next-line typescript/no-explicit-any -- tests assert every member that they read
async function workOf(inbox: Inbox, clientId: string): Promise<any[]> {
  const { status, body, text } = await inbox.person.call('GET', '/console/work-list', clientId);
  assert.equal(status, 200, text);
  assert.deepEqual([body.days.length, body.days.at(-1)], [14, new Date().toISOString().slice(0, 10)]);
  return body.items;
}
const kindsOf = (items: { kind: string }[]) => items.map(({ kind }) => kind);
/** Returns a trend of 14 days with the given counts on the last days and 0 on the days before. */
const endingIn = (...counts: number[]) => [...Array.from({ length: 14 - counts.length }, () => 0), ...counts];

test('a client in which nothing failed has an empty list', async () => {
  const client = await world.gateway.service.client('calm');
  await client.importProducts([{ __ID: 'a' }]);
  assert.deepEqual(await workOf(await world.inbox('calm', 'viewer'), 'calm'), []);
});

test('an import with errors is listed until its rejected products were changed, one that failed until a later one completes', async () => {
  const client = await world.gateway.service.client('imports');
  await client.define([{ id: 'weight', name: 'Weight', type: { id: 'decimal', multiValue: false } }]);
  const viewer = await world.inbox('imports', 'viewer');
  const rejected = [
    { __ID: 'a', weight: 'heavy' },
    { __ID: 'b', weight: 'light' },
  ];
  const { body: job } = await client.importProducts([{ __ID: 'c' }, ...rejected]);
  const [item] = await workOf(viewer, 'imports');
  assert.deepEqual(item, { kind: 'imports-failed', count: 1, trend: endingIn(1), jobRef: job.jobRef });
  const listed = await client.call('GET', '/api/import/v1/jobs?withErrors=true');
  assert.deepEqual(
    listed.body.jobs.map(({ jobRef }: { jobRef: string }) => jobRef),
    [job.jobRef],
  );

  await client.importProducts([{ __ID: 'a', weight: '1' }]);
  assert.equal((await workOf(viewer, 'imports'))[0].count, 1, 'one of them is still rejected');
  await client.importProducts([{ __ID: 'b', weight: '2' }]);
  assert.deepEqual(await workOf(viewer, 'imports'), []);

  const broken = { headers: { 'content-type': 'application/json' }, body: '{"products":[{"__ID":"d"},' };
  assert.equal((await client.call('POST', '/api/import/v1/feeds/master', broken)).status, 400);
  const [failed] = await workOf(viewer, 'imports');
  assert.deepEqual([failed.count, failed.trend], [1, endingIn(2)], 'the trend also has imports that are fixed');
  await client.importProducts([{ __ID: 'd' }]);
  assert.deepEqual(await workOf(viewer, 'imports'), []);
});

test('an import that rejected products without an id is listed until a later import completes', async () => {
  const client = await world.gateway.service.client('nameless');
  await client.define([{ id: 'weight', name: 'Weight', type: { id: 'decimal', multiValue: false } }]);
  const viewer = await world.inbox('nameless', 'viewer');
  const lines = [{ __ID: 'a', weight: 'heavy' }, { __NAME: 'has no id' }];
  assert.equal((await client.importProducts(lines)).body.rejected, 2);
  const open = async () => (await workOf(viewer, 'nameless')).find(({ kind }) => kind === 'imports-failed')?.count ?? 0;
  assert.equal(await open(), 1);
  await client.importProducts([{ __ID: 'b' }]);
  assert.equal(await open(), 1, 'the product with an id is still rejected');
  await client.importProducts([{ __ID: 'a', weight: '1' }]);
  assert.equal(await open(), 0);
});

test('products that a channel rejected or returned, and a lost account, are listed for their channel', async () => {
  const { submit, report, accountId } = await connected('returned');
  const editor = await world.inbox('returned', 'editor');
  const { submissionId } = await submit(['a', 'b', 'c']);
  await world.gateway.poll(adapter);
  await report(submissionId, {
    status: 'Success',
    items: [
      { productId: 'a', status: 'Rejected', message: 'no' },
      { productId: 'b', status: 'Returned', message: 'not yet' },
    ],
  });
  await report(submissionId, { status: 'Success' });
  const channel = { channelId: 'shop', channelName: 'shop', count: 1, trend: endingIn(1) };
  assert.deepEqual(await workOf(editor, 'returned'), [
    { kind: 'products-returned', ...channel, state: 'Rejected' },
    { kind: 'products-returned', ...channel, state: 'Returned' },
  ]);
  const status = { clientId: 'returned', channelId: 'shop', accountId, status: 'FAILURE', message: 'token expired' };
  await ask(adapter, 'POST', '/external/authentication', status);
  await world.drain();
  const items = await workOf(editor, 'returned');
  assert.deepEqual(items[0], { kind: 'accounts-failed', ...channel, accountName: 'Shop', reason: 'token expired' });
  assert.deepEqual(kindsOf(items.slice(1)), ['products-returned', 'products-returned', 'notices-unread']);
  assert.equal(items.at(-1).count, await editor.unread());
  await editor.readAll();
  assert.deepEqual(kindsOf(await workOf(editor, 'returned')).at(-1), 'products-returned');
});

test('products that are not ready are counted from tallies, with the change since the last counted day', async () => {
  await publishStandard(adapter, 'shop', gatedStandard);
  const client = await gatedClient(world.gateway, adapter, 'gated');
  await publishOver(client);
  await client.importProducts([{ __ID: 'a', title: 'A' }, { __ID: 'b' }, { __ID: 'c', title: 'longer than ten' }]);
  await world.gateway.service.evaluations.drain();
  const { database } = world.gateway.service;
  await sql`
    insert into readiness_day (client_id, channel_id, day, ready, incomplete, invalid, unmapped)
    values
      ('gated', 'shop', (now() at time zone 'UTC')::date - 3, 0, 3, 1, 1),
      ('gated', 'shop', (now() at time zone 'UTC')::date - 20, 0, 9, 9, 9)
    on conflict do nothing`.execute(database);
  const owner = await world.inbox('gated', 'owner');
  const [item] = await workOf(owner, 'gated');
  assert.deepEqual([item.kind, item.count, item.change], ['products-not-ready', 2, -3]);
  assert.deepEqual(item.trend, [...Array.from({ length: 10 }, () => null), 5, null, null, 2]);
});

test('100,000 failed downloads are counted up to the limit, and other clients do not see them', async () => {
  const { service } = world.gateway;
  await service.client('downloads');
  await service.client('neighbour');
  await sql`
    insert into asset (client_id, asset_id, url, host, origin, status, status_code, name)
    select 'downloads', 'http://a.test/' || number, 'http://a.test/' || number, 'a.test:80', 'download', 'FAILED', 'http-404', 'x'
    from generate_series(1, 100000) as number`.execute(service.database);
  const [item] = await workOf(await world.inbox('downloads', 'viewer'), 'downloads');
  assert.deepEqual(item, { kind: 'downloads-failed', count: 10_000, trend: endingIn(10_000) });
  assert.deepEqual(await workOf(await world.inbox('neighbour', 'viewer'), 'neighbour'), []);
});
