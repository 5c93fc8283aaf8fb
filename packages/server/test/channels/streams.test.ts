import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ask, type GatewayWorld, send, startGatewayWorld } from './gateway-world.ts';

let world: GatewayWorld;
before(async () => {
  world = await startGatewayWorld();
});
after(() => world[Symbol.asyncDispose]());

const dayMs = 86_400_000;

test('an operator sees the backlog of an adapter, reads its events without acknowledging them, and replays one', async () => {
  const { operator, service } = world;
  const adapter = await world.adapter('shop');
  const stream = async () => {
    const { streams } = await ask(operator, 'GET', '/console/streams');
    return streams.find(({ adapterId }: { adapterId: string }) => adapterId === 'shop');
  };
  assert.deepEqual(await stream(), {
    adapterId: 'shop',
    lastCall: null,
    backlog: 0,
    oldestUnacknowledged: null,
    purgeFrom: null,
    newestEvent: null,
    purgedUnread: 0,
    purges: [],
  });
  const acme = await service.client('acme');
  await world.connect(acme, adapter, 'shop');
  await acme.importProducts([{ __ID: 'pen' }, { __ID: 'cup' }]);
  for (const comment of ['one', 'two', 'three'])
    await ask(acme, 'POST', '/api/submit/v1/channels/shop/products', { productIds: ['pen'], comment }, 202);

  const waiting = await stream();
  assert.equal(waiting.backlog, 3);
  assert.ok(waiting.lastCall);
  assert.equal(Date.parse(waiting.purgeFrom) - Date.parse(waiting.oldestUnacknowledged), 30 * dayMs);

  const events = '/console/adapters/shop/events';
  const first = await ask(operator, 'GET', `${events}?limit=2`);
  assert.deepEqual(
    first.events.map((event: { data: { comment: string } }) => event.data.comment),
    ['three', 'two'],
  );
  const second = await ask(operator, 'GET', `${events}?limit=2&startingAfter=${first.next}`);
  assert.deepEqual(
    second.events.map((event: { eventType: string; acknowledged: boolean }) => [event.eventType, event.acknowledged]),
    [
      ['SUBMIT_EVENT', false],
      ['AUTHENTICATION_EVENT', true],
    ],
  );
  assert.equal(second.next, null);
  const asked = second.events[1].data;
  assert.deepEqual(Object.keys(asked).toSorted(), ['accountId', 'accountName', 'properties']);
  assert.ok(!JSON.stringify(asked).includes('a secret token'));
  assert.equal((await ask(operator, 'GET', `${events}?unacknowledged=true&clientId=acme`)).events.length, 3);
  assert.equal((await stream()).backlog, 3);

  const taken = await world.poll(adapter);
  assert.equal(taken.length, 3);
  assert.deepEqual(await world.poll(adapter), []);
  const replay = `${events}/${taken[1].eventId}/replay`;
  for (let times = 0; times < 2; times += 1)
    assert.equal((await ask(operator, 'POST', replay)).acknowledged, false, 'again changes nothing');
  const again = await world.poll(adapter);
  assert.deepEqual(
    again.map(({ eventId }) => eventId),
    [taken[1].eventId],
  );
});

test('an unknown adapter, an invalid parameter and an unknown event have their own problems', async () => {
  const { operator } = world;
  await world.adapter('quiet');
  assert.equal((await send(operator, 'GET', '/console/adapters/none/events')).body.code, 'unknown-adapter');
  assert.equal((await send(operator, 'GET', '/console/adapters/quiet/events?startingAfter=x')).status, 400);
  assert.equal((await send(operator, 'GET', '/console/adapters/quiet/events?type=FOO')).status, 400);
  assert.equal(
    (await send(operator, 'POST', '/console/adapters/quiet/events/01900000-0000-7000-8000-000000000000/replay')).body
      .code,
    'unknown-event',
  );
});
