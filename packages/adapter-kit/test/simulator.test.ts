import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClient } from '@pimento/client';
import {
  acknowledgeEvent,
  getSubmissionHead,
  issueToken,
  listAdapterChannels,
  listSubmittedProducts,
  pollEvents,
  reportAuthentication,
  reportSubmission,
  submitEventData,
} from '@pimento/contract';
import { readScenario, ScenarioError, startSimulator } from '../src/simulator/index.ts';
import { codeOf, judged } from './judged-call.ts';

const scenario = {
  channels: [{ channelId: 'shop', batchSize: 2 }],
  events: [
    { type: 'AUTHENTICATION_EVENT', clientId: 'a', properties: { user: 'u', password: 'p' } },
    { type: 'SUBMIT_EVENT', clientId: 'a', products: 3, comment: 'now' },
    { type: 'CLIENT_CHANNEL_DELETED_EVENT', clientId: 'b' },
  ],
};

describe('the simulator: a whole run', () => {
  it('answers every call of an adapter as the contract describes it', async (test) => {
    const simulator = await startSimulator(readScenario(scenario));
    test.after(() => simulator.close());
    const call = judged(simulator);
    const page = await call(pollEvents, { query: { autoAck: false, limit: 2 } });
    assert.deepEqual(
      page.events.map((event) => event.eventType),
      ['AUTHENTICATION_EVENT', 'SUBMIT_EVENT'],
    );
    assert.equal(page.hasMore, true);
    const [asked, submitted] = page.events;
    assert.ok(asked && submitted);
    const { submissionId } = submitEventData.parse(submitted.data);
    const params = { submissionId };

    const account = { clientId: 'a', channelId: 'shop', accountId: 'account-1' };
    const state = await call(reportAuthentication, { body: { ...account, status: 'success', eventId: asked.eventId } });
    assert.deepEqual({ state: state.state, outdated: state.outdated }, { state: 'Connected', outdated: false });
    const strange = { ...account, status: 'FAILURE', eventId: 'x' };
    assert.equal(await codeOf(call(reportAuthentication, { body: strange })), 'unknown-event');
    const again = await call(pollEvents, { query: { autoAck: false, type: 'authentication_event' } });
    assert.deepEqual(again.events[0]?.data, {
      accountId: 'account-1',
      accountName: 'account-1',
      properties: { user: 'u', password: null },
    });

    assert.equal((await call(getSubmissionHead, { params })).status, 'Submitted');
    const first = await call(listSubmittedProducts, { params, query: { limit: 2 } });
    const second = await call(listSubmittedProducts, { params, query: { limit: 2, startingAfter: first.next } });
    assert.deepEqual(
      [...first.products, ...second.products].map((one) => one.__ID),
      ['P-000001', 'P-000002', 'P-000003'],
    );
    assert.equal(second.next, null);

    const items = (status: string, ...ids: string[]) => ids.map((productId) => ({ productId, status }));
    const report = (body: object) => call(reportSubmission, { params, body });
    assert.equal((await report({ status: 'Success', items: items('accepted', 'P-000001') })).status, 'Partial');
    assert.equal(
      (await report({ status: 'Success', items: items('Rejected', 'P-000002', 'P-000003') })).status,
      'Partial',
    );
    assert.equal(
      (await report({ status: 'Success', items: items('Accepted', 'P-000002', 'P-000003') })).status,
      'Partial',
      'the status is final at the end',
    );

    assert.equal((await call(acknowledgeEvent, { params: { eventId: asked.eventId } })).acknowledged, true);
    const rest = await call(pollEvents, { query: { autoAck: true } });
    assert.deepEqual(
      rest.events.map((event) => event.eventType),
      ['SUBMIT_EVENT', 'CLIENT_CHANNEL_DELETED_EVENT'],
    );
    assert.deepEqual((await call(pollEvents)).events, []);
    assert.equal((await call(pollEvents, { query: { returnAck: true } })).events.length, 3);
    assert.equal((await call(listAdapterChannels)).channels[0]?.connections[0]?.clientId, 'a');
  });
});

describe('the simulator: refusals, keys and pages', () => {
  it('refuses the same requests as the service, with the same codes', async (test) => {
    const simulator = await startSimulator(readScenario(scenario));
    test.after(() => simulator.close());
    const call = judged(simulator);
    const unknown = { params: { submissionId: '00000000-0000-7000-8000-000000000000' } };
    assert.equal(await codeOf(call(pollEvents, { query: { limit: 101 } })), 'invalid-parameter');
    assert.equal(await codeOf(call(pollEvents, { query: { autoAck: 'maybe' } })), 'invalid-parameter');
    assert.equal(await codeOf(call(pollEvents, { query: { startingAfter: 'x' } })), 'unknown-cursor');
    assert.equal(await codeOf(call(acknowledgeEvent, { params: { eventId: 'x' } })), 'unknown-event');
    assert.equal(await codeOf(call(getSubmissionHead, unknown)), 'unknown-submission');
    assert.equal(await codeOf(call(reportSubmission, { ...unknown, body: { status: 'Great' } })), 'invalid-body');
    const [submissionId] = simulator.gateway.submissions.keys();
    const body = { status: 'Success', items: [{ productId: 'stranger', status: 'Accepted' }] };
    assert.equal(await codeOf(call(reportSubmission, { params: { submissionId }, body })), 'invalid-values');
    assert.equal(await codeOf(judged({ ...simulator, secret: 'wrong' })(pollEvents)), 'unauthorized');
  });

  it('accepts the key in every form and exchanges it for a token', async (test) => {
    const simulator = await startSimulator(readScenario(scenario));
    test.after(() => simulator.close());
    const { keyId, secret, baseUrl } = simulator;
    const body: CallInputBody = { grant_type: 'client_credentials', client_id: keyId, client_secret: secret };
    const token = await createClient({ baseUrl }).call(issueToken, { body });
    issueToken.answers[200].schema.parse(token);
    const pair = `Basic ${Buffer.from(`${keyId}:${secret}`).toString('base64')}`;
    for (const authorization of [secret, `bearer  ${secret}`, pair, `Bearer ${token.access_token}`]) {
      const answer = await fetch(`${baseUrl}/external/events`, { headers: { authorization } });
      assert.equal(answer.status, 200, authorization);
    }
    const wrong = createClient({ baseUrl }).call(issueToken, { body: { ...body, client_secret: 'x' } });
    assert.equal(await codeOf(wrong), 'invalid-client');
  });

  it('returns ten thousand events in pages, each once and in order', async (test) => {
    const simulator = await startSimulator(
      readScenario({ events: [{ type: 'SUBMIT_EVENT', clientId: 'c-{n}', times: 10_000, products: 1 }] }),
    );
    test.after(() => simulator.close());
    const client = createClient({ baseUrl: simulator.baseUrl, credential: simulator.secret });
    const clients: string[] = [];
    for (;;) {
      const { events, hasMore } = await client.call(pollEvents, { query: { limit: 100 } });
      clients.push(...events.map((event) => event.clientId));
      if (!hasMore) break;
    }
    assert.deepEqual(
      clients,
      Array.from({ length: 10_000 }, (_one, index) => `c-${index + 1}`),
    );
  });

  it('names all problems of a scenario', () => {
    const wrong = { events: [{ type: 'X', clientId: 3 }], chaos: { errorRate: 2 } };
    assert.throws(
      () => readScenario(wrong),
      (error) =>
        error instanceof ScenarioError &&
        ['/events/0/type must be', '/events/0/clientId must be a string', '/chaos/errorRate must be'].every((part) =>
          error.message.includes(part),
        ),
    );
  });
});

type CallInputBody = { grant_type: string; client_id: string; client_secret: string };

describe('the simulator: reported requests', () => {
  it('also reports a request whose connection breaks', async (test) => {
    const seen: [string, number, string][] = [];
    const simulator = await startSimulator(readScenario(scenario), {
      onRequest: ({ path, status, fault }) => seen.push([path, status, fault]),
    });
    test.after(() => simulator.close());
    simulator.setFault('break');
    await assert.rejects(fetch(`${simulator.baseUrl}/external/events`));
    assert.deepEqual(seen, [['/external/events', 0, 'break']]);
  });
});
