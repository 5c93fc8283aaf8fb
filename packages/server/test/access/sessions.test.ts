import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { createSecretBox } from '../../src/platform/index.ts';
import { type PeopleWorld, startPeopleWorld } from './people-world.ts';
import { createPerson, goodPassword, post } from './person.ts';

let world: PeopleWorld;
const secretBox = createSecretBox(randomBytes(32));

before(async () => {
  world = await startPeopleWorld({ secretBox, sessionIdleMs: 3_600_000 });
});
after(() => world[Symbol.asyncDispose]());

const olga = () => createPerson(world.baseUrl, 'olga@good.example', goodPassword);
const sessionStatus = async (cookie: string) =>
  (await fetch(`${world.baseUrl}/console/session`, { headers: { cookie } })).status;

/** Signs a cookie as the sign-in library does. */
const cookieOf = (token: string, key: string) =>
  `pimento.session_token=${encodeURIComponent(`${token}.${createHmac('sha256', key).update(token).digest('base64')}`)}`;

describe('Sessions: what a copy of the database is good for', () => {
  test('the token of a cookie is not in the database, and nothing in the database makes a cookie', async () => {
    const { cookie } = await olga();
    const [token = ''] = decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1)).split('.');
    const { rows } = await sql<{ token: string; secret: string }>`
      select person_session.token, installation.session_secret as secret
      from person_session
      cross join installation`.execute(world.service.database);
    assert.ok(rows.length > 0);
    assert.ok(rows.every((row) => row.token !== token));
    for (const row of rows) assert.equal(await sessionStatus(cookieOf(row.token, row.secret)), 401);
    // A cookie with the hash of a token is not valid, even if it is signed with the right key.
    const key = secretBox.sign('session cookies', 'session cookies');
    assert.equal(await sessionStatus(cookieOf(token, key)), 200, 'the test signs like the service');
    for (const row of rows) assert.equal(await sessionStatus(cookieOf(row.token, key)), 401);
  });
});

describe('Sessions: their end', () => {
  test('a person lists their own sessions, ends one of them, and signs out everywhere', async () => {
    const here = await olga();
    const there = await olga();
    const { body } = await here.call('GET', '/console/sessions');
    const current = body.sessions.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    assert.equal(current.length, 1);
    const other = await there.call('GET', '/console/sessions');
    const { sessionId } = other.body.sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    assert.equal((await here.call('DELETE', `/console/sessions/${sessionId}`)).status, 204);
    assert.equal((await there.call('GET', '/console/session')).status, 401);
    const third = await olga();
    assert.equal((await here.call('DELETE', '/console/sessions')).status, 204);
    assert.deepEqual([await sessionStatus(here.cookie), await sessionStatus(third.cookie)], [401, 401]);
  });

  test('a person cannot end the session of another one', async () => {
    const person = await olga();
    const { body } = await person.call('GET', '/console/sessions');
    const [{ sessionId }] = body.sessions;
    await world.evilOwner.call('DELETE', `/console/sessions/${sessionId}`);
    assert.equal(await sessionStatus(person.cookie), 200);
  });

  test('a session ends when it has not been used for the idle time, and lasts while it is used', async () => {
    const idle = await olga();
    const used = await olga();
    const pass = (minutes: number) =>
      sql`update person_session set last_used_at = last_used_at - make_interval(mins => ${minutes})`.execute(
        world.service.database,
      );
    await pass(40);
    assert.equal(await sessionStatus(used.cookie), 200);
    await pass(40);
    assert.deepEqual([await sessionStatus(idle.cookie), await sessionStatus(used.cookie)], [401, 200]);
  });
});

describe('Passwords', () => {
  test('short, frequent and personal passwords are refused wherever a password is set, and good ones taken', async () => {
    const person = await olga();
    const change = async (newPassword: string) => {
      const body = { currentPassword: goodPassword, newPassword };
      const answer = await person.call('POST', '/console/session/password', undefined, body);
      return [answer.status, answer.body?.code ?? null, answer.body?.params?.kind ?? null];
    };
    assert.deepEqual(await change('Xq7!vB2#k'), [400, 'invalid-body', 'members']);
    for (const weak of ['password1234', '123456789012', 'aaaaaaaaaaaa', '            ', 'qwertyuiop12'])
      assert.deepEqual(await change(weak), [400, 'weak-password', 'guessable'], weak);
    assert.deepEqual(await change('olga@good.example'), [400, 'weak-password', 'personal']);
    assert.deepEqual(await change('lavender brick 93 tide'), [204, null, null]);
    const back = { currentPassword: 'lavender brick 93 tide', newPassword: goodPassword };
    const again = await createPerson(world.baseUrl, 'olga@good.example', back.currentPassword);
    assert.equal((await again.call('POST', '/console/session/password', undefined, back)).status, 204);
  });

  test('a first password that must be changed opens nothing else', async () => {
    const { database } = world.service;
    const person = await olga();
    await sql`update person set must_change_password = true where person.email = 'olga@good.example'`.execute(database);
    const refused = await person.call('GET', '/api/products/v1/products', 'good');
    assert.deepEqual([refused.status, refused.body.params?.kind], [403, 'password-change']);
    assert.equal((await person.call('GET', '/console/session')).body.mustChangePassword, true);
    const change = { currentPassword: goodPassword, newPassword: 'cobalt meadow 58 lantern' };
    assert.equal((await person.call('POST', '/console/session/password', undefined, change)).status, 204);
    const again = await createPerson(world.baseUrl, 'olga@good.example', change.newPassword);
    assert.equal((await again.call('GET', '/api/products/v1/products', 'good')).status, 200);
    await again.call('POST', '/console/session/password', undefined, {
      currentPassword: change.newPassword,
      newPassword: goodPassword,
    });
  });

  test('a link for a forgotten password is not sent without a mail server', async () => {
    const answer = await post(world.baseUrl, '/console/password-link/request', { email: 'olga@good.example' });
    assert.deepEqual([answer.status, answer.body.params?.kind], [409, 'no-mail']);
  });
});
