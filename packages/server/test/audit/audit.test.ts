import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { AuditEvent } from '@pimento/contract';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createPerson, goodPassword, type Person, post } from '../access/person.ts';
import { type PeopleWorld, startPeopleWorld } from '../access/people-world.ts';

let world: PeopleWorld;
/** Ids of operations whose acts were recorded on their own, not in a transaction of the request. */
const recordedAlone = new Set<string>();

before(async () => {
  const log = pino(
    { level: 'debug' },
    {
      write(line: string) {
        const { msg, operation } = JSON.parse(line) as { msg: string; operation?: string }; // each line of the log is such an object
        if (msg === 'an act was recorded by itself' && operation !== undefined) recordedAlone.add(operation);
      },
    },
  );
  world = await startPeopleWorld({ log });
});
after(() => world[Symbol.asyncDispose]());

async function list(query = ''): Promise<AuditEvent[]> {
  const { status, body, text } = await world.operator.call('GET', `/console/audit?limit=100${query}`);
  assert.equal(status, 200, text);
  return body.events;
}
async function newest(operation: string): Promise<AuditEvent> {
  const [event] = await list(`&operation=${operation}`);
  assert.ok(event, `no event of ${operation}`);
  return event;
}

describe('The audit log', () => {
  test('it records who did what to which object, when and from where', async () => {
    const settings = { name: 'Web shop', scopes: ['products:read'], addresses: ['192.0.2.0/24'] };
    const made = await world.goodOwner.call('POST', '/console/client-keys', 'good', settings);
    assert.equal(made.status, 201, made.text);
    const { auditId, at, userAgent, ...event } = await newest('createClientKey');
    assert.deepEqual(event, {
      actor: 'user:p-olga',
      actorName: 'p-olga',
      address: '127.0.0.1',
      operation: 'createClientKey',
      objectKind: 'key',
      object: made.body.keyId,
      clientId: 'good',
      failed: false,
      details: { after: settings },
    });
    assert.match(auditId, /^[\da-f-]{36}$/);
    assert.ok(Math.abs(Date.now() - Date.parse(at)) < 60_000);
    assert.match(userAgent ?? '', /./);
  });

  test('a change of settings records what it replaced', async () => {
    const quotas = { products: 10, fileBytes: null, bodyBytes: null, keys: null, events: null };
    await world.operator.call('PUT', '/console/clients/good/quotas', undefined, { products: 5 });
    await world.operator.call('PUT', '/console/clients/good/quotas', undefined, { products: 10 });
    assert.deepEqual((await newest('putQuotas')).details, { before: { ...quotas, products: 5 }, after: quotas });
    await world.operator.call('PUT', '/console/clients/good/quotas', undefined, {});
  });

  test('a refused change is not recorded', async () => {
    const refused = await world.goodOwner.call('PUT', '/console/members/p-olga', 'good', { role: 'viewer' });
    assert.equal(refused.status, 409);
    assert.deepEqual(await list('&operation=changeMember'), []);
  });

  test('an act that cannot be recorded does not happen', async () => {
    const { database } = world.service;
    await sql`
      alter table audit_event add constraint no_clients check (operation <> 'createClient') not valid`.execute(
      database,
    );
    const body = { clientId: 'unrecorded', name: 'Unrecorded' };
    assert.equal((await world.operator.call('POST', '/console/clients', undefined, body)).status, 500);
    await sql`alter table audit_event drop constraint no_clients`.execute(database);
    const { body: found } = await world.operator.call('GET', '/console/clients');
    assert.deepEqual(found.clients.map(({ clientId }: { clientId: string }) => clientId).toSorted(), ['evil', 'good']);
  });
});

describe('What the audit log contains', () => {
  test('reading is not recorded, except an export', async () => {
    const before = (await list()).length;
    await world.goodOwner.call('GET', '/api/products/v1/products', 'good');
    assert.equal((await list()).length, before);
    await fetch(`${world.baseUrl}/api/products/v1/products/export`, {
      headers: { cookie: world.goodOwner.cookie, 'pimento-client': 'good' },
    });
    assert.deepEqual((await newest('exportProducts')).clientId, 'good');
  });
});

describe('What a transaction of the request writes', () => {
  /** Performs acts for the client `good`. Each act has a method, a path and possibly a body. @returns the response bodies */
  async function perform(person: Person, acts: readonly (readonly [string, string, unknown?])[]) {
    const answers = [];
    for (const [method, path, body] of acts) {
      const answer = await person.call(method, path, 'good', body);
      assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
      answers.push(answer.body);
    }
    return answers;
  }
  beforeEach(() => {
    recordedAlone.clear();
  });
  afterEach(async () => {
    assert.deepEqual([...recordedAlone], []);
    const nameless = (await list()).filter(({ object, objectKind }) => object === null && objectKind !== 'export');
    assert.deepEqual(nameless, []);
  });

  test('is recorded by that transaction: keys, people and invitations', async () => {
    const { operator, goodOwner } = world;
    const [key] = await perform(goodOwner, [['POST', '/console/client-keys', { name: 'a', scopes: ['import'] }]]);
    const [invited] = await perform(goodOwner, [
      ['POST', '/console/invitations', { email: 'new@good.example', role: 'viewer' }],
      ['POST', `/console/client-keys/${key.keyId}/rotate`, { graceSeconds: 60 }],
      ['POST', `/console/client-keys/${key.keyId}/revoke`],
    ]);
    await perform(goodOwner, [['DELETE', `/console/invitations/${invited.invitation.invitationId}`]]);
    await perform(operator, [
      ['PATCH', '/console/people/p-mallory', { name: 'Mallory' }],
      ['DELETE', '/console/people/p-mallory/sessions'],
    ]);
  });

  test('is recorded by that transaction: adapters, channels and accounts', async () => {
    const { operator, goodOwner } = world;
    const channel = { channelId: 'demo', adapterId: 'demo', name: 'Demo', batchSize: 1, accountFields: [] };
    await perform(operator, [
      ['POST', '/console/adapters', { adapterId: 'demo', name: 'Demo' }],
      ['PATCH', '/console/adapters/demo', { name: 'Demonstration' }],
      ['POST', '/console/channels', channel],
      ['PATCH', '/console/channels/demo', { name: 'Other' }],
    ]);
    const accounts = '/api/channels/v1/channels/demo/accounts';
    const rules = { accountId: null, afterImports: null, schedule: null, withdrawDeleted: false };
    const [account] = await perform(goodOwner, [['POST', accounts, { name: 'x', properties: {} }]]);
    await perform(goodOwner, [
      ['PATCH', `${accounts}/${account.accountId}`, { name: 'y' }],
      ['POST', `${accounts}/${account.accountId}/validate`],
      ['PUT', '/api/channels/v1/channels/demo/automatic-submit', rules],
      ['DELETE', `${accounts}/${account.accountId}`],
      ['DELETE', '/api/channels/v1/channels/demo'],
    ]);
    await perform(operator, [
      ['DELETE', '/console/channels/demo'],
      ['POST', '/console/adapters', { adapterId: 'unused', name: 'Unused' }],
      ['DELETE', '/console/adapters/unused'],
    ]);
    const { details } = await newest('updateAdapter');
    assert.deepEqual(details, { before: { name: 'Demo' }, after: { name: 'Demonstration' } });
  });

  test('is recorded by that transaction: definitions and deletions', async () => {
    const type = { id: 'string', multiValue: false };
    const definition = { id: 'colour', name: 'Colour', compositeAttribute: null, type };
    await perform(world.goodOwner, [
      ['PUT', '/api/datastandards/v1/datastandards/attributes', [definition]],
      ['DELETE', '/api/datastandards/v1/datastandards/attributes/colour'],
      ['POST', '/api/products/v1/deletions', { productIds: ['nothing'] }],
    ]);
    assert.deepEqual((await newest('putAttributes')).details, { after: { count: 1, attributes: ['colour'] } });
  });
});

describe('Sign-ins in the audit log', () => {
  test('a failed sign-in names the e-mail address, and a sign-in the person', async () => {
    const attempt = { email: 'Olga@good.example', password: 'wrong' };
    assert.equal((await post(world.baseUrl, '/console/session', attempt)).status, 401);
    const failed = await newest('signIn');
    assert.deepEqual(
      [failed.failed, failed.object, failed.actor, failed.address],
      [true, 'olga@good.example', 'anonymous', '127.0.0.1'],
    );
    await createPerson(world.baseUrl, 'olga@good.example', goodPassword);
    const done = await newest('signIn');
    assert.deepEqual([done.failed, done.object, done.actor], [false, 'olga@good.example', 'user:p-olga']);
    assert.deepEqual(
      (await list('&failed=true')).map(({ operation }) => operation),
      ['signIn'],
    );
  });

  test('neither passwords nor secrets of keys are in the audit log', async () => {
    const made = await world.goodOwner.call('POST', '/console/client-keys', 'good', { name: 's', scopes: ['import'] });
    const { rows } = await sql<{ text: string }>`
      select string_agg(audit_event::text, ' ') as text from audit_event`.execute(world.service.database);
    for (const secret of [made.body.secret, goodPassword, 'wrong']) assert.ok(!rows[0]?.text.includes(secret), secret);
  });
});

describe('Who reads the audit log', () => {
  test('an owner reads the events of their own client, and an operator all', async () => {
    await world.evilOwner.call('POST', '/console/client-keys', 'evil', { name: 'e', scopes: ['import'] });
    const evil = await createPerson(world.baseUrl, 'mallory@evil.example', goodPassword);
    await evil.call('POST', '/console/client-keys', 'evil', { name: 'e', scopes: ['import'] });
    const { body } = await evil.call('GET', '/console/client-audit?limit=100', 'evil');
    assert.ok(body.events.length > 0);
    for (const { clientId } of body.events) assert.equal(clientId, 'evil');
    assert.equal((await evil.call('GET', '/console/client-audit', 'good')).status, 404);
    assert.equal((await evil.call('GET', '/console/audit')).status, 403);
    const ids = new Set((await list()).map(({ clientId }) => clientId));
    assert.deepEqual(new Set(['good', 'evil', null]).difference(ids).size, 0);
  });

  test('filters by client, object, person, address and time select events, and pages list each once', async () => {
    const all = await list('&clientId=good');
    assert.ok(all.length > 3 && all.every(({ clientId }) => clientId === 'good'));
    const [first] = all;
    assert.ok(first);
    assert.ok((await list(`&object=${first.object ?? ''}`)).every(({ object }) => object === first.object));
    assert.ok((await list('&actor=user:p-olga')).every(({ actor }) => actor === 'user:p-olga'));
    assert.deepEqual(await list('&address=203.0.113.1'), []);
    assert.deepEqual(await list(`&from=${new Date(Date.now() + 60_000).toISOString()}`), []);
    assert.equal(
      (await list(`&clientId=good&until=${new Date(Date.now() + 60_000).toISOString()}`)).length,
      all.length,
    );
    const seen: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const cursor: string = next === '' ? '' : `&startingAfter=${next}`;
      const { body } = await world.operator.call('GET', `/console/audit?clientId=good&limit=3${cursor}`);
      seen.push(...body.events.map(({ auditId }: AuditEvent) => auditId));
      next = body.next;
    }
    assert.deepEqual(
      seen,
      all.map(({ auditId }) => auditId),
    );
  });

  test('an export has a line for each event, and is recorded itself', async () => {
    const headers = { cookie: world.goodOwner.cookie, 'pimento-client': 'good' };
    const expected = await list('&clientId=good');
    const answer = await fetch(`${world.baseUrl}/console/client-audit/export`, { headers });
    const lines = (await answer.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as AuditEvent); // each line is an event
    assert.match(answer.headers.get('content-type') ?? '', /ndjson/);
    const isOwn = ({ operation }: AuditEvent) => operation !== 'exportClientAuditEvents';
    assert.deepEqual(lines.filter(isOwn), expected.filter(isOwn));
    assert.equal((await newest('exportClientAuditEvents')).actor, 'user:p-olga');
  });
});
