import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { codeOf } from './authenticator.ts';
import { type PeopleWorld, startPeopleWorld } from './people-world.ts';
import { createPerson, goodPassword, inviteAndAccept, type Person } from './person.ts';

let world: PeopleWorld;

before(async () => {
  world = await startPeopleWorld();
});
after(() => world[Symbol.asyncDispose]());

const path = '/console/second-factor-demand';
const products = '/api/products/v1/products';
const byOperator = (needed: boolean, clientId = 'good') =>
  world.operator.call('PUT', `/console/clients/${clientId}/second-factor-demand`, undefined, { needed });

/** Turns on the authenticator app of a person. Returns the new cookie of the session, and the key of the app. */
async function turnOn(person: Person): Promise<{ cookie: string; key: string }> {
  const started = await person.call('POST', '/console/session/second-factor', undefined, { password: goodPassword });
  const key = new URL(started.body.uri).searchParams.get('secret') ?? '';
  const confirmed = await fetch(`${world.baseUrl}/console/session/second-factor/confirm`, {
    method: 'POST',
    headers: { origin: world.baseUrl, cookie: person.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ code: codeOf(key) }),
  });
  assert.equal(confirmed.status, 204);
  return { cookie: confirmed.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '', key };
}

async function ask(cookie: string, address: string, method = 'GET', body?: unknown) {
  const answer = await fetch(world.baseUrl + address, {
    method,
    headers: {
      cookie,
      origin: world.baseUrl,
      'pimento-client': 'good',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // oxlint-disable-next-line typescript/no-explicit-any -- tests assert every member that they read
  const text: any = answer.status === 204 ? undefined : await answer.json();
  return { status: answer.status, body: text };
}

describe('A client that demands a second factor', () => {
  test('is closed to sessions without one: members, owners and operators; keys and other clients are not affected', async () => {
    const member = await inviteAndAccept(world.baseUrl, world.goodOwner, 'good', {
      email: 'member@example.com',
      name: 'Member',
      role: 'editor',
    });
    const key = await world.service.key('good');
    assert.equal((await byOperator(true)).status, 200);
    for (const person of [member, world.goodOwner, world.operator]) {
      const read = await person.call('GET', products, 'good');
      assert.deepEqual(
        [read.status, read.body.code, read.body.params],
        [403, 'second-factor-needed', { clientId: 'good' }],
      );
    }
    assert.equal((await world.goodOwner.call('GET', '/console/members', 'good')).status, 403);
    assert.equal(
      (await world.goodOwner.call('PUT', path, 'good', { needed: false })).status,
      403,
      'not even its setting',
    );
    assert.equal((await key.call('GET', products)).status, 200);
    assert.equal((await world.operator.call('GET', products, 'evil')).status, 200);
    const foreign = await world.evilOwner.call('GET', products, 'good');
    assert.deepEqual([foreign.status, foreign.body.code], [404, 'unknown-client'], 'others do not learn of it');
    const { body } = await member.call('GET', '/console/session');
    assert.deepEqual(
      [body.secondFactorUsed, body.clients],
      [false, [{ clientId: 'good', name: 'good', role: 'editor', needsSecondFactor: true }]],
    );
  });

  test('opens in the session in which a member sets up a second factor, and closes when it is turned off', async () => {
    await byOperator(false);
    const member = await inviteAndAccept(world.baseUrl, world.goodOwner, 'good', {
      email: 'sets-up@example.com',
      name: 'Member',
      role: 'editor',
    });
    await byOperator(true);
    assert.equal((await member.call('GET', products, 'good')).status, 403);
    const { cookie } = await turnOn(member);
    assert.equal((await ask(cookie, products)).status, 200);
    assert.equal((await ask(cookie, '/console/session')).body.secondFactorUsed, true);
    const ended = await fetch(`${world.baseUrl}/console/session/second-factor/end`, {
      method: 'POST',
      headers: { origin: world.baseUrl, cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ password: goodPassword }),
    });
    assert.equal(ended.status, 204);
    const after = ended.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    assert.equal((await ask(after, products)).status, 403);
  });

  test('is demanded by an owner only in a session with a second factor, so that they are not locked out', async () => {
    await byOperator(false);
    const refused = await world.goodOwner.call('PUT', path, 'good', { needed: true });
    assert.deepEqual([refused.status, refused.body.code], [403, 'second-factor-needed']);
    const owner = await createPerson(world.baseUrl, 'olga@good.example', goodPassword);
    const { cookie } = await turnOn(owner);
    assert.deepEqual((await ask(cookie, path, 'PUT', { needed: true })).body, { needed: true });
    assert.deepEqual((await ask(cookie, path)).body, { needed: true });
    assert.deepEqual((await ask(cookie, path, 'PUT', { needed: false })).body, { needed: false });
    assert.equal((await byOperator(true, 'none')).status, 404);
  });
});

describe('The list of clients', () => {
  test('shows operators how many members cannot open a client that demands a second factor', async () => {
    const missing = async (): Promise<[unknown, unknown]> => {
      const { body } = await world.operator.call('GET', '/console/clients');
      const of = (clientId: string) =>
        body.clients.find((one: { clientId: string }) => one.clientId === clientId).membersWithoutSecondFactor;
      return [of('good'), of('evil')];
    };
    await byOperator(true);
    const [before, other] = await missing();
    assert.equal(other, null, 'a client without the demand');
    await byOperator(false);
    const member = await inviteAndAccept(world.baseUrl, world.goodOwner, 'good', {
      email: 'counted@example.com',
      name: 'Counted',
      role: 'viewer',
    });
    assert.deepEqual(await missing(), [null, null]);
    await byOperator(true);
    assert.deepEqual(await missing(), [Number(before) + 1, null]);
    await turnOn(member);
    assert.deepEqual(await missing(), [before, null]);
  });
});
