import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { createPerson, goodPassword, inviteAndAccept, post, secretOf } from './person.ts';
import { type Landing, type ProviderWorld, startProviderWorld } from './provider-world.ts';
import type { MadeToken } from './test-issuer.ts';

let world: ProviderWorld;

before(async () => {
  world = await startProviderWorld();
  for (const name of ['ada', 'ben', 'cleo', 'dora', 'eve', 'fred', 'gus'])
    world.issuer.people.set(name, { name, email: `${name}@corp.example`, email_verified: true });
});
after(() => world[Symbol.asyncDispose]());

const refusedAs = (landing: Landing, kind: string) =>
  assert.deepEqual([landing.status, landing.location, landing.cookie], [303, `/sign-in?refused=${kind}`, '']);
const rolesOf = async (cookie: string): Promise<Record<string, string>> => {
  const session = await world.sessionOf(cookie);
  const clients: { clientId: string; role: string }[] = session.clients;
  return Object.fromEntries(clients.map(({ clientId, role }) => [clientId, role]));
};
const accountsOf = async (email: string) => {
  const { rows } = await sql<{ account: string }>`
    select person_account.provider_id as account
    from person_account
    join person on person.person_id = person_account.person_id
    where person.email = ${email}`.execute(world.service.database);
  return rows.map(({ account }) => account);
};

describe('A sign-in with an identity provider', () => {
  test('makes a person who is new a member, and leads to the path where the sign-in began', async () => {
    const landing = await world.signIn('ada', { email: 'ada@corp.example', to: '/products?client=good' });
    assert.deepEqual([landing.status, landing.location], [303, '/products?client=good']);
    const session = await world.sessionOf(landing.cookie);
    assert.deepEqual([session.email, session.name, session.isOperator], ['ada@corp.example', 'ada', false]);
    assert.deepEqual(await rolesOf(landing.cookie), { good: 'editor' });
    const again = await world.signIn('ada');
    assert.equal((await world.sessionOf(again.cookie)).personId, session.personId, 'the same person');
  });

  test('finds the member with the verified e-mail address, whose role stays as its owner gave it', async () => {
    await inviteAndAccept(world.baseUrl, world.goodOwner, 'good', {
      email: 'ben@corp.example',
      name: 'Benjamin',
      role: 'viewer',
    });
    const { cookie } = await world.signIn('ben');
    assert.equal((await world.sessionOf(cookie)).name, 'Benjamin');
    assert.deepEqual(await rolesOf(cookie), { good: 'viewer' });
  });

  test('finds a person by the identity, also after the provider has changed the e-mail address', async () => {
    const first = await world.sessionOf((await world.signIn('cleo')).cookie);
    world.issuer.people.set('cleo', { name: 'cleo', email: 'renamed@corp.example', email_verified: true });
    const { cookie } = await world.signIn('cleo');
    assert.equal((await world.sessionOf(cookie)).personId, first.personId);
  });

  test('also works if the e-mail address is only in the user info', async () => {
    await using other = await startProviderWorld({}, { conformIdTokenClaims: true });
    other.issuer.people.set('ida', { email: 'ida@corp.example', email_verified: true });
    const { cookie } = await other.signIn('ida');
    assert.equal((await other.sessionOf(cookie)).email, 'ida@corp.example');
  });

  test('creates one person when two sign-ins are completed at the same time', async () => {
    world.issuer.people.set('twice', { email: 'twice@corp.example', email_verified: true });
    const landings = await Promise.all([1, 2, 3, 4].map(() => world.signIn('twice')));
    const sessions = await Promise.all(landings.map(({ cookie }) => world.sessionOf(cookie)));
    assert.equal(new Set(sessions.map(({ personId }) => personId)).size, 1);
  });
});

describe('A sign-in with an identity provider is refused', () => {
  test('with an e-mail address that is not verified, is missing, or is of a foreign domain: no login is taken over', async () => {
    const { people } = world.issuer;
    const victim = 'olga@good.example';
    people.set('unverified', { email: 'dora@corp.example' });
    people.set('text', { email: 'dora@corp.example', email_verified: 'true' });
    people.set('nameless', {});
    people.set('foreign', { email: victim, email_verified: true });
    people.set('subdomain', { email: 'x@sub.corp.example', email_verified: true });
    people.set('tricky', { email: 'olga@good.example,x@corp.example', email_verified: true });
    refusedAs(await world.signIn('unverified'), 'email-unverified');
    refusedAs(await world.signIn('text'), 'email-unverified');
    refusedAs(await world.signIn('nameless'), 'no-email');
    refusedAs(await world.signIn('foreign'), 'foreign-domain');
    refusedAs(await world.signIn('subdomain'), 'foreign-domain');
    refusedAs(await world.signIn('tricky'), 'no-email');
    assert.deepEqual(await accountsOf(victim), ['credential']);
    assert.deepEqual(await accountsOf('dora@corp.example'), []);
  });

  test('if the provider gives an e-mail address to another identity', async () => {
    const first = await world.signIn('eve');
    assert.equal(first.location, '/');
    world.issuer.people.set('eve-2', { email: 'eve@corp.example', email_verified: true });
    refusedAs(await world.signIn('eve-2'), 'other-identity');
  });

  test('if the person is disabled here', async () => {
    const { personId } = await world.sessionOf((await world.signIn('fred')).cookie);
    await world.operator.call('PATCH', `/console/people/${personId}`, undefined, { disabled: true });
    refusedAs(await world.signIn('fred'), 'disabled');
  });

  test('if the person would have no role and is not invited', async () => {
    await world.change({ clients: [{ clientId: 'good', groups: [{ group: 'staff', role: 'viewer' }] }] });
    refusedAs(await world.signIn('gus'), 'no-access');
    assert.deepEqual(await accountsOf('gus@corp.example'), []);
    const member = { email: 'gus@corp.example', name: 'Gus', role: 'editor' };
    const invited = await world.goodOwner.call('POST', '/console/invitations', 'good', member);
    const { cookie } = await world.signIn('gus');
    const joined = await fetch(`${world.baseUrl}/console/invitation/join`, {
      method: 'POST',
      headers: { cookie, origin: world.baseUrl, 'content-type': 'application/json' },
      body: JSON.stringify({ secret: secretOf(invited.body.link) }),
    });
    assert.equal(joined.status, 200);
    assert.deepEqual(await rolesOf(cookie), { good: 'editor' });
    await world.change();
  });

  const hostile: Record<string, (token: MadeToken) => string> = {
    'for another audience': ({ claims, sign }) => sign({ ...claims, aud: 'another' }),
    'of another issuer': ({ claims, sign }) => sign({ ...claims, iss: 'https://other.example' }),
    'that has expired': ({ claims, sign }) =>
      sign({ ...claims, iat: Number(claims['iat']) - 7200, exp: Number(claims['iat']) - 3600 }),
    'with another nonce': ({ claims, sign }) => sign({ ...claims, nonce: 'another' }),
    'without a nonce': ({ claims: { nonce: _, ...claims }, sign }) => sign(claims),
    'with alg none': ({ header, claims, sign }) =>
      `${sign(claims, { ...header, alg: 'none' })
        .split('.')
        .slice(0, 2)
        .join('.')}.`,
    'with a changed payload': ({ header, claims, sign }) => {
      const [, , signature = ''] = sign(claims).split('.');
      const [head, payload] = sign({ ...claims, email: 'root@corp.example' }, header).split('.');
      return [head, payload, signature].join('.');
    },
    'of an unknown key': ({ header, claims, sign }) => sign(claims, { ...header, kid: 'unknown' }),
  };
  test('but not with an ID token that is signed again with the same key and otherwise unchanged', async () => {
    world.issuer.replaceToken = ({ claims, sign }) => sign(claims);
    assert.equal((await world.signIn('ada')).location, '/');
    world.issuer.replaceToken = undefined;
  });

  for (const [kind, replaceToken] of Object.entries(hostile)) {
    test(`with an ID token ${kind}`, async () => {
      world.issuer.people.set('hal', { email: 'hal@corp.example', email_verified: true });
      world.issuer.replaceToken = replaceToken;
      refusedAs(await world.signIn('hal'), 'provider');
      assert.deepEqual(await accountsOf('hal@corp.example'), []);
      world.issuer.replaceToken = undefined;
    });
  }
});

describe('The answer of an identity provider', () => {
  const arrive = async () => {
    const { address, cookie } = await world.begin();
    return { cookie, answer: await world.issuer.follow(address, 'ada') };
  };

  test('is accepted once: neither its ticket nor its code opens a second session', async () => {
    const { cookie, answer } = await arrive();
    assert.equal((await world.land(answer, cookie)).location, '/');
    refusedAs(await world.land(answer, cookie), 'provider');
    const fresh = await arrive();
    const replayed = new URL(fresh.answer);
    replayed.searchParams.set('code', answer.searchParams.get('code') ?? '');
    refusedAs(await world.land(replayed, fresh.cookie), 'provider');
  });

  test('is refused in a browser that has not begun the sign-in, or has begun another one', async () => {
    const { answer } = await arrive();
    refusedAs(await world.land(answer, ''), 'expired');
    refusedAs(await world.land(answer, (await arrive()).cookie), 'provider');
    refusedAs(await world.land(answer, 'pimento.ticket=v1.made.up.ticket'), 'expired');
  });

  test('is refused with another state, without one, and with the name of another issuer', async () => {
    for (const [name, value] of [
      ['state', 'another'],
      ['state', null],
      ['iss', 'https://other.example'],
    ] as const) {
      const { cookie, answer } = await arrive();
      if (value === null) answer.searchParams.delete(name);
      else answer.searchParams.set(name, value);
      refusedAs(await world.land(answer, cookie), 'provider');
    }
  });

  test('recognises that the person has cancelled, and ignores parameters that providers add', async () => {
    const { cookie } = await arrive();
    const cancelled = `${world.baseUrl}/console/session/provider/callback?error=access_denied&state=x&session_state=&hd=`;
    refusedAs(await world.land(cancelled, cookie), 'cancelled');
  });

  test('leads to a path of this service only', async () => {
    for (const to of ['//evil.example', '/\\evil.example', 'https://evil.example', '/\r\nset-cookie:x=1']) {
      const refused = await post(world.baseUrl, '/console/session/provider', { providerId: 'corp', to });
      assert.equal(refused.status, 400, to);
    }
  });

  test('is asked for from the pages of this service only', async () => {
    const answer = await fetch(`${world.baseUrl}/console/session/provider`, {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
      body: JSON.stringify({ providerId: 'corp' }),
    });
    assert.equal(answer.status, 403);
  });
});

describe('The groups of a person at the identity provider', () => {
  const groups = [
    { group: 'staff', role: 'viewer' },
    { group: 'leads', role: 'owner' },
  ];
  const inGroups = async (...names: string[]) => {
    world.issuer.people.set('mia', { email: 'mia@corp.example', email_verified: true, groups: names });
    return world.signIn('mia');
  };

  test('give the highest role, change it at every sign-in, and take it away', async () => {
    await world.change({ clients: [{ clientId: 'good', groups }] });
    assert.deepEqual(await rolesOf((await inGroups('staff', 'leads')).cookie), { good: 'owner' });
    assert.deepEqual(await rolesOf((await inGroups('staff', 'others')).cookie), { good: 'viewer' });
    refusedAs(await inGroups(), 'no-access');
    await world.change({
      clients: [
        { clientId: 'good', groups },
        { clientId: 'evil', defaultRole: 'viewer', groups: [] },
      ],
    });
    assert.deepEqual(
      await rolesOf((await inGroups('staff')).cookie),
      { good: 'viewer' },
      'no default role once removed',
    );
    await world.change({ clients: [] });
    refusedAs(await inGroups('staff'), 'no-access'); // the provider grants no roles any more
    await world.change();
  });

  test('that take the last role away end every way to sign in, until a group or an owner gives a role again', async () => {
    await world.change({ clients: [{ clientId: 'good', groups }] });
    const before = await inGroups('staff');
    const { personId } = await world.sessionOf(before.cookie);
    refusedAs(await inGroups(), 'no-access');
    assert.equal(await world.sessionOf(before.cookie), undefined, 'the sessions from before have ended');
    assert.deepEqual(await accountsOf('mia@corp.example'), []);
    refusedAs(await inGroups(), 'no-access');
    const again = await inGroups('leads');
    assert.deepEqual(await rolesOf(again.cookie), { good: 'owner' });
    assert.equal((await world.sessionOf(again.cookie)).personId, personId, 'the same person');
    await world.change();
  });

  test('that take a role away leave the person who has another role, or is invited', async () => {
    await world.change({ clients: [{ clientId: 'good', groups }] });
    await inGroups('staff');
    const invitation = { email: 'mia@corp.example', name: 'Mia', role: 'viewer' };
    const invited = await world.evilOwner.call('POST', '/console/invitations', 'evil', invitation);
    assert.equal(invited.status, 201, invited.text);
    const { cookie } = await inGroups();
    assert.deepEqual(await rolesOf(cookie), {});
    await world.change();
  });
});

describe('A default role', () => {
  const both = ['good', 'evil'].map((clientId) => ({ clientId, defaultRole: 'viewer', groups: [] }));
  const remove = async (owner: typeof world.goodOwner, clientId: string, personId: string) => {
    const answer = await owner.call('DELETE', `/console/members/${personId}`, clientId);
    assert.equal(answer.status, 204, answer.text);
  };

  test('is not given again to a person whom an owner has removed', async () => {
    world.issuer.people.set('nia', { email: 'nia@corp.example', email_verified: true });
    await world.change({ clients: both });
    const { cookie } = await world.signIn('nia');
    assert.deepEqual(await rolesOf(cookie), { good: 'viewer', evil: 'viewer' });
    const { personId } = await world.sessionOf(cookie);
    await remove(world.goodOwner, 'good', personId);
    assert.deepEqual(await rolesOf((await world.signIn('nia')).cookie), { evil: 'viewer' });
    await remove(world.evilOwner, 'evil', personId);
    refusedAs(await world.signIn('nia'), 'no-access');
    refusedAs(await world.signIn('nia'), 'no-access');
    const member = { email: 'nia@corp.example', name: 'Nia', role: 'editor' };
    await inviteAndAccept(world.baseUrl, world.evilOwner, 'evil', member);
    assert.deepEqual(await rolesOf((await world.signIn('nia')).cookie), { evil: 'editor' }, 'invited elsewhere');
    await world.change();
  });

  test('is not given to a person who exists already, also at the first sign-in with the provider', async () => {
    world.issuer.people.set('ole', { email: 'ole@corp.example', email_verified: true });
    const member = { email: 'ole@corp.example', name: 'Ole', role: 'editor' };
    await inviteAndAccept(world.baseUrl, world.evilOwner, 'evil', member);
    await world.change({ clients: both });
    assert.deepEqual(await rolesOf((await world.signIn('ole')).cookie), { evil: 'editor' });
    await world.change();
  });
});

describe('A provider that is required', () => {
  test('refuses passwords of its domains, names itself, and leaves other domains alone', async () => {
    await inviteAndAccept(world.baseUrl, world.goodOwner, 'good', {
      email: 'pat@corp.example',
      name: 'Pat',
      role: 'viewer',
    });
    assert.equal((await world.change({ required: true })).status, 200);
    const email = 'PAT@Corp.example';
    const { status, body } = await post(world.baseUrl, '/console/session', { email, password: goodPassword });
    assert.deepEqual(
      [status, body.code, body.params],
      [403, 'single-sign-on-required', { provider: 'Corp', providerId: 'corp' }],
    );
    await createPerson(world.baseUrl, 'olga@good.example', goodPassword);
    const invited = await world.goodOwner.call('POST', '/console/invitations', 'good', {
      email: 'new@corp.example',
      name: 'New',
      role: 'viewer',
    });
    const accepted = await post(world.baseUrl, '/console/invitation/accept', {
      secret: secretOf(invited.body.link),
      name: 'New',
      password: goodPassword,
    });
    assert.deepEqual([accepted.status, accepted.body.code], [403, 'single-sign-on-required']);
    await world.change();
    await createPerson(world.baseUrl, 'pat@corp.example', goodPassword);
  });
});

describe('A person without a password', () => {
  test('cannot be taken over with an invitation of another client', async () => {
    await world.signIn('ada');
    const invited = await world.evilOwner.call('POST', '/console/invitations', 'evil', {
      email: 'ada@corp.example',
      name: 'Ada',
      role: 'viewer',
    });
    assert.equal(invited.status, 201, invited.text);
    const accepted = await post(world.baseUrl, '/console/invitation/accept', {
      secret: secretOf(invited.body.link),
      name: 'Mallory',
      password: goodPassword,
    });
    assert.deepEqual([accepted.status, accepted.body.params.kind], [409, 'known-person']);
  });
});
