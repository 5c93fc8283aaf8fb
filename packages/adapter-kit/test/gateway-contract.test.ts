import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  acknowledgeEvent,
  authenticationEventData,
  declareCapabilities,
  getAdapterStandard,
  getSubmissionHead,
  listAdapterChannels,
  listSubmittedProducts,
  pollEvents,
  putAdapterStandard,
  reportAuthentication,
  reportSubmission,
  submitEventData,
} from '@pimento/contract';
import { credentials, type Gateway, type GatewayMaker, startService, startSimulators } from './gateways.ts';
import { codeOf, judged } from './judged-call.ts';

const unknownId = '00000000-0000-7000-8000-000000000000';
/** Creates an event id that was never issued, in the format of event ids. */
function neverIssued(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-ffffffffffff`;
}
const items = (status: string, ...ids: string[]) => ids.map((productId) => ({ productId, status }));

/** Sequences of reports about the products a, b and c, with the expected state of the submission after each report. */
const courses: { name: string; reports: [object, string][] }[] = [
  {
    name: 'parts',
    reports: [
      [{ status: 'Success', items: items('accepted', 'a') }, 'Partial'],
      [{ status: 'sent', items: items('Pending', 'b') }, 'Pending'],
      [{ status: 'Success', items: items('Accepted', 'b', 'c') }, 'Success'],
      [{ status: 'Error', items: items('Rejected', 'c') }, 'Success'],
    ],
  },
  {
    name: 'all-at-once',
    reports: [
      [{ status: 'Pending' }, 'Pending'],
      [{ status: 'Success' }, 'Success'],
      [{ status: 'Error' }, 'Success'],
    ],
  },
  {
    name: 'refused',
    reports: [
      [{ status: 'Success', items: items('Returned', 'a', 'b', 'c') }, 'Partial'],
      [{ status: 'Success', items: items('Accepted', 'a', 'b', 'c') }, 'Partial'],
    ],
  },
  {
    name: 'decided-later',
    reports: [
      [{ status: 'Success', items: [...items('Accepted', 'a', 'b'), ...items('Pending', 'c')] }, 'Pending'],
      [{ status: 'Success', items: items('Accepted', 'c') }, 'Success'],
      [{ status: 'Success', items: items('Returned', 'c') }, 'Success'],
    ],
  },
  {
    name: 'empty-list',
    reports: [[{ status: 'Success', items: [] }, 'Success']],
  },
  {
    name: 'failed',
    reports: [
      [{ status: 'Sent' }, 'Pending'],
      [{ status: 'Error', message: 'no room' }, 'Failed'],
      [{ status: 'Success' }, 'Failed'],
    ],
  },
  {
    name: 'part-failed',
    reports: [
      [{ status: 'Success', items: items('Accepted', 'a') }, 'Partial'],
      [{ status: 'Error', items: items('Returned', 'b') }, 'Failed'],
      [{ status: 'Success' }, 'Failed'],
    ],
  },
];

/** Connects a client and makes submissions. Only the events of the submissions stay unacknowledged. */
async function submitted(gateway: Gateway, clientId: string, ...submissions: string[][]) {
  const call = judged(gateway);
  const client = await gateway.connect(clientId);
  const { accountId } = client;
  const account = { clientId, channelId: gateway.channelId, accountId };
  await call(pollEvents, { query: { clientId } });
  await call(reportAuthentication, { body: { ...account, status: 'SUCCESS' } });
  for (const ids of submissions) await client.submit(ids);
  const { events } = await call(pollEvents, { query: { clientId, autoAck: false, limit: 100 } });
  return {
    call,
    client,
    account,
    events,
    ids: events.map((event) => submitEventData.parse(event.data).submissionId),
  };
}

/** Creates a separate gateway for a test. */
type MakeGateway = GatewayMaker['make'];

function testEvents(make: MakeGateway): void {
  it('returns events oldest first, in pages, each until it is acknowledged', async () => {
    const { call, events } = await submitted(await make('pages'), 'pages-client', ['a'], ['b'], ['c']);
    assert.equal(events.length, 3);
    assert.deepEqual(
      events.map((event) => event.created).toSorted(),
      events.map((event) => event.created),
    );
    const [first, second, third] = events.map((event) => event.eventId);
    const poll = async (query: object) => {
      const page = await call(pollEvents, { query });
      return { ids: page.events.map((event) => event.eventId), hasMore: page.hasMore };
    };
    const page = { ids: [first, second], hasMore: true };
    assert.deepEqual(await poll({ autoAck: false, limit: 2 }), page);
    assert.deepEqual(await poll({ autoAck: false, limit: 2 }), page);
    assert.deepEqual(await poll({ autoAck: false, startingAfter: second }), { ids: [third], hasMore: false });
    for (let time = 1; time <= 2; time += 1) {
      const { acknowledged } = await call(acknowledgeEvent, { params: { eventId: second } });
      assert.equal(acknowledged, true);
    }
    assert.deepEqual(await poll({ limit: 1 }), { ids: [first], hasMore: true });
    assert.deepEqual(await poll({}), { ids: [third], hasMore: false });
    assert.deepEqual(await poll({}), { ids: [], hasMore: false });
    assert.deepEqual((await poll({ returnAck: true, startingAfter: first })).ids, [second, third]);
    const old = { returnAck: true, startingAfter: unknownId, type: 'SUBMIT_EVENT' };
    assert.equal((await poll(old)).ids.length, 3, 'a cursor older than the retention goes on from its time');
  });

  it('filters events by type, client and channel', async () => {
    const gateway = await make('filters');
    const { call } = await submitted(gateway, 'filters-one', ['a']);
    await submitted(gateway, 'filters-two', ['a']);
    const count = async (query: object) =>
      (await call(pollEvents, { query: { autoAck: false, ...query } })).events.length;
    assert.equal(await count({}), 2);
    assert.equal(await count({ clientId: 'filters-two' }), 1);
    assert.equal(await count({ type: 'Submit_Event', channelId: 'filters' }), 2);
    assert.equal(await count({ type: 'AUTHENTICATION_EVENT' }), 0);
    assert.equal(await count({ channelId: 'elsewhere' }), 0);
  });
}

function testCredentials(make: MakeGateway): void {
  it('includes passwords until the result is reported, and ignores results for older credentials', async () => {
    const gateway = await make('accounts');
    const call = judged(gateway);
    const client = await gateway.connect('accounts-client');
    const { clientId, accountId } = client;
    const shown = async () => {
      const { events } = await call(pollEvents, { query: { returnAck: true, autoAck: false, clientId } });
      return events.map((event) => ({ eventId: event.eventId, ...authenticationEventData.parse(event.data) }));
    };
    const [asked] = await shown();
    assert.deepEqual(asked?.properties, credentials);
    assert.deepEqual([asked.accountId, asked.accountName], [accountId, 'account-1']);
    const body = { clientId, channelId: gateway.channelId, accountId };
    const report = async (more: object) => {
      const { state, outdated, fieldErrors } = await call(reportAuthentication, { body: { ...body, ...more } });
      return { state, outdated, fields: fieldErrors.map((error) => error.fieldId) };
    };
    const failure = { status: 'failure', message: 'no', erroneousProperties: ['apiToken'] };
    const failed = { state: 'Failed', outdated: false, fields: ['apiToken'] };
    assert.deepEqual(await report({ ...failure, eventId: asked.eventId }), failed);
    assert.deepEqual(await report({ ...failure, eventId: asked.eventId }), failed, 'a repeat changes nothing');
    assert.deepEqual((await shown())[0]?.properties, { ...credentials, apiToken: null });
    await client.askAgain();
    const old = await report({ status: 'SUCCESS', eventId: asked.eventId });
    assert.deepEqual([old.state, old.outdated], ['Authenticating', true]);
    const again = (await shown()).at(-1);
    assert.deepEqual(again?.properties, credentials);
    const connected = { state: 'Connected', outdated: false, fields: [] };
    assert.deepEqual(await report({ status: 'SUCCESS', eventId: again.eventId }), connected);
    const [channel] = (await call(listAdapterChannels)).channels;
    const [connection] = channel?.connections ?? [];
    assert.deepEqual([channel?.channelId, connection?.clientId], [gateway.channelId, clientId]);
    assert.equal(connection?.accounts[0]?.properties['apiToken'], null);
  });
}

function testStandards(make: MakeGateway): void {
  it('stores a data standard; equal content creates no version, and an invalid document is refused', async () => {
    const gateway = await make('standards');
    const call = judged(gateway);
    const params = { channelId: gateway.channelId };
    const put = (document: object, channelId = gateway.channelId) => {
      const raw = { content: JSON.stringify(document), contentType: 'application/json' };
      return call(putAdapterStandard, { params: { channelId }, raw });
    };
    assert.equal(await codeOf(call(getAdapterStandard, { params })), 'unknown-standard');
    const text = { id: 'string' as const };
    const document = {
      format: 'pimento-standard/1' as const,
      name: 'Example',
      attributes: [{ id: 'title', name: 'Title', type: text }],
    };
    const answerOf = async (given: object) => {
      const { version, outcome, counts } = await put(given);
      return [version, outcome, counts.attributes];
    };
    assert.deepEqual(await answerOf(document), [1, 'created', 1]);
    assert.deepEqual(await answerOf(document), [1, 'unchanged', 1]);
    assert.deepEqual(await answerOf({ ...document, name: 'Other' }), [2, 'created', 1]);
    assert.equal((await call(getAdapterStandard, { params })).name, 'Other');
    assert.equal(await codeOf(put({ ...document, attributes: [{ id: 'title' }] })), 'invalid-standard');
    assert.equal(await codeOf(put(document, 'nowhere')), 'unknown-channel');
  });
}

function testSubmissions(make: MakeGateway): void {
  it('lists submitted products ordered by id, in pages that continue at next', async () => {
    const { call, ids } = await submitted(await make('products'), 'products-client', ['b', 'ä', 'a', 'B', '10']);
    const params = { submissionId: ids[0] };
    const head = await call(getSubmissionHead, { params });
    assert.deepEqual([head.productCount, head.status], [5, 'Submitted']);
    const found: string[] = [];
    let startingAfter: string | null | undefined;
    do {
      const query = { limit: 2, ...(startingAfter === undefined ? {} : { startingAfter }) };
      const page = await call(listSubmittedProducts, { params, query });
      assert.equal(page.hasMore, page.next !== null);
      found.push(...page.products.map((product) => product.__ID));
      startingAfter = page.next;
    } while (startingAfter !== null);
    assert.deepEqual(found, ['10', 'B', 'a', 'b', 'ä']);
  });

  for (const { name, reports } of courses) {
    it(`derives the status of a submission from its reports: ${name}`, async () => {
      const { call, ids } = await submitted(await make(name), `${name}-client`, ['a', 'b', 'c']);
      const params = { submissionId: ids[0] };
      for (const [body, status] of reports) {
        for (let time = 1; time <= 2; time += 1)
          assert.equal((await call(reportSubmission, { params, body })).status, status, JSON.stringify(body));
        assert.equal((await call(getSubmissionHead, { params })).status, status);
      }
    });
  }
}

function testWithdrawals(make: MakeGateway): void {
  it('gives the products of a withdrawal with their external ids, to an adapter that has declared it', async () => {
    const gateway = await make('withdrawals');
    const { call, client, ids } = await submitted(gateway, 'withdrawals-client', ['a', 'b']);
    const accepted = { productId: 'a', status: 'Accepted', externalId: 'x-1' };
    await call(reportSubmission, { params: { submissionId: ids[0] }, body: { status: 'Success', items: [accepted] } });
    const params = { channelId: gateway.channelId };
    const capabilities = { channelId: gateway.channelId, capabilities: ['withdraw'] };
    const declare = () => call(declareCapabilities, { params, body: { capabilities: ['withdraw'] } });
    assert.deepEqual(await declare(), capabilities);
    assert.deepEqual(await declare(), capabilities);
    assert.deepEqual((await call(listAdapterChannels)).channels[0]?.capabilities, ['withdraw']);
    await client.withdraw([{ __ID: 'a', externalId: 'x-1' }]);
    const { events } = await call(pollEvents, { query: { type: 'SUBMIT_EVENT' } });
    const data = submitEventData.parse(events.at(-1)?.data);
    assert.deepEqual([data.operation, data.productCount], ['withdraw', 1]);
    const withdrawal = { params: { submissionId: data.submissionId } };
    assert.equal((await call(getSubmissionHead, withdrawal)).operation, 'withdraw');
    const { products } = await call(listSubmittedProducts, withdrawal);
    assert.deepEqual(products, [{ __ID: 'a', externalId: 'x-1' }]);
    const body = { status: 'Success', items: items('Accepted', 'a') };
    assert.equal((await call(reportSubmission, { ...withdrawal, body })).status, 'Success');
    const unknown = call(declareCapabilities, { params: { channelId: 'nowhere' }, body: { capabilities: [] } });
    assert.equal(await codeOf(unknown), 'unknown-channel');
  });

  it('refuses a bad item alone', async () => {
    const { call, ids } = await submitted(await make('bad-items'), 'bad-items-client', ['a']);
    const params = { submissionId: ids[0] };
    const body = {
      status: 'Success',
      items: [...items('Accepted', 'a', 'stranger'), { productId: 'a', status: 'Great' }],
    };
    const answer = await call(reportSubmission, { params, body });
    assert.equal(answer.status, 'Success');
    assert.deepEqual(
      answer.refusedItems?.map(({ index, code }) => [index, code]),
      [
        [1, 'unknown-product'],
        [2, 'invalid-body'],
      ],
    );
    assert.ok(!('operation' in (await call(getSubmissionHead, { params }))));
  });
}

function testRefusals(make: MakeGateway): void {
  it('refuses invalid reports, each with its code, and stores nothing', async () => {
    const gateway = await make('refusals');
    const { call, account, ids } = await submitted(gateway, 'refusals-client', ['a']);
    const params = { submissionId: ids[0] };
    const stranger = { status: 'Success', items: items('Accepted', 'stranger') };
    const refused: [string, () => Promise<unknown>][] = [
      ['invalid-parameter', () => call(pollEvents, { query: { limit: 0 } })],
      ['invalid-parameter', () => call(pollEvents, { query: { limit: 101 } })],
      ['invalid-parameter', () => call(pollEvents, { query: { autoAck: 'maybe' } })],
      ['invalid-parameter', () => call(pollEvents, { query: { type: 'FOO' } })],
      ['invalid-parameter', () => call(pollEvents, { query: { channelId: '' } })],
      ['unknown-cursor', () => call(pollEvents, { query: { startingAfter: neverIssued() } })],
      ['unknown-cursor', () => call(pollEvents, { query: { startingAfter: 'x' } })],
      ['unknown-event', () => call(acknowledgeEvent, { params: { eventId: unknownId } })],
      ['unknown-event', () => call(acknowledgeEvent, { params: { eventId: 'x' } })],
      ['unknown-submission', () => call(getSubmissionHead, { params: { submissionId: unknownId } })],
      ['unknown-submission', () => call(listSubmittedProducts, { params: { submissionId: unknownId } })],
      [
        'unknown-submission',
        () => call(reportSubmission, { params: { submissionId: unknownId }, body: { status: 'Sent' } }),
      ],
      ['invalid-parameter', () => call(listSubmittedProducts, { params, query: { limit: 1001 } })],
      ['invalid-parameter', () => call(listSubmittedProducts, { params, query: { startingAfter: '!' } })],
      ['invalid-body', () => call(reportSubmission, { params, body: { status: 'Great' } })],
      ['invalid-values', () => call(reportSubmission, { params, body: stranger })],
      ['invalid-body', () => call(reportAuthentication, { body: { ...account, status: 'PERHAPS' } })],
      [
        'unknown-event',
        () => call(reportAuthentication, { body: { ...account, status: 'SUCCESS', eventId: unknownId } }),
      ],
      ['unknown-event', () => call(reportAuthentication, { body: { ...account, status: 'SUCCESS', eventId: 'x' } })],
      [
        'unknown-account',
        () => call(reportAuthentication, { body: { ...account, accountId: unknownId, status: 'SUCCESS' } }),
      ],
      ['unauthorized', () => judged({ ...gateway, secret: 'wrong' })(pollEvents)],
    ];
    for (const [index, [code, refusal]] of refused.entries())
      assert.equal(await codeOf(refusal()), code, `refusal ${index + 1}`);
    assert.equal((await call(getSubmissionHead, { params })).status, 'Submitted');
  });

  it('sends an event when a client disconnects from the channel', async () => {
    const { call, client } = await submitted(await make('leaving'), 'leaving-client');
    await client.leave();
    const [event] = (await call(pollEvents, { query: { type: 'CLIENT_CHANNEL_DELETED_EVENT' } })).events;
    assert.deepEqual(event?.data, { accountIds: [client.accountId] });
  });
}

// The service and the simulator run the same tests, so that an adapter that works with the simulator also works with the service.
for (const [kind, start] of [
  ['the service', startService],
  ['the simulator', startSimulators],
] as const) {
  describe(`the gateway of ${kind}`, () => {
    let maker: GatewayMaker;
    before(async () => {
      maker = await start();
    });
    after(() => maker?.[Symbol.asyncDispose]());
    const make: MakeGateway = (name) => maker.make(name);
    testEvents(make);
    testCredentials(make);
    testStandards(make);
    testSubmissions(make);
    testRefusals(make);
    testWithdrawals(make);
  });
}
