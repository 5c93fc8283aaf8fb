import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { listNotices } from '../../src/notices/inbox/notice-views.ts';
import { clientIdOf } from '../../src/platform/core.ts';
import { countRowsRead } from '../platform/database/rows-read.ts';
import { type NoticeWorld, startNoticeWorld } from './notice-world.ts';

let world: NoticeWorld;
before(async () => {
  world = await startNoticeWorld();
});
after(() => world[Symbol.asyncDispose]());

const faulty = [{ __ID: 'good' }, { __ID: 'bad', a: { b: 'not defined' } }];

test('an import with rejected products is noticed once, a clean import, a dry run and an edit are not', async () => {
  const client = await world.gateway.service.client('imports');
  const owner = await world.inbox('imports', 'owner');
  const viewer = await world.inbox('imports', 'viewer');
  await client.importProducts([{ __ID: 'clean' }]);
  await client.importProducts(faulty, '?dryRun=true');
  await client.importProducts(faulty, '?origin=edit');
  await world.drain();
  assert.deepEqual([await owner.list(), await owner.unread()], [[], 0]);
  const { body } = await client.importProducts(faulty);
  await Promise.all([world.drain(), world.drain()]);
  await world.drain();
  const [notice, ...others] = await owner.list();
  assert.equal(others.length, 0);
  assert.deepEqual(
    [notice.kind, notice.count, notice.read, notice.subject],
    ['import-failed', 1, false, { jobRef: body.jobRef, failed: false, rejected: 1 }],
  );
  assert.deepEqual([await owner.unread(), await viewer.unread()], [1, 1]);
});

test('an import that breaks is noticed as failed', async () => {
  const client = await world.gateway.service.client('broken');
  const owner = await world.inbox('broken', 'owner');
  assert.equal((await client.importBody('{"products":[{"__ID":"a"},')).status, 400);
  await world.drain();
  const [{ kind, subject }] = await owner.list();
  assert.deepEqual([kind, subject.failed], ['import-failed', true]);
});

test('unread notices of the same kind are one with a count, and a new one begins after it was read', async () => {
  const client = await world.gateway.service.client('grouped');
  const owner = await world.inbox('grouped', 'owner');
  const colleague = await world.inbox('grouped', 'editor');
  for (let count = 0; count < 3; count += 1) await client.importProducts(faulty);
  await world.drain();
  await client.importProducts(faulty);
  await world.drain();
  assert.deepEqual(
    (await owner.list()).map(({ count, read }) => [count, read]),
    [[4, false]],
  );
  await owner.readAll();
  assert.equal(await owner.unread(), 0);
  await client.importProducts(faulty);
  await world.drain();
  const counts = async (query: string) => (await owner.list(query)).map(({ count, read }) => [count, read]);
  assert.deepEqual(await counts(''), [
    [1, false],
    [4, true],
  ]);
  assert.deepEqual(await counts('?unread=true'), [[1, false]]);
  assert.deepEqual(
    (await colleague.list()).map(({ count }) => count),
    [5],
    'reading is personal',
  );
});

test('an occurrence after the list was read stays unread', async () => {
  const client = await world.gateway.service.client('raced');
  const owner = await world.inbox('raced', 'owner');
  const mark = (noticeId: string, count: number) =>
    owner.person.call('POST', '/console/notices/read', 'raced', { notices: [{ noticeId, count }] });
  await client.importProducts(faulty);
  await world.drain();
  const [{ noticeId }] = await owner.list();
  await client.importProducts(faulty);
  await world.drain();
  assert.equal((await mark(noticeId, 1)).status, 204);
  assert.equal(await owner.unread(), 1);
  await mark('00000000-0000-4000-8000-000000000000', 2);
  assert.equal(await owner.unread(), 1);
  for (let times = 0; times < 2; times += 1) assert.equal((await mark(noticeId, 2)).status, 204);
  assert.equal(await owner.unread(), 0);
});

test('pages list every notice once, newest first', async () => {
  const { service } = world.gateway;
  await service.client('paged');
  const owner = await world.inbox('paged', 'owner');
  await sql`
    insert into notice (client_id, person_id, notice_id, kind, group_key, subject, occurrences, way, first_at, last_at)
    select
      'paged', ${owner.personId}, gen_random_uuid(), 'key-expires', number::text,
      jsonb_build_object('keyId', number::text, 'name', 'key', 'expires', '2030-01-01T00:00:00.000Z'), 1, 'inbox',
      now(), date_trunc('minute', now()) - (number / 2) * interval '1 minute'
    from generate_series(1, 25) as number`.execute(service.database);
  const seen: string[] = [];
  for (let next: string | null = '', pages = 0; next !== null && pages < 10; pages += 1) {
    const query: string = next === '' ? '' : `&startingAfter=${next}`;
    const { body } = await owner.person.call('GET', `/console/notices?limit=10${query}`, 'paged');
    seen.push(...body.notices.map(({ subject }: { subject: { keyId: string } }) => subject.keyId));
    next = body.next;
  }
  assert.deepEqual([seen.length, new Set(seen).size, seen[0]], [25, 25, '1']);
  const minutes = seen.map((id) => Math.floor(Number(id) / 2));
  assert.deepEqual(
    minutes,
    minutes.toSorted((a, b) => a - b),
  );
  const wrong = await owner.person.call('GET', '/console/notices?startingAfter=eHg', 'paged');
  assert.deepEqual([wrong.status, wrong.body.code], [400, 'invalid-parameter']);
});

test('a person reads and marks only their own notices, and members of other clients get none', async () => {
  const client = await world.gateway.service.client('private');
  await world.gateway.service.client('other');
  const owner = await world.inbox('private', 'owner');
  const stranger = await world.inbox('other', 'owner');
  await client.importProducts(faulty);
  await world.drain();
  assert.equal(await stranger.unread(), 0);
  assert.equal((await stranger.person.call('GET', '/console/notices', 'private')).status, 404);
  const [{ noticeId }] = await owner.list();
  const foreign = { notices: [{ noticeId, count: 1 }] };
  assert.equal((await stranger.person.call('POST', '/console/notices/read', 'other', foreign)).status, 204);
  assert.equal(await owner.unread(), 1);
});

test('kinds that are off are not noticed, and an operator is notified only after having set it', async () => {
  const client = await world.gateway.service.client('chosen');
  const owner = await world.inbox('chosen', 'owner');
  const operator = await world.inbox('chosen');
  await owner.set({ ways: { 'import-failed': 'off' } });
  await client.importProducts(faulty);
  await world.drain();
  assert.deepEqual([await owner.unread(), await operator.unread()], [0, 0]);
  const { body: unset } = await operator.person.call('GET', '/console/notice-settings', 'chosen');
  assert.deepEqual([unset.saved, unset.ways['import-failed']], [false, 'off']);
  await operator.set({ ways: { 'import-failed': 'inbox' } });
  await client.importProducts(faulty);
  await world.drain();
  assert.deepEqual([await owner.unread(), await operator.unread()], [0, 1]);
});

test('settings that no person could mean are refused', async () => {
  await world.gateway.service.client('refused');
  const owner = await world.inbox('refused', 'owner');
  const { saved, canMail, email, mailProblem, ...settings } = (
    await owner.person.call('GET', '/console/notice-settings', 'refused')
  ).body;
  assert.deepEqual([saved, canMail, email, mailProblem], [false, false, owner.email, null]);
  const put = (change: object) =>
    owner.person.call('PUT', '/console/notice-settings', 'refused', { ...settings, ...change });
  for (const change of [
    { timeZone: 'Europe/Atlantis' },
    { digestHour: 24 },
    { silentMinutes: 1 },
    { language: 'fr' },
    { ways: { ...settings.ways, 'import-failed': 'pigeon' } },
    { ways: { 'import-failed': 'off' } },
  ])
    assert.equal((await put(change)).status, 400, JSON.stringify(change));
  const { body } = await put({ timeZone: 'Asia/Tokyo' });
  assert.deepEqual([body.timeZone, body.saved], ['Asia/Tokyo', true]);
});

test('a request of an older console, without the newest kinds, does not change them', async () => {
  await world.gateway.service.client('older');
  const operator = await world.inbox('older');
  await operator.set({ ways: { mentioned: 'off', 'installation-key-expires': 'digest' } });
  const path = '/console/notice-settings';
  const {
    saved: _,
    canMail: __,
    email: ___,
    mailProblem: ____,
    ...settings
  } = (await operator.person.call('GET', path, 'older')).body;
  const { mentioned: _____, 'installation-key-expires': ______, ...ways } = settings.ways;
  const { status, body } = await operator.person.call('PUT', path, 'older', {
    ...settings,
    ways: { ...ways, 'import-failed': 'inbox' },
  });
  assert.equal(status, 200);
  assert.deepEqual(body.ways, {
    ...ways,
    'import-failed': 'inbox',
    mentioned: 'off',
    'installation-key-expires': 'digest',
  });
});

test('old notices are deleted, newer ones stay', async () => {
  const { service } = world.gateway;
  const client = await service.client('aged');
  const owner = await world.inbox('aged', 'owner');
  const age = (days: number) =>
    sql`update notice set last_at = now() - make_interval(days => ${days}) where notice.client_id = 'aged'`.execute(
      service.database,
    );
  await client.importProducts(faulty);
  await world.drain();
  await age(89);
  await service.notices.drainRetention();
  assert.equal((await owner.list()).length, 1);
  await age(91);
  await service.notices.drainRetention();
  assert.equal((await owner.list()).length, 0);
});

test('a page of an inbox reads only its own notices, whatever the number of others is', async () => {
  const { service } = world.gateway;
  await service.client('flooded');
  const operator = await world.inbox('flooded');
  const seed = (clientId: string, notices: number) =>
    sql`
      insert into notice (
        client_id, person_id, notice_id, kind, group_key, subject, occurrences, way, first_at, last_at, read_at
      )
      select
        ${clientId}, ${operator.personId}, gen_random_uuid(), 'import-failed', numbered.n::text, '{}', 1, 'inbox',
        now(), now() - make_interval(secs => numbered.n), case when numbered.n <= ${notices}::integer - 20 then now() end
      from generate_series(1, ${notices}::integer) as numbered (n)`.execute(service.database);
  await seed('flooded', 20_000);
  await seed('', 100);
  await sql`analyze notice`.execute(service.database);
  const recipient = { clientId: clientIdOf('flooded'), personId: operator.personId, isOwner: true };
  const first = await listNotices(service.database, recipient, { unread: false, after: null, limit: 50 });
  const last = first.at(-1);
  assert.ok(last);
  const after = { lastAt: new Date(last.last), noticeId: last.noticeId };
  for (const page of [
    { unread: false, after: null },
    { unread: false, after },
    { unread: true, after: null },
  ]) {
    const read = await countRowsRead(service.database, 'notice', (opened) =>
      listNotices(opened, recipient, { ...page, limit: 50 }),
    );
    assert.ok(read <= 200, `${read} notices were read for ${JSON.stringify(page)}`);
  }
  const listed = await operator.list('?limit=100');
  const times = listed.map(({ last: at }) => at);
  assert.deepEqual([times.length, times], [100, times.toSorted((a, b) => b.localeCompare(a))]);
  assert.equal((await operator.list('?unread=true&limit=100')).length, 40);
});
