import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { TestCaller } from '../test-service.ts';
import { ask, type GatewayWorld, send, shopFields, startGatewayWorld } from './gateway-world.ts';

let world: GatewayWorld;
let adapter: TestCaller;
const properties = { shopUrl: 'https://shop.test', apiToken: 'S3CRET-TOKEN' };

before(async () => {
  world = await startGatewayWorld();
  adapter = await world.adapter('shop');
});
after(() => world[Symbol.asyncDispose]());

describe('Sealed account fields', () => {
  const fields = (type: 'string' | 'password') =>
    shopFields.map((field) => (field.id === 'apiToken' ? { ...field, type } : field));
  const declare = (type: 'string' | 'password') =>
    ask(world.operator, 'PATCH', '/console/channels/shop', { accountFields: fields(type) });

  test('a stored password stays hidden and sealed when its field becomes a plain one, whatever is done with the account', async () => {
    const client = await world.service.client('sealed');
    const accountId = await ask(
      client,
      'POST',
      '/api/channels/v1/channels/shop/accounts',
      { name: 'Shop', properties },
      201,
    ).then((account) => account.accountId);
    const path = `/api/channels/v1/channels/shop/accounts/${accountId}`;
    await declare('string');
    const hidden = { value: null, set: true };
    assert.deepEqual((await ask(client, 'GET', path)).properties.apiToken, hidden);
    await ask(client, 'POST', `${path}/validate`);
    await ask(client, 'PATCH', path, { properties: { note: 'changed' } });
    assert.deepEqual((await ask(client, 'GET', path)).properties.apiToken, hidden);
    const { rows } = await sql<{ found: boolean }>`
      select exists (select 1 from event where event.data::text like '%S3CRET%')
        or exists (select 1 from account where account::text like '%S3CRET%') as found`.execute(world.service.database);
    assert.equal(rows[0]?.found, false);
    const events = await world.poll(adapter);
    assert.equal(events.at(-1)?.data.properties.apiToken, 'S3CRET-TOKEN', 'the adapter still gets it');
    const channels = await ask(adapter, 'GET', '/external/channels');
    assert.doesNotMatch(JSON.stringify(channels), /S3CRET/);
    await declare('password');
    assert.deepEqual((await ask(client, 'GET', path)).properties.apiToken, hidden);
  });

  test('a value that is given for a plain field is plain, and hidden once the field is a password', async () => {
    await declare('string');
    const client = await world.service.client('opened');
    const { accountId } = await ask(
      client,
      'POST',
      '/api/channels/v1/channels/shop/accounts',
      { name: 'Shop', properties: { ...properties, apiToken: 'plain' } },
      201,
    );
    const path = `/api/channels/v1/channels/shop/accounts/${accountId}`;
    assert.deepEqual((await ask(client, 'GET', path)).properties.apiToken, { value: 'plain', set: true });
    await declare('password');
    assert.deepEqual((await ask(client, 'GET', path)).properties.apiToken, { value: null, set: true });
  });
});

describe('Private channels', () => {
  test('a channel that names its clients is neither shown to others nor usable by them', async () => {
    const named = await world.service.client('named');
    const other = await world.service.client('stranger');
    const channel = { channelId: 'private', adapterId: 'shop', name: 'Private', accountFields: shopFields };
    const made = await ask(world.operator, 'POST', '/console/channels', { ...channel, clientIds: ['named'] }, 201);
    assert.deepEqual(made.clientIds, ['named']);
    const ids = async (client: TestCaller) =>
      (await ask(client, 'GET', '/api/channels/v1/channels')).channels.map(
        ({ channelId }: { channelId: string }) => channelId,
      );
    assert.deepEqual(await ids(named), ['private', 'shop']);
    assert.deepEqual(await ids(other), ['shop']);
    const path = '/api/channels/v1/channels/private';
    const nowhere = '/api/channels/v1/channels/nowhere';
    const body = { name: 'x', properties };
    for (const [method, end, sent] of [
      ['GET', '', undefined],
      ['POST', '/accounts', body],
      ['DELETE', '', undefined],
    ] as const) {
      const hidden = await send(other, method, path + end, sent);
      const missing = await send(other, method, nowhere + end, sent);
      assert.deepEqual([hidden.status, hidden.body.code], [missing.status, missing.body.code], `${method} ${end}`);
      assert.equal(hidden.status, 404);
    }
    for (const channelId of ['private', 'nowhere']) {
      const submit = await send(other, 'POST', `/api/submit/v1/channels/${channelId}/products/`, ['pen']);
      assert.deepEqual([submit.status, submit.body.code], [404, 'unknown-channel']);
    }
    assert.equal((await send(named, 'POST', `${path}/accounts`, body)).status, 201);
  });

  test('a connected client keeps a channel that no longer names it, until it leaves', async () => {
    const leaver = await world.service.client('connected');
    const channel = { channelId: 'closing', adapterId: 'shop', name: 'Closing', accountFields: shopFields };
    await ask(world.operator, 'POST', '/console/channels', channel, 201);
    const path = '/api/channels/v1/channels/closing';
    await ask(leaver, 'POST', `${path}/accounts`, { name: 'x', properties }, 201);
    await ask(world.operator, 'PATCH', '/console/channels/closing', { clientIds: [] });
    assert.equal((await ask(leaver, 'GET', path)).connected, true);
    await ask(leaver, 'DELETE', path, undefined, 204);
    assert.equal((await send(leaver, 'GET', path)).status, 404);
    await ask(world.operator, 'PATCH', '/console/channels/closing', { clientIds: null });
    assert.equal((await ask(leaver, 'GET', path)).connected, false);
  });

  test('a channel cannot name a client that does not exist', async () => {
    const answer = await send(world.operator, 'PATCH', '/console/channels/shop', { clientIds: ['no-such-client'] });
    assert.deepEqual([answer.status, answer.body.code], [404, 'unknown-client']);
    assert.equal((await ask(world.operator, 'GET', '/console/channels/shop')).clientIds, null);
  });
});
