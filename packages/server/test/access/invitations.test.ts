import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { transaction } from '../../src/platform/index.ts';
import { untilWaitsOrEnds } from '../lock-waits.ts';
import { expireLinks, type PeopleWorld, startPeopleWorld } from './people-world.ts';
import { createPerson, goodPassword, inviteAndAccept, post, secretOf } from './person.ts';

let world: PeopleWorld;

before(async () => {
  world = await startPeopleWorld();
});
after(() => world[Symbol.asyncDispose]());

const accept = (secret: string, password = goodPassword) =>
  post(world.baseUrl, '/console/invitation/accept', { secret, name: 'Accepted', password });
const open = (secret: string) => post(world.baseUrl, '/console/invitation/open', { secret });
const signIn = (email: string, password: string) => post(world.baseUrl, '/console/session', { email, password });

async function invite(who: 'goodOwner' | 'evilOwner', email: string, role = 'viewer') {
  const clientId = who === 'goodOwner' ? 'good' : 'evil';
  const { status, body, text } = await world[who].call('POST', '/console/invitations', clientId, { email, role });
  assert.equal(status, 201, text);
  return { ...body, secret: secretOf(body.link) };
}

describe('Invitations: who gets into a client', () => {
  test('an owner never gets a password, and a person whom another client invited first does not get in', async () => {
    const email = 'new-colleague@good.example';
    const first = await invite('evilOwner', email, 'viewer');
    assert.doesNotMatch(JSON.stringify(first), /password/i);
    assert.equal((await accept(first.secret)).status, 200, 'the other client takes the address first');
    await invite('goodOwner', email, 'owner');
    const taken = await signIn(email, goodPassword);
    assert.deepEqual(
      taken.body.clients.map(({ clientId }: { clientId: string }) => clientId),
      ['evil'],
      'an invitation alone gives no role',
    );
  });

  test('the answer to an invitation is the same for a known and an unknown e-mail address, and names nothing of the person', async () => {
    const known = await invite('evilOwner', 'olga@good.example');
    const unknown = await invite('evilOwner', 'unknown@nowhere.example');
    const shape = ({ invitation, ...rest }: { invitation: object }) => [
      Object.keys(rest).toSorted(),
      Object.entries(invitation).filter(
        ([member]) => !['invitationId', 'email', 'created', 'expires'].includes(member),
      ),
    ];
    assert.deepEqual(shape(known), shape(unknown));
    assert.deepEqual(
      Object.keys((await open(known.secret)).body).toSorted(),
      Object.keys((await open(unknown.secret)).body).toSorted(),
    );
    const { text } = await world.evilOwner.call('GET', '/console/members', 'evil');
    assert.doesNotMatch(text, /olga|unknown@/);
  });

  test('a known person joins only when signed in, and only with the invited e-mail address', async () => {
    const { secret } = await invite('goodOwner', 'mallory@evil.example', 'editor');
    assert.equal((await accept(secret)).body.code, 'not-possible-now');
    const { operator, evilOwner } = world;
    const other = await operator.call('POST', '/console/invitation/join', undefined, { secret });
    assert.deepEqual([other.status, other.body.code], [403, 'forbidden']);
    const joined = await evilOwner.call('POST', '/console/invitation/join', undefined, { secret });
    assert.deepEqual(
      joined.body.clients.map(({ clientId, role }: { clientId: string; role: string }) => [clientId, role]),
      [
        ['evil', 'owner'],
        ['good', 'editor'],
      ],
    );
    assert.equal((await evilOwner.call('POST', '/console/invitation/join', undefined, { secret })).status, 404);
  });

  test('an owner sees when a member last worked for this client, and nothing of other clients', async () => {
    const { goodOwner, baseUrl } = world;
    const lena = await inviteAndAccept(baseUrl, goodOwner, 'good', {
      email: 'lena@example.com',
      name: 'Lena',
      role: 'viewer',
    });
    const { secret } = await invite('evilOwner', 'lena@example.com');
    assert.equal((await lena.call('POST', '/console/invitation/join', undefined, { secret })).status, 200);
    await lena.call('GET', '/api/products/v1/products', 'good');
    const lastSeen = async (owner: 'goodOwner' | 'evilOwner', clientId: string) => {
      const { body } = await world[owner].call('GET', '/console/members', clientId);
      return body.members.find(({ email }: { email: string }) => email === 'lena@example.com').lastSeen;
    };
    assert.notEqual(await lastSeen('goodOwner', 'good'), null);
    assert.equal(await lastSeen('evilOwner', 'evil'), null);
  });
});

describe('Invitations: how long a link works', () => {
  test('a link works once, even for two who open it at the same time', async () => {
    const { secret } = await invite('goodOwner', 'twice@example.com');
    const answers = await Promise.all([accept(secret), accept(secret)]);
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal(answers.filter(({ status }) => status === 404 || status === 409).length, 1);
    assert.equal((await open(secret)).body.code, 'unknown-link');
  });

  test('a link ends after 24 hours, when it is replaced and when it is cancelled', async () => {
    const old = await invite('goodOwner', 'late@example.com');
    await expireLinks(world.service, 'member_invitation');
    assert.equal((await open(old.secret)).status, 404);
    assert.equal((await accept(old.secret)).status, 404);
    const first = await invite('goodOwner', 'late@example.com');
    const second = await invite('goodOwner', 'late@example.com');
    assert.deepEqual([(await open(first.secret)).status, (await open(second.secret)).status], [404, 200]);
    const path = `/console/invitations/${second.invitation.invitationId}`;
    assert.equal((await world.evilOwner.call('DELETE', path, 'evil')).status, 404, 'of another client');
    assert.equal((await world.goodOwner.call('DELETE', path, 'good')).status, 204);
    assert.equal((await accept(second.secret)).status, 404);
  });

  test('an invitation that is created while the deletion of its client begins is refused', async () => {
    const { database } = world.service;
    const ending = (at: Date | null) => sql`update client set ending_since = ${at} where client.client_id = 'evil'`;
    const { sent } = await transaction(database, async (opened) => {
      await ending(new Date()).execute(opened);
      const member = { email: 'too-late@example.com', role: 'viewer' };
      const sent = world.evilOwner.call('POST', '/console/invitations', 'evil', member);
      await untilWaitsOrEnds(database, sent);
      return { sent };
    });
    assert.equal((await sent).body.code, 'unknown-client');
    await ending(null).execute(database);
  });

  test('the invitations of an owner end with the ownership, so that a former owner cannot return by one', async () => {
    const { goodOwner, baseUrl } = world;
    const former = await inviteAndAccept(baseUrl, goodOwner, 'good', {
      email: 'former@example.com',
      name: 'Former',
      role: 'owner',
    });
    const invited = await former.call('POST', '/console/invitations', 'good', {
      email: 'back-door@example.com',
      role: 'owner',
    });
    const { body } = await goodOwner.call('GET', '/console/members', 'good');
    const { personId } = body.members.find(({ email }: { email: string }) => email === 'former@example.com');
    const demoted = await goodOwner.call('PUT', `/console/members/${personId}`, 'good', { role: 'viewer' });
    assert.equal(demoted.status, 200);
    assert.equal((await accept(secretOf(invited.body.link))).status, 404);
  });

  test('who loses the last role loses sessions and password, and is invited again like a new person', async () => {
    const { goodOwner, baseUrl } = world;
    const email = 'leaver@example.com';
    const leaver = await inviteAndAccept(baseUrl, goodOwner, 'good', { email, name: 'Leaver', role: 'editor' });
    const session = await leaver.call('GET', '/console/session');
    const path = `/console/members/${session.body.personId}`;
    assert.equal((await goodOwner.call('DELETE', path, 'good')).status, 204);
    assert.equal((await leaver.call('GET', '/console/session')).status, 401);
    assert.equal((await signIn(email, goodPassword)).status, 401);
    const again = await invite('evilOwner', email);
    const accepted = await accept(again.secret, 'harbor quartz lemon 77');
    assert.deepEqual(
      [accepted.status, accepted.body.clients.map(({ clientId }: { clientId: string }) => clientId)],
      [200, ['evil']],
    );
    await createPerson(baseUrl, email, 'harbor quartz lemon 77');
  });

  test('the secret of a link is not stored', async () => {
    const { secret } = await invite('goodOwner', 'hashed@example.com');
    const { sql } = await import('kysely');
    const { rows } = await sql<{ row: string }>`
      select member_invitation::text as row
      from member_invitation
      where member_invitation.email = 'hashed@example.com'`.execute(world.service.database);
    assert.equal(rows.length, 1);
    assert.ok(!rows[0]?.row.includes(secret));
  });
});
