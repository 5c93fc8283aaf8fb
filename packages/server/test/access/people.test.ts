import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { expireLinks, type PeopleWorld, startPeopleWorld } from './people-world.ts';
import { createPerson, goodPassword, inviteAndAccept, type Person, post, secretOf } from './person.ts';

let world: PeopleWorld;

before(async () => {
  world = await startPeopleWorld();
});
after(() => world[Symbol.asyncDispose]());

const newPassword = 'harbor quartz lemon 77';
const signIn = (email: string, password: string) => post(world.baseUrl, '/console/session', { email, password });
const setPassword = (secret: string, password = newPassword) =>
  post(world.baseUrl, '/console/password-link', { secret, password });

async function personOf(email: string) {
  const { body } = await world.operator.call('GET', `/console/people?text=${encodeURIComponent(email)}`);
  return body.people[0];
}

function member(email: string, role = 'viewer'): Promise<Person> {
  return inviteAndAccept(world.baseUrl, world.goodOwner, 'good', { email, name: email, role });
}

describe('Password links', () => {
  test('an operator lets a person set a new password, which ends the old one and all sessions', async () => {
    const person = await member('forgets@example.com');
    const { personId } = await personOf('forgets@example.com');
    const { status, body } = await world.operator.call('POST', `/console/people/${personId}/password-link`);
    assert.equal(status, 201);
    const secret = secretOf(body.link);
    const opened = await post(world.baseUrl, '/console/password-link/open', { secret });
    assert.equal(opened.body.email, 'forgets@example.com');
    assert.equal((await setPassword(secret, 'password1234')).body.code, 'weak-password');
    const guess = () => signIn('forgets@example.com', 'not the password');
    while ((await guess()).status === 401);
    assert.equal((await setPassword(secret)).status, 204);
    assert.equal((await person.call('GET', '/console/session')).status, 401);
    assert.equal((await signIn('forgets@example.com', goodPassword)).status, 401);
    assert.equal((await signIn('forgets@example.com', newPassword)).status, 200);
    assert.equal((await setPassword(secret)).body.code, 'unknown-link', 'it works once');
  });

  test('a link ends after 24 hours, when it is replaced and when the person is disabled', async () => {
    await member('slow@example.com');
    const { personId } = await personOf('slow@example.com');
    const link = async () => {
      const { body } = await world.operator.call('POST', `/console/people/${personId}/password-link`);
      return secretOf(body.link);
    };
    const old = await link();
    await expireLinks(world.service, 'password_link');
    assert.equal((await setPassword(old)).status, 404);
    const first = await link();
    const second = await link();
    assert.equal((await setPassword(first)).status, 404);
    await world.operator.call('PATCH', `/console/people/${personId}`, undefined, { disabled: true });
    assert.equal((await setPassword(second)).status, 404);
  });
});

describe('Password links in the hands of owners', () => {
  test('an owner helps a member of this client alone, and gets no link of a person who belongs to another client', async () => {
    const { goodOwner, evilOwner, operator } = world;
    await member('local@example.com');
    const local = await personOf('local@example.com');
    const path = (personId: string) => `/console/members/${personId}/password-link`;
    assert.equal((await goodOwner.call('POST', path(local.personId), 'good')).status, 201);
    assert.equal((await evilOwner.call('POST', path(local.personId), 'evil')).body.code, 'unknown-person');

    const both = await member('both@example.com', 'owner');
    const invited = await evilOwner.call('POST', '/console/invitations', 'evil', {
      email: 'both@example.com',
      role: 'viewer',
    });
    const body = { secret: secretOf(invited.body.link) };
    assert.equal((await both.call('POST', '/console/invitation/join', undefined, body)).status, 200);
    const { personId } = await personOf('both@example.com');
    const refused = await evilOwner.call('POST', path(personId), 'evil');
    assert.deepEqual([refused.status, refused.body.params?.kind], [409, 'person-elsewhere']);
    const root = await personOf('root@example.com');
    await operator.call('GET', '/console/session');
    assert.equal((await evilOwner.call('POST', path(root.personId), 'evil')).body.code, 'unknown-person');
  });

  test('a link that an owner holds ends when its person gets more rights: in another client, or as an operator', async () => {
    const { goodOwner, evilOwner, operator } = world;
    const linkFor = async (personId: string) => {
      const { status, body } = await goodOwner.call('POST', `/console/members/${personId}/password-link`, 'good');
      assert.equal(status, 201);
      return secretOf(body.link);
    };
    const riser = await member('riser@example.com');
    const { personId } = await personOf('riser@example.com');
    const held = await linkFor(personId);
    const invited = await evilOwner.call('POST', '/console/invitations', 'evil', {
      email: 'riser@example.com',
      role: 'owner',
    });
    const secret = secretOf(invited.body.link);
    assert.equal((await riser.call('POST', '/console/invitation/join', undefined, { secret })).status, 200);
    assert.equal((await setPassword(held)).status, 404);

    await member('next-operator@example.com');
    const next = await personOf('next-operator@example.com');
    const heldToo = await linkFor(next.personId);
    await operator.call('PATCH', `/console/people/${next.personId}`, undefined, { isOperator: true });
    assert.equal((await setPassword(heldToo)).status, 404);
    await operator.call('PATCH', `/console/people/${next.personId}`, undefined, { isOperator: false });
  });

  test('the links that an owner created end with the ownership', async () => {
    const owner = await member('second-owner@example.com', 'owner');
    await member('victim@example.com');
    const victim = await personOf('victim@example.com');
    const { body } = await owner.call('POST', `/console/members/${victim.personId}/password-link`, 'good');
    const { personId } = await personOf('second-owner@example.com');
    await world.goodOwner.call('DELETE', `/console/members/${personId}`, 'good');
    assert.equal((await setPassword(secretOf(body.link))).status, 404);
  });
});

describe('People of the installation', () => {
  test('a disabled person is out at once, cannot sign in, and returns when enabled', async () => {
    const person = await member('suspect@example.com');
    const { personId } = await personOf('suspect@example.com');
    const change = (disabled: boolean) =>
      world.operator.call('PATCH', `/console/people/${personId}`, undefined, { disabled });
    assert.equal((await change(true)).body.disabled, true);
    assert.equal((await person.call('GET', '/console/session')).status, 401);
    assert.equal((await signIn('suspect@example.com', goodPassword)).status, 401);
    assert.equal((await change(false)).status, 200);
    assert.equal((await person.call('GET', '/console/session')).status, 401, 'the old session stays ended');
    assert.equal((await signIn('suspect@example.com', goodPassword)).status, 200);
  });

  test('a second operator is created by link, and the last operator can be neither demoted, disabled nor deleted', async () => {
    const { operator, baseUrl } = world;
    const root = await personOf('root@example.com');
    const path = `/console/people/${root.personId}`;
    for (const change of [{ isOperator: false }, { disabled: true }])
      assert.equal((await operator.call('PATCH', path, undefined, change)).body.params?.kind, 'last-operator');
    assert.equal((await operator.call('DELETE', path)).body.params?.kind, 'last-operator');
    const made = await operator.call('POST', '/console/people/operators', undefined, {
      email: 'second@example.com',
      name: 'Second',
    });
    assert.equal(made.status, 201, made.text);
    const early = await operator.call('PATCH', path, undefined, { isOperator: false });
    assert.equal(early.body.params?.kind, 'last-operator', 'an operator without a password cannot sign in');
    assert.equal((await setPassword(secretOf(made.body.link))).status, 204);
    const second = await createPerson(baseUrl, 'second@example.com', newPassword);
    assert.equal((await second.call('GET', '/console/clients')).status, 200);
    assert.equal((await second.call('PATCH', path, undefined, { isOperator: false })).status, 200);
    assert.equal((await operator.call('GET', '/console/clients')).status, 403);
    assert.equal((await second.call('PATCH', path, undefined, { isOperator: true })).status, 200);
  });

  test('two operators who remove each other at the same time leave one', async () => {
    const { operator, baseUrl } = world;
    const second = await createPerson(baseUrl, 'second@example.com', newPassword);
    const one = await personOf('root@example.com');
    const two = await personOf('second@example.com');
    const answers = await Promise.all([
      operator.call('PATCH', `/console/people/${two.personId}`, undefined, { isOperator: false }),
      second.call('PATCH', `/console/people/${one.personId}`, undefined, { isOperator: false }),
    ]);
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    const left = answers[0].status === 200 ? operator : second;
    assert.equal((await left.call('GET', '/console/clients')).status, 200);
    const gone = answers[0].status === 200 ? two : one;
    await left.call('PATCH', `/console/people/${gone.personId}`, undefined, { isOperator: true });
  });
});

describe('People of the installation: deletion, lists and keys', () => {
  test('a deleted person is gone with roles and sessions, and their address is free again', async () => {
    const person = await member('gone@example.com');
    const { personId } = await personOf('gone@example.com');
    assert.equal((await world.operator.call('DELETE', `/console/people/${personId}`)).status, 204);
    assert.equal((await person.call('GET', '/console/session')).status, 401);
    assert.equal(await personOf('gone@example.com'), undefined);
    await member('gone@example.com');
  });

  test('the list pages through everybody once, in order', async () => {
    const seen: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const query: string = after === '' ? '' : `&startingAfter=${encodeURIComponent(after)}`;
      const { body } = await world.operator.call('GET', `/console/people?limit=2${query}`);
      seen.push(...body.people.map(({ email }: { email: string }) => email));
      after = body.next;
    }
    assert.deepEqual(seen, [...new Set(seen)].toSorted());
    assert.ok(seen.includes('root@example.com') && seen.includes('mallory@evil.example'));
  });

  test('an operator key invites a first owner to a client that has none', async () => {
    const { operator, baseUrl } = world;
    await operator.call('POST', '/console/clients', undefined, { clientId: 'third', name: 'Third' });
    const key = await operator.call('POST', '/console/keys', undefined, { kind: 'operator', name: 'deployment' });
    const answer = await fetch(`${baseUrl}/console/people/invitations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.body.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ clientId: 'third', email: 'first@third.example', role: 'owner' }),
    });
    const body = (await answer.json()) as { link: string }; // the contract declares this type
    assert.equal(answer.status, 201);
    assert.ok(body.link.startsWith(`${baseUrl}/invitation#`));
  });
});
