import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { post } from './person.ts';
import { type ProviderWorld, startProviderWorld } from './provider-world.ts';
import { startPeopleWorld } from './people-world.ts';

let world: ProviderWorld;
const lines: string[] = [];
const logged = (message: string) => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message);

before(async () => {
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  world = await startProviderWorld({ log });
  world.issuer.people.set('ada', { email: 'ada@corp.example', email_verified: true });
});
after(() => world[Symbol.asyncDispose]());

const path = '/console/identity-providers';
const list = async () => (await world.operator.call('GET', path)).body.providers;

describe('Identity providers', () => {
  test('are set up by operators alone, and their secrets are sealed and never answered', async () => {
    assert.equal((await world.goodOwner.call('GET', path, 'good')).status, 403);
    const [provider] = await list();
    assert.equal(provider.redirectUri, `${world.baseUrl}/console/session/provider/callback`);
    assert.equal(JSON.stringify(provider).includes(world.issuer.secret), false);
    const { rows } = await sql<{ stored: string }>`
      select identity_provider::text as stored
      from identity_provider`.execute(world.service.database);
    assert.equal(JSON.stringify(rows).includes(world.issuer.secret), false);
    assert.equal((await world.change({ name: 'Corporation' })).body.name, 'Corporation');
    assert.equal((await world.signIn('ada')).location, '/', 'the secret was kept');
  });

  test('share neither an id nor a domain, and name clients that exist', async () => {
    const create = (changes: Record<string, unknown>) =>
      world.operator.call('POST', path, undefined, { providerId: 'two', ...world.settings(changes), secret: 's' });
    const kinds = async (changes: Record<string, unknown>) => {
      const { status, body } = await create(changes);
      return [status, body.code, body.params.kind];
    };
    assert.deepEqual(await kinds({ providerId: 'corp', domains: ['x.example'] }), [409, 'already-exists', 'provider']);
    assert.deepEqual(await kinds({}), [409, 'already-exists', 'provider-domain']);
    assert.deepEqual(await kinds({ domains: ['x.example'], clients: [{ clientId: 'none' }] }), [
      404,
      'unknown-client',
      'missing',
    ]);
    for (const wrong of [{ domains: ['x'] }, { domains: ['x.example', 'X.example'] }, { domains: [] }, { name: ' ' }])
      assert.equal((await create(wrong)).status, 400, JSON.stringify(wrong));
    assert.equal((await list()).length, 1, 'nothing was stored');
  });

  test('are shown on the sign-in page if listed, and otherwise found by e-mail domain', async () => {
    const shown = async () => {
      const answer = await fetch(`${world.baseUrl}/console/session/providers`);
      return answer.json();
    };
    assert.deepEqual(await shown(), { providers: [], hasMore: true });
    await world.change({ listed: true });
    assert.deepEqual(await shown(), { providers: [{ providerId: 'corp', name: 'Corp' }], hasMore: false });
    const start = (asked: object) => post(world.baseUrl, '/console/session/provider', asked);
    assert.equal((await start({ email: 'any@CORP.example' })).status, 200);
    const unknown = await start({ email: 'any@other.example' });
    assert.deepEqual(
      [unknown.status, unknown.body.code, unknown.body.params.domain],
      [404, 'no-provider', 'other.example'],
    );
    assert.deepEqual((await start({ providerId: 'none' })).body.code, 'unknown-provider');
  });
});

describe('Identity providers that change', () => {
  test('are tested: reachable, and of the configured name', async () => {
    const check = () => world.operator.call('POST', `${path}/corp/test`);
    assert.equal((await check()).body.authorizationEndpoint, `${world.issuer.issuer}/auth`);
    const kindAt = async (issuer: string) => {
      assert.equal((await world.change({ issuer })).status, 200);
      return (await check()).body.params.kind;
    };
    assert.equal(await kindAt('http://127.0.0.1:60999'), 'unreachable');
    assert.equal(await kindAt(`${world.issuer.issuer}/other`), 'answer');
    assert.equal(await kindAt(world.issuer.issuer.replace('127.0.0.1', 'localhost')), 'answer', 'another name');
    const [unreachable] = logged('the configuration of an identity provider could not be read');
    assert.deepEqual([unreachable.provider, unreachable.issuer], ['corp', 'http://127.0.0.1:60999']);
    assert.match(unreachable.err.stack, /ECONNREFUSED/);
    await world.change();
  });

  test('are logged with the error that they return to the browser', async () => {
    const { address, cookie } = await world.begin();
    const back = new URL('/console/session/provider/callback', world.baseUrl);
    const state = new URL(address).searchParams.get('state') ?? '';
    const failed = { error: 'server_error', error_description: 'The directory is away.', iss: world.issuer.issuer };
    back.search = new URLSearchParams({ ...failed, state }).toString();
    assert.equal((await world.land(back, cookie)).location, '/sign-in?refused=provider');
    const [{ error, description, provider }] = logged('a sign-in with an identity provider failed');
    assert.deepEqual([error, description, provider], ['server_error', 'The directory is away.', 'corp']);
  });

  test('lose the identities of their people with another issuer, and end their sessions when they are deleted', async () => {
    const { cookie } = await world.signIn('ada');
    assert.equal((await world.change({ issuer: 'https://issuer.example' })).status, 200);
    const identities = async () => {
      const { rows } = await sql`
        select person_account.person_id
        from person_account
        where person_account.provider_id = 'oidc:corp'`.execute(world.service.database);
      return rows.length;
    };
    assert.equal(await identities(), 0);
    await world.change();
    await world.signIn('ada');
    assert.equal(await identities(), 1);
    assert.notEqual(await world.sessionOf(cookie), undefined);
    assert.equal((await world.operator.call('DELETE', `${path}/corp`)).status, 204);
    assert.equal(await world.sessionOf(cookie), undefined);
    assert.equal(await identities(), 0);
    const { body } = await world.goodOwner.call('GET', '/console/members', 'good');
    assert.equal(
      body.members.some(({ email }: { email: string }) => email === 'ada@corp.example'),
      true,
    );
    assert.equal((await world.operator.call('DELETE', `${path}/corp`)).status, 404);
  });
});

test('Requests to identity providers go to the public internet only, unless the operator allows a private address', async () => {
  await using closed = await startPeopleWorld();
  const create = (providerId: string, issuer: string) =>
    closed.operator.call('POST', path, undefined, {
      providerId,
      ...world.settings({ issuer, domains: [`${providerId}.example`] }),
      secret: 's',
    });
  const plain = await create('plain', 'http://127.0.0.1:9080');
  assert.deepEqual([plain.status, plain.body.params.kind], [409, 'address']);
  for (const [providerId, issuer] of [
    ['local', 'https://127.0.0.1:9443'],
    ['metadata', 'https://169.254.169.254'],
    ['six', 'https://[::1]:9443'],
    ['name', 'https://localhost:9443'],
  ] as const) {
    assert.equal((await create(providerId, issuer)).status, 201);
    const tested = await closed.operator.call('POST', `${path}/${providerId}/test`);
    assert.deepEqual([tested.status, tested.body.params.kind], [409, 'address'], issuer);
  }
});
