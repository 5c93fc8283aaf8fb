import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { codeOf, decodeBase32 } from './authenticator.ts';
import { type PeopleWorld, startPeopleWorld } from './people-world.ts';
import { createPerson, goodPassword, inviteAndAccept, type Person } from './person.ts';

let world: PeopleWorld;

before(async () => {
  world = await startPeopleWorld();
});
after(() => world[Symbol.asyncDispose]());

const keyOf = (uri: string) => new URL(uri).searchParams.get('secret') ?? '';
/** Returns the code that the authenticator app of a setup URI shows `steps` × 30 s from now. */
const codeNow = (uri: string, steps = 0) => codeOf(keyOf(uri), steps);

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0] ?? '')
    .filter((cookie) => !cookie.endsWith('='))
    .join('; ');

async function send(path: string, body: unknown, cookie = ''): Promise<Response> {
  return fetch(world.baseUrl + path, {
    method: 'POST',
    headers: { origin: world.baseUrl, 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
}
const signIn = (email: string, password = goodPassword) => send('/console/session', { email, password });
const enter = (cookie: string, code: string, isRecoveryCode = false) =>
  send('/console/session/code', { code, isRecoveryCode }, cookie);
const isSignedIn = async (cookie: string) =>
  (await fetch(`${world.baseUrl}/console/session`, { headers: { cookie } })).status === 200;

/** Creates a member who has turned on the second factor. */
async function withSecondFactor(email: string): Promise<{ person: Person; uri: string; recoveryCodes: string[] }> {
  const person = await inviteAndAccept(world.baseUrl, world.goodOwner, 'good', { email, name: email, role: 'viewer' });
  const started = await person.call('POST', '/console/session/second-factor', undefined, { password: goodPassword });
  assert.equal(started.status, 201, started.text);
  const { uri, recoveryCodes } = started.body;
  const code = codeNow(uri);
  const confirmed = await person.call('POST', '/console/session/second-factor/confirm', undefined, { code });
  assert.equal(confirmed.status, 204, confirmed.text);
  // so that tests can sign in without waiting for the next code
  await sql`delete from used_sign_in_ticket`.execute(world.service.database);
  return { person, uri, recoveryCodes };
}

describe('The second factor', () => {
  test('can be started by several requests at once, and one of its secrets counts', async () => {
    const email = 'hasty@example.com';
    const member = { email, name: 'Hasty', role: 'viewer' };
    const person = await inviteAndAccept(world.baseUrl, world.goodOwner, 'good', member);
    const path = '/console/session/second-factor';
    const start = () => person.call('POST', path, undefined, { password: goodPassword });
    const answers = await Promise.all(Array.from({ length: 6 }, start));
    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map(() => 201),
    );
    const confirmed = await Promise.all(
      answers.map(({ body }) => person.call('POST', `${path}/confirm`, undefined, { code: codeNow(body.uri) })),
    );
    assert.ok(confirmed.some(({ status }) => status === 204));
  });

  test('is needed once its first code is confirmed, and a password alone opens nothing', async () => {
    const email = 'app@example.com';
    const person = await inviteAndAccept(world.baseUrl, world.goodOwner, 'good', {
      email,
      name: 'App',
      role: 'viewer',
    });
    const path = '/console/session/second-factor';
    assert.equal((await person.call('POST', path, undefined, { password: 'wrong' })).body.params.kind, 'password');
    const { body } = await person.call('POST', path, undefined, { password: goodPassword });
    assert.equal((await signIn(email)).status, 200, 'not before a code was confirmed');
    assert.equal((await person.call('POST', `${path}/confirm`, undefined, { code: '000000' })).status, 401);
    const confirming = codeNow(body.uri);
    const confirmed = await person.call('POST', `${path}/confirm`, undefined, { code: confirming });
    assert.equal(confirmed.status, 204, confirmed.text);
    const seen = await enter(cookiesOf(await signIn(email)), confirming);
    assert.equal(seen.status, 401, 'the code that turned the second factor on is used');
    const half = await signIn(email);
    assert.equal(half.status, 202);
    const challenge = cookiesOf(half);
    assert.equal(await isSignedIn(challenge), false);
    const used = codeNow(body.uri, 1);
    const entered = await enter(challenge, used);
    assert.equal(entered.status, 200);
    assert.equal(await isSignedIn(cookiesOf(entered)), true);
    assert.equal((await enter(challenge, codeNow(body.uri, 1))).status, 401, 'a challenge works once');
    const overheard = await enter(cookiesOf(await signIn(email)), used);
    assert.equal(overheard.status, 401, 'a code works once');
    assert.equal(await isSignedIn(cookiesOf(overheard)), false);
  });
});

describe('The second factor: codes', () => {
  test('accepts a code once, also after a newer code has been used', async () => {
    const { uri } = await withSecondFactor('replayed@example.com');
    const [first, second] = [codeNow(uri), codeNow(uri, 1)];
    const use = async (code: string) => (await enter(cookiesOf(await signIn('replayed@example.com')), code)).status;
    assert.deepEqual([await use(first), await use(second)], [200, 200]);
    assert.deepEqual([await use(first), await use(second)], [401, 401]);
  });

  test('refuses the code of a clock that is wrong by a minute and a half or more', async () => {
    const { uri } = await withSecondFactor('clock@example.com');
    for (const steps of [-4, -3, 3, 4]) {
      const entered = await enter(cookiesOf(await signIn('clock@example.com')), codeNow(uri, steps));
      assert.equal(entered.status, 401, `${steps * 30} s`);
    }
  });

  test('accepts each recovery code once, and new codes replace the old ones', async () => {
    const { recoveryCodes } = await withSecondFactor('recovers@example.com');
    const use = async (code: string) =>
      (await enter(cookiesOf(await signIn('recovers@example.com')), code, true)).status;
    assert.equal(recoveryCodes.length, 10);
    const [first = '', second = ''] = recoveryCodes;
    assert.deepEqual([await use(first), await use(first), await use('nonsense')], [200, 401, 401]);
    const entered = await enter(cookiesOf(await signIn('recovers@example.com')), second, true);
    const replaced = await send(
      '/console/session/second-factor/recovery-codes',
      { password: goodPassword },
      cookiesOf(entered),
    );
    const { recoveryCodes: fresh } = (await replaced.json()) as { recoveryCodes: string[] }; // the contract declares this type
    assert.deepEqual([await use(recoveryCodes[2] ?? ''), await use(fresh[0] ?? '')], [401, 200]);
  });

  test('cannot be guessed: a sign-in allows five codes, and ten wrong ones in a row lock it, also for the right one', async () => {
    const { uri } = await withSecondFactor('guessed@example.com');
    const challenge = cookiesOf(await signIn('guessed@example.com'));
    for (let tries = 0; tries < 5; tries += 1) assert.equal((await enter(challenge, '000000')).status, 401);
    const sixth = await enter(challenge, codeNow(uri));
    const problem = (await sixth.json()) as { params: { kind: string } }; // the response is a problem document
    assert.deepEqual([sixth.status, problem.params.kind], [401, 'code-too-late']);
    const again = cookiesOf(await signIn('guessed@example.com'));
    for (let tries = 0; tries < 5; tries += 1) await enter(again, '000000');
    const locked = await enter(cookiesOf(await signIn('guessed@example.com')), codeNow(uri));
    assert.equal(locked.status, 429);
  });
});

describe('The second factor: its end and its storage', () => {
  test('ends with the password, or by an operator, who cannot read it', async () => {
    const { uri } = await withSecondFactor('ends@example.com');
    const entered = await enter(cookiesOf(await signIn('ends@example.com')), codeNow(uri));
    const ended = await send('/console/session/second-factor/end', { password: goodPassword }, cookiesOf(entered));
    assert.equal(ended.status, 204);
    assert.equal((await signIn('ends@example.com')).status, 200);

    await withSecondFactor('lost@example.com');
    const { body } = await world.operator.call('GET', '/console/people?text=lost@example.com');
    const [{ personId, hasSecondFactor }] = body.people;
    assert.equal(hasSecondFactor, true);
    const removed = await world.operator.call('DELETE', `/console/people/${personId}/second-factor`);
    assert.equal(removed.status, 204);
    await createPerson(world.baseUrl, 'lost@example.com', goodPassword);
  });

  test('is stored encrypted', async () => {
    const { uri, recoveryCodes } = await withSecondFactor('stored@example.com');
    const { rows } = await sql<{ row: string }>`
      select person_second_factor::text as row
      from person_second_factor`.execute(world.service.database);
    const stored = rows.map(({ row }) => row).join('\n');
    const secret = keyOf(uri);
    assert.ok(!stored.includes(secret) && !stored.includes(decodeBase32(secret).toString()));
    assert.ok(recoveryCodes.every((code) => !stored.includes(code)));
  });
});
