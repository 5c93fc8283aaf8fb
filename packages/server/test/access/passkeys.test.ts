import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { inviteAndAccept, goodPassword, type Person, post, secretOf } from './person.ts';
import { type PeopleWorld, startPeopleWorld } from './people-world.ts';
import { type Authenticator, createAuthenticator } from './software-authenticator.ts';

/** The public address of a service behind a proxy. */
const site = 'https://pim.example.com';

let world: PeopleWorld;

before(async () => {
  world = await startPeopleWorld();
});
after(() => world[Symbol.asyncDispose]());

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0] ?? '')
    .filter((cookie) => !cookie.endsWith('='))
    .join('; ');
const originOf = (baseUrl: string) => new URL(baseUrl).origin;

interface Answer {
  status: number;
  cookie: string;
  setCookie: string;
  body: any; // oxlint-disable-line typescript/no-explicit-any -- tests assert every member that they read
}

async function send(
  path: string,
  body: unknown,
  cookie = '',
  baseUrl = world.baseUrl,
  origin = baseUrl,
): Promise<Answer> {
  const answer = await fetch(baseUrl + path, {
    method: 'POST',
    headers: { origin, cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    cookie: cookiesOf(answer),
    setCookie: answer.headers.getSetCookie().join('\n'),
    body: text === '' ? undefined : JSON.parse(text),
  };
}
const newMember = (email: string) =>
  inviteAndAccept(world.baseUrl, world.goodOwner, 'good', { email, name: email, role: 'viewer' });

async function add(person: Person, authenticator: Authenticator, name = 'Phone'): Promise<Answer> {
  const started = await send('/console/passkeys/options', undefined, person.cookie);
  assert.equal(started.status, 200, JSON.stringify(started.body));
  assert.match(started.setCookie, /; Path=\/console;/, 'the browser sends it with the next step');
  const response = authenticator.create(started.body.options.challenge, originOf(world.baseUrl));
  return send('/console/passkeys', { name, response }, `${person.cookie}; ${started.cookie}`);
}
async function start(): Promise<{ challenge: string; cookie: string }> {
  const { body, cookie } = await send('/console/session/passkey/options', undefined);
  return { challenge: body.options.challenge, cookie };
}
async function signIn(authenticator: Authenticator): Promise<Answer> {
  const { challenge, cookie } = await start();
  const response = authenticator.get(challenge, originOf(world.baseUrl));
  return send('/console/session/passkey', { response }, cookie);
}
const refused = ({ status, cookie, body }: Answer) =>
  assert.deepEqual([status, cookie, body.code, body.params.kind], [401, '', 'sign-in-failed', 'passkey']);
const host = () => new URL(world.baseUrl).hostname;

describe('A passkey', () => {
  test('is added, named, used to sign in, renamed and deleted', async () => {
    const person = await newMember('keys@example.com');
    const phone = createAuthenticator(host());
    const added = await add(person, phone, ' Phone ');
    assert.deepEqual([added.status, added.body.name, added.body.lastUsed], [201, 'Phone', null]);
    const { passkeyId } = added.body;
    const signedIn = await signIn(phone);
    assert.deepEqual(
      [signedIn.status, signedIn.body.email, signedIn.body.secondFactorUsed],
      [200, 'keys@example.com', true],
    );
    const path = `/console/passkeys/${passkeyId}`;
    assert.equal((await person.call('PATCH', path, undefined, { name: 'Old phone' })).body.name, 'Old phone');
    assert.equal((await world.goodOwner.call('DELETE', path)).status, 404, 'not by another person');
    assert.equal((await world.goodOwner.call('PATCH', path, undefined, { name: 'x' })).status, 404);
    const { body } = await person.call('GET', '/console/passkeys');
    assert.deepEqual([body.passkeys.length, body.passkeys[0].name], [1, 'Old phone']);
    assert.notEqual(body.passkeys[0].lastUsed, null);
    assert.equal((await person.call('DELETE', path)).status, 204);
    refused(await signIn(phone));
  });

  test('is refused if its authenticator has not verified the user', async () => {
    const person = await newMember('unverified@example.com');
    const careless = createAuthenticator(host());
    careless.verifiesUser = false;
    assert.equal((await add(person, careless)).body.params.kind, 'passkey');
    careless.verifiesUser = true;
    assert.equal((await add(person, careless)).status, 201);
    careless.verifiesUser = false;
    refused(await signIn(careless));
    careless.verifiesUser = true;
    assert.equal((await signIn(careless)).status, 200);
  });

  test('is refused for another site, another challenge, another step, and a second time', async () => {
    const person = await newMember('replayed@example.com');
    const key = createAuthenticator(host());
    await add(person, key);
    const origin = originOf(world.baseUrl);
    const use = (response: unknown, cookie: string) => send('/console/session/passkey', { response }, cookie);
    const begun = await start();
    refused(await use(key.get(begun.challenge, 'https://evil.example'), begun.cookie));
    refused(await use(key.get((await start()).challenge, origin), begun.cookie));
    refused(await use(key.get(begun.challenge, origin), ''));
    refused(await use(createAuthenticator(host()).get(begun.challenge, origin), begun.cookie));
    refused(await use({ id: 'unknown' }, begun.cookie));
    const answer = key.get(begun.challenge, origin);
    assert.equal((await use(answer, begun.cookie)).status, 200);
    refused(await use(answer, begun.cookie));
    const adding = await send('/console/passkeys/options', undefined, person.cookie);
    refused(await use(key.get(adding.body.options.challenge, origin), adding.cookie));
  });
});

describe('Passkeys of one person', () => {
  test('are at most 20, even if the last ones are added at the same time', async () => {
    const person = await newMember('collector@example.com');
    for (let count = 0; count < 19; count++)
      assert.equal((await add(person, createAuthenticator(host()))).status, 201, String(count));
    const started = await Promise.all([1, 2, 3].map(() => send('/console/passkeys/options', undefined, person.cookie)));
    const answers = await Promise.all(
      started.map(({ body, cookie }) => {
        const response = createAuthenticator(host()).create(body.options.challenge, originOf(world.baseUrl));
        return send('/console/passkeys', { name: 'Key', response }, `${person.cookie}; ${cookie}`);
      }),
    );
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409, 409],
    );
    const refusal = answers.find(({ status }) => status === 409);
    assert.deepEqual(refusal?.body.params, { kind: 'too-many-passkeys', max: 20 });
    const { body } = await person.call('GET', '/console/passkeys');
    assert.equal(body.passkeys.length, 20);
  });
});

describe('A passkey in wrong hands', () => {
  test('is refused if its counter shows that it was copied', async () => {
    const person = await newMember('copied@example.com');
    const key = createAuthenticator(host());
    key.counter = 5;
    await add(person, key);
    key.counter = 6;
    assert.equal((await signIn(key)).status, 200);
    refused(await signIn(key));
  });

  test('cannot be added with the cookie of another person, nor to an old session', async () => {
    const [person, other] = [await newMember('victim@example.com'), await newMember('other@example.com')];
    const key = createAuthenticator(host());
    const started = await send('/console/passkeys/options', undefined, other.cookie);
    const response = key.create(started.body.options.challenge, originOf(world.baseUrl));
    refused(await send('/console/passkeys', { name: 'x', response }, `${person.cookie}; ${started.cookie}`));
    await sql`
      update person_session
      set created_at = created_at - interval '61 minutes'
      where person_session.person_id = (
        select person.person_id
        from person
        where person.email = 'victim@example.com'
      )`.execute(world.service.database);
    const late = await send('/console/passkeys/options', undefined, person.cookie);
    assert.deepEqual([late.status, late.body.params.kind], [401, 'not-recent']);
  });

  test('ends when its person leaves the last client, is disabled, or has lost it', async () => {
    const email = 'leaves@example.com';
    const person = await newMember(email);
    const key = createAuthenticator(host());
    await add(person, key);
    const personId = (await person.call('GET', '/console/session')).body.personId;
    await world.operator.call('PATCH', `/console/people/${personId}`, undefined, { disabled: true });
    refused(await signIn(key));
    await world.operator.call('PATCH', `/console/people/${personId}`, undefined, { disabled: false });
    assert.equal((await signIn(key)).status, 200);
    await world.goodOwner.call('DELETE', `/console/members/${personId}`, 'good');
    refused(await signIn(key));
    const again = await newMember('loses@example.com');
    const lost = createAuthenticator(host());
    await add(again, lost);
    const { personId: losing } = (await again.call('GET', '/console/session')).body;
    assert.equal((await world.operator.call('DELETE', `/console/people/${losing}/second-factor`)).status, 204);
    refused(await signIn(lost));
  });

  test('keeps its person from being taken over with an invitation, when the password has been removed', async () => {
    const email = 'passwordless@example.com';
    const person = await newMember(email);
    await add(person, createAuthenticator(host()));
    await sql`delete from person_account where person_account.provider_account_id = (
      select person.person_id
      from person
      where person.email = ${email}
    )`.execute(world.service.database);
    const { body } = await world.evilOwner.call('POST', '/console/invitations', 'evil', { email, role: 'viewer' });
    const accepted = await post(world.baseUrl, '/console/invitation/accept', {
      secret: secretOf(body.link),
      name: 'Mallory',
      password: goodPassword,
    });
    assert.deepEqual([accepted.status, accepted.body.params.kind], [409, 'known-person']);
  });
});

test('A passkey belongs to the public address of the service, whatever address a proxy uses', async () => {
  await using proxied = await startPeopleWorld({ baseUrl: site });
  const { baseUrl } = proxied;
  const { cookie } = proxied.goodOwner;
  const phone = createAuthenticator('pim.example.com');
  const started = await send('/console/passkeys/options', undefined, cookie, baseUrl, site);
  assert.equal(started.body.options.rp.id, 'pim.example.com');
  const made = { name: 'Phone', response: phone.create(started.body.options.challenge, site) };
  const added = await send('/console/passkeys', made, `${cookie}; ${started.cookie}`, baseUrl, site);
  assert.equal(added.status, 201, JSON.stringify(added.body));
  const signInAt = async (origin: string) => {
    const begun = await send('/console/session/passkey/options', undefined, '', baseUrl, site);
    assert.match(begun.cookie, /^__Secure-pimento[.]ticket=/);
    const response = phone.get(begun.body.options.challenge, origin);
    return send('/console/session/passkey', { response }, begun.cookie, baseUrl, site);
  };
  assert.equal((await signInAt(site)).status, 200);
  refused(await signInAt(originOf(baseUrl)));
});
