import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { ask } from '../channels/gateway-world.ts';
import { connectClients } from '../submissions/connected-client.ts';
import type { TestCaller } from '../test-service.ts';
import { type NoticeWorld, startNoticeWorld } from './notice-world.ts';

let world: NoticeWorld;
let adapter: TestCaller;
before(async () => {
  // The silence of adapters counts from a day ago, so that tests can simulate a silence of hours.
  world = await startNoticeWorld({ silentSince: new Date(Date.now() - 86_400_000) });
  adapter = await world.gateway.adapter('shop');
});
after(() => world[Symbol.asyncDispose]());

const connected = connectClients(
  () => world.gateway,
  () => adapter,
);

test('returned and rejected products are noticed, also after the end, and repeated reports are not', async () => {
  const { submit, report } = await connected('returned');
  const owner = await world.inbox('returned', 'owner');
  const { submissionId } = await submit(['a', 'b', 'c']);
  await world.gateway.poll(adapter);
  const rejectB = { status: 'Success', items: [{ productId: 'b', status: 'Rejected', message: 'no' }] };
  await report(submissionId, rejectB);
  await world.drain();
  assert.equal(await owner.unread(), 0, 'the submission has not ended');
  await report(submissionId, { status: 'Success' });
  await report(submissionId, rejectB);
  await world.drain();
  await report(submissionId, rejectB);
  await world.drain();
  const [notice] = await owner.list();
  assert.deepEqual(
    [notice.kind, notice.count, notice.subject],
    [
      'submission-returned',
      1,
      { channelId: 'shop', channelName: 'shop', submissionId, operation: 'submit', products: 1 },
    ],
  );
  await report(submissionId, { status: 'Success', items: [{ productId: 'a', status: 'Returned' }] });
  await world.drain();
  const [later] = await owner.list();
  assert.deepEqual([later.count, later.subject.products], [2, 2]);
});

test('a submission that is accepted or cancelled is not noticed, one that failed as a whole is', async () => {
  const { client, submit, report } = await connected('whole');
  const owner = await world.inbox('whole', 'owner');
  const accepted = await submit(['a']);
  await report(accepted.submissionId, { status: 'Success' });
  const cancelled = await submit(['b']);
  await ask(client, 'POST', `/api/submit/v1/submissions/${cancelled.submissionId}/cancel`);
  await world.drain();
  assert.deepEqual(await owner.list(), []);
  const failed = await submit(['a', 'c']);
  await report(failed.submissionId, { status: 'Error', message: 'down' });
  await world.drain();
  const [{ subject }] = await owner.list();
  assert.deepEqual([subject.submissionId, subject.products], [failed.submissionId, 2]);
});

test('an account that loses its connection is noticed once for each time it fails', async () => {
  const { client, accountId } = await connected('account');
  const owner = await world.inbox('account', 'owner');
  const report = (status: string, message?: string) =>
    ask(adapter, 'POST', '/external/authentication', {
      clientId: 'account',
      channelId: 'shop',
      accountId,
      status,
      message,
    });
  await report('FAILURE', 'token expired');
  await report('FAILURE', 'token expired');
  await world.drain();
  const path = `/api/channels/v1/channels/shop/accounts/${accountId}`;
  assert.equal(
    (await client.call('PATCH', path, { headers: { 'content-type': 'application/json' }, body: '{"name":"Renamed"}' }))
      .status,
    200,
  );
  await world.drain();
  const [notice] = await owner.list();
  assert.deepEqual(
    [notice.kind, notice.count, notice.subject],
    [
      'account-disconnected',
      1,
      { channelId: 'shop', channelName: 'shop', accountId, accountName: 'Shop', reason: 'token expired' },
    ],
  );
  await report('SUCCESS');
  await world.drain();
  await report('FAILURE', 'again');
  await world.drain();
  const [again] = await owner.list();
  assert.deepEqual([again.count, again.subject.reason, again.subject.accountName], [2, 'again', 'Renamed']);
});

test('100,000 failed downloads are one notice with a count', async () => {
  const { service } = world.gateway;
  const client = await service.client('downloads');
  const owner = await world.inbox('downloads', 'owner');
  await client.importProducts([{ __ID: 'a', PRIMARY_ASSET: 'http://127.0.0.1:9/photo.png' }]);
  await service.assetRunner.drain();
  await world.drain();
  const [first] = await owner.list();
  assert.deepEqual(
    [first.kind, first.count, first.subject.assetId],
    ['download-failed', 1, 'http://127.0.0.1:9/photo.png'],
  );
  await sql`
    insert into asset (client_id, asset_id, url, host, origin, status, status_code, name, is_noticed)
    select 'downloads', 'http://a.test/' || number, 'http://a.test/' || number, 'a.test:80', 'download', 'FAILED', 'http-404', 'x', false
    from generate_series(1, 100000) as number`.execute(service.database);
  await world.drain();
  const [notice, ...others] = await owner.list();
  assert.deepEqual([notice.count, others.length], [100_001, 0]);
});

test('a retried download that fails again is noticed again, one that waits for its next try is not', async () => {
  const { service } = world.gateway;
  const client = await service.client('retried');
  const owner = await world.inbox('retried', 'owner');
  const assetId = 'http://127.0.0.1:9/again.png';
  await client.importProducts([{ __ID: 'a', PRIMARY_ASSET: assetId }]);
  await service.assetRunner.drain();
  await world.drain();
  await owner.readAll();
  const path = `/api/asset/v1/assets/${encodeURIComponent(assetId)}/retry`;
  assert.equal((await client.call('POST', path)).status, 200);
  await service.assetRunner.drain();
  await world.drain();
  assert.deepEqual(
    (await owner.list()).map(({ count, read }) => [count, read]),
    [
      [1, false],
      [1, true],
    ],
  );
});

test('a key that expires soon is noticed by owners only, and once', async () => {
  const { service } = world.gateway;
  await service.client('expiring');
  const owner = await world.inbox('expiring', 'owner');
  const editor = await world.inbox('expiring', 'editor');
  const create = async (name: string, expiresInDays: number, ageInDays: number) => {
    const key = await service.key('expiring');
    await sql`
      update access_key
      set
        name = ${name},
        created_at = now() - make_interval(days => ${ageInDays}),
        expires_at = now() + make_interval(days => ${expiresInDays})
      where access_key.key_id = ${key.keyId}`.execute(service.database);
    return key;
  };
  const soon = await create('soon', 6, 30);
  await create('later', 8, 300);
  await create('short-lived', 6, 0);
  const revoked = await create('revoked', 6, 30);
  await owner.person.call('POST', `/console/client-keys/${revoked.keyId}/revoke`, 'expiring');
  const rotated = await create('rotated', 20, 30);
  const { status } = await owner.person.call('POST', `/console/client-keys/${rotated.keyId}/rotate`, 'expiring', {
    graceSeconds: 86_400,
  });
  assert.equal(status, 201);
  await world.drain();
  await world.drain();
  const found = await owner.list();
  assert.deepEqual(
    found.map(({ kind, count, subject }) => [kind, count, subject.keyId, subject.name]),
    [['key-expires', 1, soon.keyId, 'soon']],
  );
  assert.deepEqual(await editor.list(), []);
});

test('an expiring key of an adapter or an operator is noticed by all operators, once, whichever client they select', async () => {
  const { service } = world.gateway;
  const { database } = service;
  await service.client('first');
  await service.client('second');
  const [operator, other, calm] = [await world.inbox('first'), await world.inbox('first'), await world.inbox('first')];
  const owner = await world.inbox('first', 'owner');
  await calm.set({ ways: { 'installation-key-expires': 'off' } });
  const { body } = await calm.person.call('GET', '/console/notice-settings', 'second');
  assert.deepEqual([body.saved, body.ways['installation-key-expires']], [false, 'off'], 'one choice for all clients');
  await world.gateway.adapter('fading');
  await sql`
    insert into access_key (key_id, secret_hash, kind, name, created_at, expires_at)
    values ('key_fading', '\\x00', 'operator', 'Deployment', now() - interval '30 days', now() + interval '3 days')`.execute(
    database,
  );
  await sql`
    update access_key
    set created_at = now() - interval '30 days', expires_at = now() + interval '6 days'
    where access_key.adapter_id = 'fading'`.execute(database);
  await world.drain();
  await world.drain();
  const found = (notices: { kind: string; count: number; subject: { adapterId: string | null } }[]) =>
    notices
      .filter(({ kind }) => kind === 'installation-key-expires')
      .map(({ count, subject }) => `${count} ${subject.adapterId}`)
      .toSorted();
  for (const clientId of ['first', 'second']) {
    const seen = await operator.person.call('GET', '/console/notices', clientId);
    assert.deepEqual(found(seen.body.notices), ['1 fading', '1 null'], clientId);
    assert.deepEqual((await operator.person.call('GET', '/console/notices/unread', clientId)).body, { unread: 2 });
  }
  assert.deepEqual([found(await calm.list()), found(await owner.list())], [[], []]);
  await operator.readAll();
  assert.deepEqual([await operator.unread(), await other.unread()], [0, 2], 'reading is personal');
  await sql`update person set is_operator = false where person.person_id = ${other.personId}`.execute(database);
  await sql`
    insert into person_client_role (client_id, person_id, role)
    values ('second', ${other.personId}, 'owner')`.execute(database);
  const former = await other.person.call('GET', '/console/notices', 'second');
  assert.deepEqual([former.status, former.body.notices], [200, []], 'the person is no longer an operator');
});

test('a quota that is almost used up is noticed at 90 % and when it is full, and again only after it had room', async () => {
  const { service, operator } = world.gateway;
  const { database } = service;
  const client = await service.client('limited');
  const owner = await world.inbox('limited', 'owner');
  const check = async (max: number) => {
    await ask(operator, 'PUT', '/console/clients/limited/quotas', { products: max });
    await sql`update quota_watch set checked_at = now() - interval '1 hour'`.execute(database);
    await world.drain();
    return owner.list();
  };
  await client.importProducts(Array.from({ length: 9 }, (_, index) => ({ __ID: `p${index}` })));
  await service.searchIndexing.drain();
  assert.deepEqual(await check(11), []);
  const [near] = await check(10);
  assert.deepEqual([near.kind, near.count, near.subject], ['quota-near', 1, { quota: 'products', used: 9, max: 10 }]);
  assert.equal((await check(10))[0].count, 1);
  assert.equal((await check(11))[0].count, 1, 'still near');
  assert.equal((await check(10))[0].count, 1, 'near again, but it never had room');
  assert.deepEqual([(await check(9))[0].count, (await check(9))[0].count], [2, 2]);
  await check(100);
  assert.equal((await check(10))[0].count, 3);
});

test('a silent adapter is noticed once for each threshold, and again after it has called', async () => {
  const { service } = world.gateway;
  const { database } = service;
  const silent = await world.gateway.adapter('quiet');
  const client = await service.client('silence');
  await world.gateway.connect(client, silent, 'quiet');
  const usual = await world.inbox('silence', 'owner');
  const patient = await world.inbox('silence', 'editor');
  await patient.set({ silentMinutes: 120 });
  const silence = async (minutes: number) => {
    await sql`
      update access_key
      set last_used_at = now() - make_interval(mins => ${minutes})
      where access_key.adapter_id = 'quiet'`.execute(database);
    await world.drain();
    return [await usual.list(), await patient.list()].map((notices) => notices.map(({ count }) => count));
  };
  assert.deepEqual(await silence(59), [[], []]);
  assert.deepEqual(await silence(61), [[1], []]);
  const [notice] = await usual.list();
  assert.deepEqual(
    [notice.kind, notice.subject.channelId, notice.subject.channelName],
    ['adapter-silent', 'quiet', 'quiet'],
  );
  await world.drain();
  assert.equal((await usual.list())[0].count, 1);
  assert.deepEqual(await silence(0), [[1], []]);
  assert.deepEqual(await silence(130), [[2], [1]]);
});

test('operators who have chosen nothing receive silent adapters of all clients in the console, and nothing else', async () => {
  const { service } = world.gateway;
  const adapter = await world.gateway.adapter('absent');
  const client = await service.client('served');
  await world.gateway.connect(client, adapter, 'absent');
  const [operator, calm, member] = [
    await world.inbox('served'),
    await world.inbox('served'),
    await world.inbox('served', 'owner'),
  ];
  await calm.set({ ways: { 'adapter-silent': 'off' } });
  const { body } = await operator.person.call('GET', '/console/notice-settings', 'served');
  assert.deepEqual(
    [body.saved, body.ways['adapter-silent'], body.ways['import-failed'], body.ways['quota-near']],
    [false, 'inbox', 'off', 'off'],
  );
  await client.importProducts([{ __ID: 'x', a: { b: 'c' } }]);
  await sql`
    update access_key
    set last_used_at = now() - make_interval(mins => 90)
    where access_key.adapter_id = 'absent'`.execute(service.database);
  await world.drain();
  const kinds = async (inbox: typeof operator) =>
    (await inbox.list()).map(({ kind }) => kind).toSorted((a, b) => a.localeCompare(b));
  assert.deepEqual(await kinds(operator), ['adapter-silent']);
  assert.deepEqual(await kinds(calm), []);
  assert.deepEqual(await kinds(member), ['adapter-silent', 'import-failed']);
});

test('what happened before a crash is noticed after it, exactly once, with several workers', async () => {
  const { service } = world.gateway;
  const client = await service.client('crash');
  const owner = await world.inbox('crash', 'owner');
  for (let count = 0; count < 5; count += 1) await client.importProducts([{ __ID: 'x', a: { b: 'c' } }]);
  // a failing insert simulates a crash between the claim and the notice
  await sql`alter table notice add constraint broken check (client_id <> 'crash')`.execute(service.database);
  await assert.rejects(world.drain());
  await sql`alter table notice drop constraint broken`.execute(service.database);
  await Promise.all([world.drain(), world.drain(), world.drain()]);
  assert.deepEqual(
    (await owner.list()).map(({ count }) => count),
    [5],
  );
});
