import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { startTestService, type TestCaller, type TestService } from '../test-service.ts';
import { createKey } from '../../src/access/index.ts';
import { createAdapter } from '../../src/channels/index.ts';
import { adapterIdOf, systemClock, transaction } from '../../src/platform/index.ts';

let service: TestService;
let acme: TestCaller;
let operatorSecret: string;
const products = '/api/products/v1/products';

interface Answer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests assert every member that they read
  body: any;
}

async function send(secret: string, method: string, path: string, body?: unknown, headers = {}): Promise<Answer> {
  const answer = await fetch(service.baseUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${secret}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : JSON.parse(text) };
}
const makeKey = (body: object) =>
  send(operatorSecret, 'POST', '/console/keys', { kind: 'client', clientId: 'acme', ...body });

async function getToken(
  { keyId, secret }: { keyId: string; secret: string },
  scope?: string,
  headers = {},
): Promise<Answer> {
  const form = { grant_type: 'client_credentials', client_id: keyId, client_secret: secret };
  const answer = await fetch(`${service.baseUrl}/oauth/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(scope === undefined ? form : { ...form, scope }),
  });
  return { status: answer.status, body: await answer.json() };
}

before(async () => {
  service = await startTestService({ trustedProxies: ['127.0.0.1'] });
  acme = await service.client('acme');
  const deps = { database: service.database, clock: systemClock, adapterExists: () => Promise.resolve(false) };
  operatorSecret = (await createKey(deps, service.database, { kind: 'operator', name: 'Deployment' })).secret;
  await acme.importProducts([{ __ID: 'pen' }]);
});
after(() => service[Symbol.asyncDispose]());

describe('Keys that only read or only write', () => {
  test('a key with products:read reads products and cannot delete them', async () => {
    const shop = await service.key('acme', ['products:read']);
    assert.equal((await shop.call('GET', products)).status, 200);
    const refused = await shop.call('DELETE', `${products}/pen`);
    assert.equal(refused.status, 403);
    assert.deepEqual(refused.body.params, { kind: 'scope', scope: 'products:write', scopes: ['products:read'] });
    assert.equal((await shop.call('GET', `${products}/pen`)).status, 200);
  });

  test('a key with import:write imports and cannot list imports', async () => {
    const feed = await service.key('acme', ['import:write']);
    assert.equal((await feed.importProducts([{ __ID: 'pen' }])).status, 200);
    assert.equal((await feed.call('GET', '/api/import/v1/jobs')).status, 403);
  });

  test('a key that was given a scope by its former name still reads and writes', async () => {
    const key = await service.key('acme', ['datastandards']);
    const path = '/api/datastandards/v1/datastandards/attributes';
    assert.deepEqual([(await key.call('GET', path)).status, (await key.define([])).status], [200, 200]);
  });
});

describe('The expiry of a key', () => {
  test('a key works until the expiry that was stated when it was created', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const { status, body } = await makeKey({ name: 'Trial', expires: soon });
    assert.equal(status, 201);
    assert.equal(body.expires, soon);
    assert.equal((await send(body.secret, 'GET', products)).status, 200);
    await sql`update access_key set expires_at = now() where key_id = ${body.keyId}`.execute(service.database);
    assert.equal((await send(body.secret, 'GET', products)).status, 401);
  });

  test('keys of adapters and operators end as well, and tell when', async () => {
    const { database } = service;
    await transaction(database, (opened) => createAdapter(opened, { adapterId: adapterIdOf('feed'), name: 'Feed' }));
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    for (const [owner, path] of [
      [{ kind: 'adapter', adapterId: 'feed' }, '/external/events'],
      [{ kind: 'operator' }, '/console/clients'],
    ] as const) {
      const { body } = await send(operatorSecret, 'POST', '/console/keys', { ...owner, name: 'Trial', expires: soon });
      assert.deepEqual([body.kind, body.expires], [owner.kind, soon]);
      assert.equal((await send(body.secret, 'GET', path)).status, 200);
      await sql`update access_key set expires_at = now() where key_id = ${body.keyId}`.execute(database);
      assert.equal((await send(body.secret, 'GET', path)).status, 401);
    }
  });

  test('an expiry in the past is refused', async () => {
    const { status, body } = await makeKey({ name: 'Late', expires: '2020-01-01T00:00:00Z' });
    assert.deepEqual([status, body.code], [400, 'invalid-body']);
  });

  test('a rotated key keeps addresses and scopes and lives as long again', async () => {
    const hour = 3_600_000;
    const expires = new Date(Date.now() + hour).toISOString();
    const addresses = ['127.0.0.1', '192.0.2.0/24'];
    const old = await makeKey({ name: 'Feed', expires, addresses, scopes: ['products:read'] });
    const { body } = await send(operatorSecret, 'POST', `/console/keys/${old.body.keyId}/rotate`, {
      graceSeconds: 60,
    });
    assert.deepEqual([body.addresses, body.scopes], [addresses, ['products:read']]);
    const gained = Date.parse(body.expires) - Date.parse(expires);
    assert.ok(gained >= -1000 && gained < hour, `the new key ends ${gained} ms after the old one`);
  });
});

describe('The addresses of a key', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });

  test('a key and its tokens work only from its addresses, which a trusted proxy states', async () => {
    const { body } = await makeKey({ name: 'Office', addresses: ['192.0.2.0/24', '2001:db8::/32'] });
    const secret = body.secret;
    assert.equal((await send(secret, 'GET', products, undefined, from('192.0.2.77'))).status, 200);
    assert.equal((await send(secret, 'GET', products, undefined, from('2001:db8::7'))).status, 200);
    const refused = await send(secret, 'GET', products, undefined, from('198.51.100.1'));
    assert.equal(refused.status, 403);
    assert.deepEqual(refused.body.params, { kind: 'key-address', address: '198.51.100.1' });
    assert.equal((await getToken(body, undefined, from('198.51.100.1'))).body.error, 'unauthorized_client');
    const token = (await getToken(body, undefined, from('192.0.2.1'))).body.access_token;
    assert.equal((await send(token, 'GET', products, undefined, from('192.0.2.1'))).status, 200);
    assert.equal((await send(token, 'GET', products, undefined, from('198.51.100.1'))).status, 403);
  });

  test('what is no address or range is refused', async () => {
    for (const address of ['everywhere', '300.1.1.1', '192.0.2.0/33', '10.0.0.0/8, 1.1.1.1', '', 7]) {
      const { status, body } = await makeKey({ name: 'x', addresses: [address] });
      assert.equal(status, 400, String(address));
      assert.match(
        body.errors[0].message,
        /must be an IP address or a range such as 192\.0\.2\.0\/24/,
        String(address),
      );
    }
  });
});

describe('What is known of a key', () => {
  test('it shows who made it, when it was used last and from where', async () => {
    const { body } = await makeKey({ name: 'Known' });
    assert.deepEqual([body.createdBy.name, body.lastAddress], ['Deployment', null]);
    await send(body.secret, 'GET', products, undefined, { 'x-forwarded-for': '192.0.2.5' });
    const seen = await send(operatorSecret, 'GET', '/console/keys?clientId=acme');
    const key = seen.body.keys.find(({ keyId }: { keyId: string }) => keyId === body.keyId);
    assert.equal(key.lastAddress, '192.0.2.5');
    assert.notEqual(key.lastUsed, null);
  });

  test('its use is written at most once a minute', async () => {
    const { body } = await makeKey({ name: 'Busy' });
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
      await send(body.secret, 'GET', products, undefined, { 'x-forwarded-for': address });
    const { rows } = await sql<{ address: string }>`
      select access_key.last_address as address from access_key where access_key.key_id = ${body.keyId}`.execute(
      service.database,
    );
    assert.equal(rows[0]?.address, '192.0.2.1');
  });
});

describe('The scope of a token', () => {
  test('a token has only the scopes that were requested for it', async () => {
    const { status, body } = await getToken(acme, 'products:read import:read');
    assert.deepEqual([status, body.scope], [200, 'products:read import:read']);
    const token = body.access_token;
    assert.equal((await send(token, 'GET', products)).status, 200);
    assert.equal((await send(token, 'DELETE', `${products}/pen`)).status, 403);
    assert.equal((await send(token, 'GET', '/api/asset/v1/assets')).status, 403);
  });

  test('a scope that the key does not have is refused with invalid_scope', async () => {
    const shop = await service.key('acme', ['products:read']);
    for (const scope of ['products', 'products:write', 'assets', 'openid']) {
      const { status, body } = await getToken(shop, scope);
      assert.deepEqual([status, body.error, body.code], [400, 'invalid_scope', 'invalid-scope'], scope);
    }
  });

  test('the 101st token of a key ends the first, and no token of another key', async () => {
    const other = (await getToken(acme)).body.access_token;
    const key = await service.key('acme', ['products']);
    const tokens: string[] = [];
    for (let made = 0; made < 101; made += 1) tokens.push((await getToken(key)).body.access_token);
    const [first = '', second = ''] = tokens;
    const statuses = [first, second, tokens.at(-1) ?? '', other].map(
      async (token) => (await send(token, 'GET', products)).status,
    );
    assert.deepEqual(await Promise.all(statuses), [401, 200, 200, 200]);
  });
});
