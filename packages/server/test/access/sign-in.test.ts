import { clientIdOf } from '../../src/platform/core.ts';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { addRoleRow, createOperatorRow, hashPassword } from '../../src/access/index.ts';
import { startTestService, type TestService } from '../test-service.ts';
import { createPerson, goodPassword, inviteAndAccept, type Person } from './person.ts';

let service: TestService;
let owner: Person;
let operator: Person;

before(async () => {
  service = await startTestService();
  await service.client('acme');
  await service.client('other');
  const { database } = service;
  for (const [personId, email] of [
    ['p-operator', 'root@example.com'],
    ['p-owner', 'owner@example.com'],
  ] as const) {
    const passwordHash = await hashPassword('correct horse');
    await createOperatorRow(database, { personId, accountId: `a-${personId}`, email, name: personId, passwordHash });
  }
  await sql`update person set is_operator = false where person.person_id = 'p-owner'`.execute(database);
  await addRoleRow(database, { clientId: clientIdOf('acme'), personId: 'p-owner', role: 'owner' });
  owner = await createPerson(service.baseUrl, 'owner@example.com', 'correct horse');
  operator = await createPerson(service.baseUrl, 'root@example.com', 'correct horse');
});
after(() => service[Symbol.asyncDispose]());

/** Invites a member to acme and signs them in. */
function member(role: string): Promise<Person> {
  return inviteAndAccept(service.baseUrl, owner, 'acme', { email: `${role}@example.com`, name: role, role });
}

describe('People who sign in: sessions and roles', () => {
  test('a session names its person and their clients, and is valid until it is ended', async () => {
    const { body } = await owner.call('GET', '/console/session');
    assert.deepEqual(body, {
      personId: 'p-owner',
      email: 'owner@example.com',
      name: 'p-owner',
      isOperator: false,
      mustChangePassword: false,
      secondFactorUsed: false,
      clients: [{ clientId: 'acme', name: 'acme', role: 'owner', needsSecondFactor: false }],
    });
    const second = await createPerson(service.baseUrl, 'OWNER@example.com ', 'correct horse');
    assert.equal((await second.call('DELETE', '/console/session')).status, 204);
    assert.equal((await second.call('GET', '/console/session')).status, 401);
    assert.equal((await owner.call('GET', '/console/session')).status, 200);
  });

  test('scripts cannot read the session cookie, and browsers do not send it from other sites', () => {
    assert.match(owner.setCookie, /^pimento\.session_token=/);
    assert.match(owner.setCookie, /HttpOnly/i);
    assert.match(owner.setCookie, /SameSite=Lax/i);
  });

  test('a request without a session is answered with 401', async () => {
    for (const path of ['/console/session', '/console/members', '/api/products/v1/products']) {
      const answer = await fetch(service.baseUrl + path, { headers: { 'pimento-client': 'acme' } });
      assert.equal(answer.status, 401, path);
    }
  });

  test('a viewer reads everything and changes nothing', async () => {
    const viewer = await member('viewer');
    assert.equal((await viewer.call('GET', '/api/products/v1/products', 'acme')).status, 200);
    const writes = [
      ['POST', '/api/import/v1/feeds/master', { products: [{ __ID: 'v' }] }],
      ['DELETE', '/api/products/v1/products/v', undefined],
      ['PUT', '/api/datastandards/v1/datastandards/attributes', []],
      ['GET', '/console/members', undefined],
      ['POST', '/console/client-keys', { name: 'x', scopes: ['import'] }],
      ['GET', '/console/clients', undefined],
    ] as const;
    for (const [method, path, body] of writes) {
      const { status } = await viewer.call(method, path, 'acme', body);
      assert.equal(status, 403, `${method} ${path}`);
    }
  });

  test('an editor imports under their own name and does not have the rights of an owner', async () => {
    const editor = await member('editor');
    const imported = await editor.call('POST', '/api/import/v1/feeds/master', 'acme', { products: [{ __ID: 'e' }] });
    assert.equal(imported.body.created, 1);
    const { body } = await editor.call('GET', '/api/products/v1/products/e/history', 'acme');
    assert.equal(body.entries[0].actor.name, 'editor');
    assert.equal((await editor.call('GET', '/console/client-keys', 'acme')).status, 403);
  });

  test('a client that a person is not a member of is answered like one that does not exist', async () => {
    for (const clientId of ['other', 'nowhere']) {
      const { status, body } = await owner.call('GET', '/api/products/v1/products', clientId);
      assert.equal(status, 404);
      assert.equal(body.code, 'unknown-client');
    }
    assert.equal((await owner.call('GET', '/api/products/v1/products')).status, 403);
  });
});

describe('People who sign in: clients and keys', () => {
  test('an operator has access to every client and creates new ones', async () => {
    assert.equal((await operator.call('GET', '/api/products/v1/products', 'other')).status, 200);
    const made = await operator.call('POST', '/console/clients', undefined, { clientId: 'third', name: 'Third' });
    assert.equal(made.status, 201);
  });

  test('a write with a session cookie is refused if it comes from another site', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      {},
    ]) {
      const answer = await fetch(`${service.baseUrl}/api/import/v1/feeds/master`, {
        method: 'POST',
        headers: {
          cookie: owner.cookie,
          'pimento-client': 'acme',
          'content-type': 'application/json',
          ...(headers as Record<string, string>), // the list contains only strings
        },
        body: '{"products":[{"__ID":"forged"}]}',
      });
      assert.equal(answer.status, 403, JSON.stringify(headers));
    }
  });

  test('a key that an owner creates shows its secret once and works until it is revoked', async () => {
    const made = await owner.call('POST', '/console/client-keys', 'acme', { name: 'Shop', scopes: ['products'] });
    assert.equal(made.status, 201);
    const authorization = { authorization: `Bearer ${made.body.secret}` };
    const read = () => fetch(`${service.baseUrl}/api/products/v1/products`, { headers: authorization });
    assert.equal((await read()).status, 200);
    const { text } = await owner.call('GET', '/console/client-keys', 'acme');
    assert.ok(text.includes(made.body.keyId) && !text.includes(made.body.secret));
    assert.equal((await owner.call('POST', `/console/client-keys/${made.body.keyId}/revoke`, 'acme')).status, 200);
    assert.equal((await read()).status, 401);
  });

  test('an owner rotates a key, and the old secret stays valid for the grace period', async () => {
    const made = await owner.call('POST', '/console/client-keys', 'acme', { name: 'Feed', scopes: ['products'] });
    const read = async (secret: string) => {
      const headers = { authorization: `Bearer ${secret}` };
      return (await fetch(`${service.baseUrl}/api/products/v1/products`, { headers })).status;
    };
    const rotate = (keyId: string, graceSeconds: number) =>
      owner.call('POST', `/console/client-keys/${keyId}/rotate`, 'acme', { graceSeconds });
    const second = await rotate(made.body.keyId, 3600);
    assert.equal(second.status, 201, second.text);
    assert.deepEqual(second.body.scopes, ['products']);
    assert.deepEqual([await read(made.body.secret), await read(second.body.secret)], [200, 200]);
    const third = await rotate(second.body.keyId, 0);
    assert.deepEqual([await read(second.body.secret), await read(third.body.secret)], [401, 200]);
    const foreign = await operator.call('POST', '/console/client-keys', 'other', { name: 'x', scopes: ['products'] });
    assert.equal((await rotate(foreign.body.keyId, 0)).body.code, 'unknown-key');
  });
});

describe('People who sign in: owners and passwords', () => {
  test('the last owner of a client can be neither demoted nor removed', async () => {
    const { status, body } = await owner.call('PUT', '/console/members/p-owner', 'acme', { role: 'viewer' });
    assert.equal(status, 409);
    assert.equal(body.code, 'not-possible-now');
    assert.equal((await owner.call('DELETE', '/console/members/p-owner', 'acme')).status, 409);
  });

  test('a new password replaces the old one and signs the person out in all other browsers', async () => {
    const first = await member('viewer2').catch(() => undefined);
    assert.equal(first, undefined, 'a role is one of three');
    const email = 'new@example.com';
    const here = await inviteAndAccept(service.baseUrl, owner, 'acme', { email, name: 'New', role: 'viewer' });
    const there = await createPerson(service.baseUrl, email, goodPassword);
    const change = { currentPassword: goodPassword, newPassword: 'quartz lemon harbor 9' };
    const wrong = { ...change, currentPassword: 'no' };
    assert.equal((await here.call('POST', '/console/session/password', undefined, wrong)).status, 401);
    assert.equal((await here.call('POST', '/console/session/password', undefined, change)).status, 204);
    assert.equal((await there.call('GET', '/console/session')).status, 401);
    await createPerson(service.baseUrl, email, change.newPassword);
  });

  test('after ten wrong passwords sign-ins with an e-mail address are refused for a while, and only with that one', async () => {
    const attempt = (email: string) =>
      fetch(`${service.baseUrl}/console/session`, {
        method: 'POST',
        headers: { origin: service.baseUrl, 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'wrong' }),
      });
    for (let tries = 0; tries < 10; tries += 1) assert.equal((await attempt('unknown@example.com')).status, 401);
    const answer = await attempt('Unknown@example.com');
    assert.equal(answer.status, 429);
    const seconds = Number(answer.headers.get('retry-after'));
    assert.ok(seconds > 600 && seconds <= 900, String(seconds));
    assert.equal((await attempt('another@example.com')).status, 401);
  });
});
