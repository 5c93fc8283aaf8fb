import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { startNoticeMail } from '../../src/notices/mail/notice-mail-runner.ts';
import { systemClock } from '../../src/platform/index.ts';
import type { TestCaller } from '../test-service.ts';
import { type Inbox, type NoticeWorld, startNoticeWorld } from './notice-world.ts';
import { type MailServer, startMailServer, startSilentServer } from './smtp-world.ts';

let server: MailServer;
let world: NoticeWorld;

before(async () => {
  server = await startMailServer({ refuses: 'refused@' });
  world = await startNoticeWorld({
    mail: { url: `smtp://127.0.0.1:${server.port}`, from: 'Pimento <pimento@example.com>' },
    baseUrl: 'https://pimento.test',
  });
});
after(async () => {
  await world[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});
beforeEach(() => {
  server.arrived.length = 0;
});

const fail = (client: TestCaller) => client.importProducts([{ __ID: 'x', a: { b: 'c' } }]);

/** Creates a client with an owner who gets an e-mail about failed imports. */
async function mailed(clientId: string, way = 'mail'): Promise<{ client: TestCaller; owner: Inbox }> {
  const client = await world.gateway.service.client(clientId);
  const owner = await world.inbox(clientId, 'owner');
  await owner.set({ ways: { 'import-failed': way } });
  return { client, owner };
}

/** Creates all outstanding notices, makes all waiting e-mails due, and sends them. */
async function send(): Promise<void> {
  await world.drain();
  await sql`update notice_mail set due_at = now() - interval '1 s' where due_at is not null`.execute(
    world.gateway.service.database,
  );
  await world.gateway.service.notices.drainMail();
}

/** Returns the number of minutes until the e-mail of a client is due, or undefined if no e-mail is waiting. */
async function minutesUntilDue(clientId: string): Promise<number | undefined> {
  const { rows } = await sql<{ minutes: number }>`
    select (extract(epoch from notice_mail.due_at - now()) / 60)::float8 as minutes
    from notice_mail
    where notice_mail.client_id = ${clientId} and notice_mail.due_at is not null`.execute(
    world.gateway.service.database,
  );
  return rows[0]?.minutes;
}

async function problemOf(clientId: string, { person }: Inbox): Promise<string | null> {
  return (await person.call('GET', '/console/notice-settings', clientId)).body.mailProblem;
}

test('an e-mail with all waiting notices is sent once, and the next one at the earliest an hour later', async () => {
  const { client, owner } = await mailed('mailed');
  await owner.set({ language: 'de' });
  await fail(client);
  await world.drain();
  const first = await minutesUntilDue('mailed');
  assert.ok(first !== undefined && first < 2, String(first));
  await send();
  await send();
  const [mail, ...others] = server.arrived;
  assert.equal(others.length, 0);
  assert.deepEqual(mail?.to, [owner.email]);
  assert.match(mail?.text ?? '', /Subject: Pimento: 1 Benachrichtigung zu mailed/);
  assert.match(mail?.text ?? '', /- Ein Import hat 1 Produkt abgelehnt/);
  assert.match(mail?.text ?? '', /https:\/\/pimento\.test\/notices\?client=mailed/);
  assert.match(mail?.text ?? '', /Message-ID:\s+<[0-9a-f]{64}@pimento>/);
  assert.equal(await owner.unread(), 1, 'an e-mail does not mark a notice as read');
  await fail(client);
  await world.drain();
  const next = await minutesUntilDue('mailed');
  assert.ok(next !== undefined && next > 55, String(next));
  await send();
  assert.match(server.arrived[1]?.text ?? '', /- 2 Importe sind fehlgeschlagen/);
});

test('a daily e-mail is due at the hour of the person and holds all notices since the last one', async () => {
  const { client, owner } = await mailed('daily', 'digest');
  const inHours = new Date(Date.now() + 5 * 3_600_000).getUTCHours();
  await owner.set({ digestHour: inHours, timeZone: 'UTC', ways: { 'download-failed': 'digest' } });
  await fail(client);
  await client.importProducts([{ __ID: 'a', PRIMARY_ASSET: 'http://127.0.0.1:9/photo.png' }]);
  await world.gateway.service.assetRunner.drain();
  await world.drain();
  const due = await minutesUntilDue('daily');
  assert.ok(due !== undefined && due > 3.9 * 60 && due <= 5 * 60, String(due));
  await owner.set({ digestHour: (inHours + 3) % 24 });
  const later = await minutesUntilDue('daily');
  assert.ok(later !== undefined && Math.abs(later - due - 180) < 5, String(later));
  await send();
  const [mail, ...others] = server.arrived;
  assert.equal(others.length, 0);
  assert.match(mail?.text ?? '', /Subject: Pimento: daily summary for daily/);
  assert.match(mail?.text ?? '', /- An import rejected 1 product\r\n/);
  assert.match(mail?.text ?? '', /- A file could not be downloaded\r\n/);
  await send();
  assert.equal(server.arrived.length, 1, 'no news, no e-mail');
});

test('an operator gets e-mails about keys of the installation, with links for no client, and a former operator gets none', async () => {
  const { database } = world.gateway.service;
  await world.gateway.service.client('any');
  const operator = await world.inbox('any');
  const former = await world.inbox('any');
  for (const inbox of [operator, former])
    await inbox.set({ language: 'de', ways: { 'installation-key-expires': 'mail' } });
  await sql`
    insert into access_key (key_id, secret_hash, kind, name, created_at, expires_at)
    values ('key_ending', '\\x01', 'operator', 'Deployment', now() - interval '30 days', now() + interval '3 days')`.execute(
    database,
  );
  await world.drain();
  await sql`update person set is_operator = false where person.person_id = ${former.personId}`.execute(database);
  await send();
  await send();
  const [mail, ...others] = server.arrived;
  assert.deepEqual([mail?.to, others.length], [[operator.email], 0]);
  assert.match(mail?.text ?? '', /Subject: Pimento: 1 Benachrichtigung zu Ihrer Installation/);
  assert.match(mail?.text ?? '', /- Der Betreiberschlüssel Deployment läuft am/);
  assert.match(mail?.text ?? '', /https:\/\/pimento\.test\/notices\r\n/);
});

test('what was read, turned off, or belongs to a person without access is not sent', async () => {
  const { database } = world.gateway.service;
  const read = await mailed('read');
  const off = await mailed('off');
  const removed = await mailed('removed');
  const disabled = await mailed('disabled');
  for (const { client } of [read, off, removed, disabled]) await fail(client);
  await world.drain();
  await read.owner.readAll();
  await off.owner.set({ ways: { 'import-failed': 'inbox' } });
  await sql`delete from person_client_role where person_id = ${removed.owner.personId}`.execute(database);
  await sql`update person set disabled_at = now() where person_id = ${disabled.owner.personId}`.execute(database);
  await send();
  assert.deepEqual(server.arrived, []);
  assert.equal(await off.owner.unread(), 1);
});

test('a person who is no longer an owner gets no e-mail about what only owners may know', async () => {
  const { client, owner } = await mailed('lowered');
  await owner.set({ ways: { 'key-expires': 'mail' } });
  await fail(client);
  const { database } = world.gateway.service;
  await sql`
    update access_key
    set created_at = now() - interval '30 days', expires_at = now() + interval '1 day', name = 'hidden key'
    where access_key.client_id = 'lowered'`.execute(database);
  await world.drain();
  assert.equal(await owner.unread(), 2);
  await sql`update person_client_role set role = 'viewer' where person_id = ${owner.personId}`.execute(database);
  await send();
  assert.match(server.arrived[0]?.text ?? '', /An import rejected/);
  assert.deepEqual([await owner.unread(), (await owner.list()).length], [1, 1]);
  assert.equal(await minutesUntilDue('lowered'), undefined);
  assert.ok(!server.arrived[0]?.text.includes('hidden key'));
  await send();
  assert.equal(server.arrived.length, 1);
});

test('a rejected address delays no other person, is shown, and is tried five times', async () => {
  const { client, owner } = await mailed('rejected');
  const colleague = await world.inbox('rejected', 'editor');
  await colleague.set({ ways: { 'import-failed': 'mail' } });
  await sql`update person set email = 'refused@example.com' where person_id = ${owner.personId}`.execute(
    world.gateway.service.database,
  );
  await fail(client);
  await send();
  assert.deepEqual(
    server.arrived.map(({ to }) => to),
    [[colleague.email]],
  );
  assert.deepEqual([await problemOf('rejected', owner), await problemOf('rejected', colleague)], ['rejected', null]);
  for (let tries = 2; tries <= 4; tries += 1) await send();
  assert.notEqual(await minutesUntilDue('rejected'), undefined);
  await send();
  assert.equal(await minutesUntilDue('rejected'), undefined);
  await sql`update person set email = ${owner.email} where person_id = ${owner.personId}`.execute(
    world.gateway.service.database,
  );
  await owner.readAll();
  await fail(client);
  await send();
  assert.ok(server.arrived.some(({ to }) => to[0] === owner.email));
  assert.equal(await problemOf('rejected', owner), null);
});

test('concurrent workers send an e-mail once', async () => {
  const { client } = await mailed('concurrent');
  await fail(client);
  await world.drain();
  const { database } = world.gateway.service;
  await sql`update notice_mail set due_at = now() - interval '1 s' where due_at is not null`.execute(database);
  const deps = { database, clock: systemClock, log: pino({ level: 'silent' }), baseUrl: undefined };
  const settings = { url: `smtp://127.0.0.1:${server.port}`, from: 'p@example.com' };
  const workers = Array.from({ length: 3 }, () => startNoticeMail(deps, settings));
  await Promise.all(workers.map((worker) => worker.drain()));
  for (const worker of workers) await worker[Symbol.asyncDispose]();
  assert.equal(server.arrived.length, 1);
});

test('a mail server that is down or hangs delays no request and loses nothing', async () => {
  const { client, owner } = await mailed('down');
  const { port } = server;
  await server[Symbol.asyncDispose]();
  await fail(client);
  await send();
  assert.equal(await problemOf('down', owner), 'unreachable');
  assert.ok(((await minutesUntilDue('down')) ?? 0) > 0);
  {
    await using _silent = await startSilentServer(port);
    const sending = send();
    let isSent = false;
    void sending.then(() => (isSent = true));
    assert.equal((await fail(client)).status, 200);
    await world.drain();
    const [notice] = await owner.list();
    assert.equal(notice.count, 2, 'the inbox does not wait for the mail server');
    assert.equal(isSent, false);
    await sending;
    assert.equal(await problemOf('down', owner), 'unreachable');
  }
  server = await startMailServer({ port });
  await send();
  assert.deepEqual(
    server.arrived.map(({ to }) => to),
    [[owner.email]],
  );
  assert.match(server.arrived[0]?.text ?? '', /- 2 imports failed/);
  assert.equal(await problemOf('down', owner), null);
});
