import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { addRoleRow, createOperatorRow } from '../../../src/access/index.ts';
import { clientIdOf } from '../../../src/platform/index.ts';
import { createPerson, goodPassword, hashGoodPassword } from '../../access/person.ts';
import { startTestService, type TestService } from '../../test-service.ts';

type Call = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: any }>; // oxlint-disable-line typescript/no-explicit-any -- tests assert every member that they read

let service: TestService;
let owner: Call;
let editor: Call;
let viewer: Call;
let stranger: Call;
before(async () => {
  service = await startTestService();
  for (const clientId of ['acme', 'other']) await service.client(clientId);
  const passwordHash = await hashGoodPassword();
  const member = async (name: string, clientId: string, role: 'owner' | 'editor' | 'viewer'): Promise<Call> => {
    const { database, baseUrl } = service;
    const email = `${name}@example.com`;
    await createOperatorRow(database, { personId: name, accountId: `a-${name}`, email, name, passwordHash });
    await sql`update person set is_operator = false where person.person_id = ${name}`.execute(database);
    await addRoleRow(database, { clientId: clientIdOf(clientId), personId: name, role });
    const person = await createPerson(baseUrl, email, goodPassword);
    return (method, path, body) => person.call(method, `/console/product-views${path}`, clientId, body);
  };
  owner = await member('owner', 'acme', 'owner');
  editor = await member('editor', 'acme', 'editor');
  viewer = await member('viewer', 'acme', 'viewer');
  stranger = await member('stranger', 'other', 'owner');
});
after(() => service[Symbol.asyncDispose]());

const shoes = { name: 'Shoes without picture', shared: true, search: { family: 'shoes', where: ['picture!'] } };
const mine = { name: 'My list', shared: false, search: { text: 'x', sort: '-price', columns: ['price', 'brand'] } };

async function namesOf(call: Call): Promise<string[]> {
  return (await call('GET', '')).body.views.map(({ name }: { name: string }) => name);
}

test('members see shared views and their own ones, by name; members of other clients do not', async () => {
  const made = await owner('POST', '', shoes);
  assert.equal(made.status, 201);
  const { viewId, changedAt, ...rest } = made.body;
  assert.deepEqual(rest, { ...shoes, version: 1, changedBy: 'owner' });
  assert.ok(Date.parse(changedAt) > 0);
  assert.equal((await viewer('POST', '', mine)).status, 201);
  assert.deepEqual(await namesOf(viewer), ['My list', 'Shoes without picture']);
  assert.deepEqual(await namesOf(editor), ['Shoes without picture']);
  assert.deepEqual(await namesOf(stranger), []);
  for (const [method, body] of [
    ['PUT', shoes],
    ['DELETE', undefined],
  ] as const) {
    const refused = await stranger(method, `/${viewId}`, body);
    assert.deepEqual([refused.status, refused.body.code], [404, 'unknown-view']);
  }
});

test('a viewer changes only their own views, and shares none', async () => {
  const [own] = (await viewer('GET', '')).body.views;
  const [shared] = (await editor('GET', '')).body.views;
  for (const refused of [
    await viewer('POST', '', shoes),
    await viewer('PUT', `/${own.viewId}`, { ...mine, shared: true }),
    await viewer('PUT', `/${shared.viewId}`, { ...shoes, shared: false }),
    await viewer('DELETE', `/${shared.viewId}`),
  ])
    assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden']);
  assert.equal((await editor('PUT', `/${own.viewId}`, mine)).status, 404, 'the view of a different person');
  const renamed = await viewer('PUT', `/${own.viewId}`, { ...mine, name: ' Renamed ' });
  assert.deepEqual([renamed.body.name, renamed.body.version], ['Renamed', 2]);
});

test('of two people who change a view at once, the second one is told and sees what is stored', async () => {
  const [{ viewId, version }] = (await editor('GET', '')).body.views;
  const path = `/${viewId}?expectedVersion=${version}`;
  const answers = await Promise.all([
    owner('PUT', path, { ...shoes, name: 'By the owner' }),
    editor('PUT', path, { ...shoes, name: 'By the editor' }),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  );
  const [accepted, refused] = answers.toSorted((a, b) => a.status - b.status);
  assert.deepEqual([refused?.body.code, refused?.body.stored], ['changed-meanwhile', accepted?.body]);
  assert.ok(accepted);
  const { name, search } = accepted.body;
  const same = await editor('PUT', `/${viewId}`, { name, shared: true, search });
  assert.equal(same.body.version, version + 1, 'equal content makes no new version');
  assert.equal((await editor('DELETE', path)).status, 409);
  const unshared = await editor('PUT', `/${viewId}`, { ...shoes, shared: false });
  assert.equal(unshared.body.shared, false);
  assert.deepEqual(await namesOf(owner), []);
  assert.equal((await editor('DELETE', `/${viewId}`)).status, 204);
  assert.deepEqual(await namesOf(editor), []);
});

test('invalid views are refused, and so is one more than a person may have', async () => {
  for (const body of [
    { ...mine, name: ' ' },
    { ...mine, name: 'x'.repeat(61) },
    { ...mine, search: { unknown: 'x' } },
    { ...mine, search: { where: ['x'.repeat(4_001)] } },
    { name: 'x', search: {} },
  ])
    assert.equal((await editor('POST', '', body)).status, 400, JSON.stringify(body).slice(0, 80));
  for (let made = 0; made < 100; made += 1) assert.equal((await editor('POST', '', mine)).status, 201);
  const refused = await editor('POST', '', mine);
  assert.deepEqual([refused.status, refused.body.code], [409, 'not-possible-now']);
});

test('the own views of a person go with the person, and shared ones stay', async () => {
  const { body: shared } = await editor('POST', '', shoes);
  await sql`delete from person where person.person_id = 'editor'`.execute(service.database);
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::integer as count from product_view where client_id = 'acme'`.execute(service.database);
  assert.equal(rows[0]?.count, 2, 'the shared one, and the one of the viewer');
  const found = (await owner('GET', '')).body.views.find(({ viewId }: { viewId: string }) => viewId === shared.viewId);
  assert.deepEqual([found.name, found.changedBy], [shoes.name, null]);
});
