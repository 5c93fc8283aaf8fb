import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Parked, RetryLaterError, type WithdrawnProduct } from '../src/index.ts';
import { namesOf, startBench } from './simulated-run.ts';

const submit = (clientId: string, products: number, more: object = {}) => ({
  type: 'SUBMIT_EVENT',
  clientId,
  products,
  ...more,
});

describe('a running adapter: delivery', () => {
  it('delivers everything once, in pages of the channel, reports every product and acknowledges every event', async (test) => {
    const bench = await startBench(test, {
      channels: [{ channelId: 'shop', batchSize: 7 }],
      events: [submit('a', 20), submit('b', 7), submit('a', 1), submit('b', 3, { cancelled: true })],
    });
    const { handled, parked } = await bench.run();
    assert.deepEqual({ handled, parked }, { handled: 4, parked: 0 });
    assert.equal(bench.delivered.length, 28);
    const heads = [...bench.simulator.gateway.submissions.values()].map((submission) => submission.head().status);
    assert.deepEqual(heads, ['Success', 'Success', 'Success', 'Cancelled']);
    assert.ok(bench.simulator.gateway.stream.report().every((event) => event.isAcknowledged));
  });

  it('acknowledges no event before its handler has succeeded', async (test) => {
    const bench = await startBench(test, { events: [submit('a', 2)] });
    let seen: boolean | undefined;
    await bench.run({
      deliver() {
        seen = bench.simulator.gateway.stream.report()[0]?.isAcknowledged;
        return Promise.resolve();
      },
    });
    assert.equal(seen, false);
  });

  it('serves several clients concurrently and each in order', async (test) => {
    const events = ['a', 'b', 'c', 'a', 'b', 'c', 'a'].map((clientId) => submit(clientId, 1));
    const bench = await startBench(test, { events });
    let busy = 0;
    let maxBusy = 0;
    await bench.run({
      async deliver(batch) {
        busy += 1;
        maxBusy = Math.max(maxBusy, busy);
        await new Promise((resolve) => setImmediate(resolve));
        bench.delivered.push(...namesOf(batch));
        busy -= 1;
      },
    });
    assert.ok(maxBusy > 1);
    const order = [...bench.simulator.gateway.submissions.keys()];
    for (const clientId of ['a', 'b', 'c']) {
      const places = bench.delivered
        .filter((one) => one.clientId === clientId)
        .map((one) => order.indexOf(one.submissionId));
      assert.deepEqual(
        places,
        places.toSorted((x, y) => x - y),
      );
    }
  });

  it('parks an event that keeps failing, reports the reason without credentials, and continues with the other events', async (test) => {
    const bench = await startBench(test, {
      events: [
        { type: 'AUTHENTICATION_EVENT', clientId: 'a', properties: { password: 's3cret-word' } },
        submit('a', 1, { comment: 'poison' }),
        submit('a', 1),
      ],
    });
    const parked: Parked[] = [];
    const deliver = (comment: string | null) =>
      comment === 'poison' ? Promise.reject(new Error('cannot log in with s3cret-word')) : Promise.resolve();
    const summary = await bench.run(
      { deliver: ({ submission }) => deliver(submission.comment) },
      { maxTries: 3, hooks: { parked: (one) => parked.push(one) } },
    );
    assert.equal(summary.parked, 1);
    assert.equal(parked[0]?.reason, 'cannot log in with ***');
    const statuses = [...bench.simulator.gateway.submissions.values()].map((submission) => submission.head().status);
    assert.deepEqual(statuses, ['Failed', 'Success']);
    assert.ok(bench.simulator.gateway.stream.report().every((event) => event.isAcknowledged));
  });
});

describe('a running adapter: events with invalid data', () => {
  it('parks them at once, reports the reason if possible, and handles the other events', async (test) => {
    const bench = await startBench(test, { events: [submit('a', 1)] });
    const { gateway } = bench.simulator;
    const append = (eventType: 'SUBMIT_EVENT' | 'CLIENT_CHANNEL_DELETED_EVENT', data: object) =>
      // A type assertion is needed, because the simulator's types allow only valid data.
      gateway.stream.append({ clientId: 'b', channelId: 'shop', eventType, data: data as { accountIds: string[] } });
    append('SUBMIT_EVENT', { submissionId: 'gone', productCount: 'many' });
    append('SUBMIT_EVENT', {});
    append('CLIENT_CHANNEL_DELETED_EVENT', { accountIds: 'all' });
    gateway.add({
      type: 'SUBMIT_EVENT',
      clientId: 'b',
      channelId: 'shop',
      accountId: 'account-1',
      products: [{ __ID: 'p' }],
      comment: null,
      isCancelled: false,
    });
    const parked: Parked[] = [];
    const summary = await bench.run({}, { concurrency: 1, hooks: { parked: (one) => parked.push(one) } });
    assert.deepEqual([summary.handled, summary.parked, bench.delivered.length], [2, 3, 2]);
    assert.match(parked[1]?.reason ?? '', /^SUBMIT_EVENT: submissionId /);
    assert.ok(gateway.stream.report().every((event) => event.isAcknowledged && event.given === 1));
  });

  it('fails the submission that such an event names', async (test) => {
    const bench = await startBench(test, { events: [] });
    const { gateway } = bench.simulator;
    const ids = { clientId: 'a', channelId: 'shop' };
    gateway.add({
      ...ids,
      type: 'SUBMIT_EVENT',
      accountId: 'x',
      products: [{ __ID: 'p' }],
      comment: null,
      isCancelled: false,
    });
    const [event] = gateway.stream.report();
    assert.ok(event);
    Object.assign(event.event.data, { productCount: 'many' });
    const { parked } = await bench.run();
    const [submission] = gateway.submissions.values();
    assert.deepEqual([parked, submission?.head().status], [1, 'Failed']);
  });
});

describe('a running adapter: withdrawals', () => {
  const products = [
    { __ID: 'p1', externalId: 'x1' },
    { __ID: 'p2', externalId: null },
  ];
  const withdraw = submit('a', 0, { operation: 'withdraw', products });

  it('declares them if it has the function, takes the products off and reports each as Accepted', async (test) => {
    const bench = await startBench(test, {
      channels: [{ channelId: 'shop', batchSize: 1 }, { channelId: 'other' }],
      events: [submit('a', 1), withdraw],
    });
    const seen: WithdrawnProduct[] = [];
    const keys = new Set<string>();
    await bench.run({
      withdraw(withdrawal) {
        seen.push(...withdrawal.products);
        keys.add(withdrawal.key);
        return Promise.resolve();
      },
    });
    assert.deepEqual(seen, products);
    assert.equal(keys.size, 2);
    assert.equal(bench.delivered.length, 1);
    const { gateway } = bench.simulator;
    assert.deepEqual(
      ['shop', 'other'].map((channelId) => gateway.capabilities(channelId)),
      [['withdraw'], ['withdraw']],
    );
    const heads = [...gateway.submissions.values()].map((submission) => submission.head().status);
    assert.deepEqual(heads, ['Success', 'Success']);
  });

  it('declares nothing without the function, and never delivers the products of a withdrawal', async (test) => {
    const bench = await startBench(test, { events: [withdraw] });
    const summary = await bench.run();
    assert.deepEqual([summary.handled, summary.parked, bench.delivered], [1, 0, []]);
    assert.deepEqual(bench.simulator.gateway.capabilities('shop'), []);
    const [submission] = bench.simulator.gateway.submissions.values();
    assert.equal(submission?.head().status, 'Failed');
    assert.ok(!bench.simulator.requests.some(({ path }) => path.includes('/external/channels')));
  });
});

describe('a running adapter: failures and restarts', () => {
  it('never parks an event because the target is unreachable', async (test) => {
    const bench = await startBench(test, { events: [submit('a', 1)] });
    let tries = 0;
    const deliver = () => ((tries += 1) < 5 ? Promise.reject(new RetryLaterError('away')) : Promise.resolve());
    const { handled, parked } = await bench.run({ deliver }, { maxTries: 2 });
    assert.deepEqual({ handled, parked, tries }, { handled: 1, parked: 0, tries: 5 });
  });

  it('continues after a restart without delivering completed pages again', async (test) => {
    const bench = await startBench(test, {
      channels: [{ channelId: 'shop', batchSize: 5 }],
      events: [submit('a', 20)],
    });
    const stop = new AbortController();
    await bench.run(
      {
        deliver(batch) {
          bench.delivered.push(...namesOf(batch));
          if (bench.delivered.length === 10) stop.abort();
          return Promise.resolve();
        },
      },
      { signal: stop.signal, once: false },
    );
    assert.equal(bench.delivered.length, 10);
    await bench.run();
    assert.equal(new Set(bench.delivered.map((one) => one.productId)).size, 20);
    assert.equal(bench.delivered.length, 20);
  });

  it('does not deliver again products that were settled one by one before a failure', async (test) => {
    const bench = await startBench(test, { events: [submit('a', 4)] });
    const given: number[] = [];
    await bench.run({
      async deliver(batch, context) {
        given.push(batch.products.length);
        if (given.length > 1) return;
        for (const { __ID: productId } of batch.products.slice(0, 3))
          await context.settle([{ productId, status: 'Rejected' }]);
        throw new Error('broken');
      },
    });
    assert.deepEqual(given, [4, 1]);
    const [submission] = bench.simulator.gateway.submissions.values();
    assert.deepEqual(
      [...(submission?.items.values() ?? [])].map((item) => item.status),
      ['Rejected', 'Rejected', 'Rejected', 'Accepted'],
    );
  });
});

describe('a running adapter: repeated events and outages', () => {
  it('handles a repeated event only once', async (test) => {
    const bench = await startBench(test, { events: [submit('a', 3)], chaos: { duplicateRate: 1 } });
    await bench.run();
    await bench.run();
    assert.equal(bench.delivered.length, 3);
    const [event] = bench.simulator.gateway.stream.report();
    assert.deepEqual(
      { given: event?.given, isAcknowledged: event?.isAcknowledged },
      { given: 2, isAcknowledged: true },
    );
  });

  it('never checks credentials again after their result was reported, because the passwords are no longer included', async (test) => {
    const bench = await startBench(test, {
      events: [{ type: 'AUTHENTICATION_EVENT', clientId: 'a', properties: { password: 'good-one' } }],
    });
    const stop = new AbortController();
    const running = bench.run(
      {
        authenticate() {
          bench.simulator.setFault('drop');
          return Promise.resolve({ isValid: true });
        },
      },
      { once: false, signal: stop.signal, graceMs: 0 },
    );
    const [account] = bench.simulator.gateway.accounts();
    await untilTrue(() => account?.state === 'Connected');
    stop.abort();
    await running;
    bench.simulator.setFault(undefined);
    const summary = await bench.run({ authenticate: () => assert.fail('it was asked again') });
    assert.deepEqual(summary, { handled: 1, parked: 0 });
    assert.equal(account?.state, 'Connected');
  });

  it('delivers everything once despite errors, refusals and lost answers', async (test) => {
    const bench = await startBench(test, {
      channels: [{ channelId: 'shop', batchSize: 4 }],
      events: [submit('a', 9, { times: 3 }), submit('b', 9, { times: 3 })],
      chaos: { seed: 7, errorRate: 0.1, tooManyRate: 0.03, retryAfterSeconds: 0, dropRate: 0.1, duplicateRate: 0.3 },
    });
    const stop = new AbortController();
    const running = bench.run({}, { once: false, signal: stop.signal });
    await untilTrue(() => bench.simulator.gateway.stream.report().every((event) => event.isAcknowledged));
    stop.abort();
    await running;
    assert.equal(bench.delivered.length, 54);
    assert.equal(new Set(bench.delivered.map((one) => one.submissionId + one.productId)).size, 54);
    assert.ok([...bench.simulator.gateway.submissions.values()].every((one) => one.head().status === 'Success'));
  });

  it('backs off in an outage, and stops immediately on request', async (test) => {
    const bench = await startBench(test, { events: [] });
    bench.simulator.setFault('error');
    const stop = new AbortController();
    const running = bench.run({}, { once: false, signal: stop.signal, backOff: { firstMs: 40, maxMs: 60_000 } });
    await untilTrue(() => bench.simulator.requests.length >= 4);
    const gaps = bench.simulator.requests.map((one, index, all) => one.at - (all[index - 1]?.at ?? one.at)).slice(1);
    stop.abort();
    await running;
    assert.ok((gaps[0] ?? 0) >= 18 && (gaps[1] ?? 0) >= 38 && (gaps[2] ?? 0) >= 78, String(gaps));
  });
});

describe('a running adapter: waiting and logging', () => {
  it('waits for the time in Retry-After', async (test) => {
    const bench = await startBench(test, { events: [submit('a', 1)], chaos: { retryAfterSeconds: 1 } });
    bench.simulator.setFault('too-many');
    const running = bench.run();
    await untilTrue(() => bench.simulator.requests.length === 1);
    bench.simulator.setFault(undefined);
    await running;
    const [first, second] = bench.simulator.requests;
    assert.ok((second?.at ?? 0) - (first?.at ?? 0) >= 990);
  });

  it('writes no credentials to its log or journal, and reports an unreachable service in a run with once', async (test) => {
    const bench = await startBench(test, {
      events: [{ type: 'AUTHENTICATION_EVENT', clientId: 'a', properties: { password: 'pässword"1' } }],
    });
    bench.simulator.setFault('error');
    await assert.rejects(bench.run());
    bench.simulator.setFault(undefined);
    await bench.run(
      {
        authenticate: ({ properties }) =>
          Promise.reject(new Error(`no: ${properties['password']} ${bench.simulator.secret}`)),
      },
      { maxTries: 2 },
    );
    assert.ok(bench.lines.length > 2);
    for (const line of bench.lines)
      assert.ok(!line.includes('pässword') && !line.includes(bench.simulator.secret), line);
  });
});

/** Waits until the condition is true. Checks it in every iteration of the event loop. */
async function untilTrue(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}
