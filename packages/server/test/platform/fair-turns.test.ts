import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { chooseNext, poolSize, shareOf } from '../../src/platform/fair-turn-rules.ts';
import { createFairTurns, type Turn } from '../../src/platform/fair-turns.ts';

const tasks = (client: string, running: number, waiting: number, lastStart = 0) => ({
  client,
  running,
  waiting,
  lastStart,
  isSlow: false,
});

describe('The pools that clients share', () => {
  test('one client has at most three quarters of a pool, and half of it while another client waits', () => {
    assert.deepEqual(poolSize(16), { max: 16, alone: 12 });
    assert.deepEqual([shareOf(poolSize(16), false), shareOf(poolSize(16), true)], [12, 8]);
    assert.equal(chooseNext(poolSize(16), [tasks('a', 11, 5)]), 'a');
    assert.equal(chooseNext(poolSize(16), [tasks('a', 12, 5)]), undefined);
    assert.equal(chooseNext(poolSize(16), [tasks('a', 8, 5), tasks('b', 0, 1)]), 'b');
  });

  test('a pool of one still runs the tasks of a client that is alone', () => {
    assert.equal(chooseNext(poolSize(1), [tasks('a', 0, 1)]), 'a');
  });

  test('the client with the fewest running tasks is next, then the one that has waited longest', () => {
    assert.equal(chooseNext(poolSize(8), [tasks('a', 2, 1, 1), tasks('b', 1, 1, 9)]), 'b');
    assert.equal(chooseNext(poolSize(8), [tasks('a', 1, 1, 7), tasks('b', 1, 1, 3)]), 'b');
  });

  test('whatever arrives and ends, the pool is never overfull, and no client has more than its share', async () => {
    const steps = fc.array(fc.record({ client: fc.constantFrom('a', 'b', 'c'), ends: fc.boolean() }), {
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 9 }), async (given, max) => {
        const turns = createFairTurns(poolSize(max), { waiting: 1_000 });
        const running: { client: string; turn: Turn }[] = [];
        for (const { client, ends } of given) {
          void turns.enter(client).then((turn) => running.push({ client, turn }));
          if (ends) running.shift()?.turn[Symbol.dispose]();
          await new Promise((resolve) => setImmediate(resolve));
          assert.ok(running.length <= max);
          for (const name of ['a', 'b', 'c'])
            assert.ok(running.filter((one) => one.client === name).length <= poolSize(max).alone);
        }
        let started = given.filter(({ ends }) => ends).length > given.length ? 0 : running.length;
        for (let rounds = 0; rounds < given.length && running.length > 0; rounds++) {
          running.shift()?.turn[Symbol.dispose]();
          await new Promise((resolve) => setImmediate(resolve));
          started += 1;
        }
        assert.equal(running.length, 0, `${started} started, and the rest was forgotten`);
        for (const name of ['a', 'b', 'c']) assert.equal(turns.running(name), 0);
      }),
      { numRuns: 60 },
    );
  });

  test('a client that waits for too many tasks is refused, and others are not', async () => {
    const turns = createFairTurns(poolSize(1), { waiting: 1 });
    using first = await turns.enter('a');
    const second = turns.enter('a');
    await assert.rejects(turns.enter('a'), { code: 'too-many-requests' });
    const other = turns.enter('b');
    first[Symbol.dispose]();
    (await other)[Symbol.dispose]();
    (await second)[Symbol.dispose]();
  });

  test('a task that gives up waiting leaves the queue, and the next one starts', async () => {
    const turns = createFairTurns(poolSize(1), { waiting: 9 });
    const first = await turns.enter('a');
    const leaving = new AbortController();
    const left = turns.enter('a', leaving.signal);
    const next = turns.enter('a');
    leaving.abort(new Error('gone'));
    await assert.rejects(left, { message: 'gone' });
    first[Symbol.dispose]();
    (await next)[Symbol.dispose]();
  });
});

describe('Clients whose tasks take long', () => {
  test('a waiting task that gives up no longer limits the share of another client', async () => {
    const turns = createFairTurns({ max: 8, alone: 6, slow: 1 }, { waiting: 9, slowMs: 500 });
    using _slow = await turns.enter('b');
    await sleep(600);
    const leaving = new AbortController();
    const left = turns.enter('b', leaving.signal);
    using stack = new DisposableStack();
    for (let count = 0; count < 4; count += 1) stack.use(await turns.enter('a'));
    const fifth = turns.enter('a');
    assert.equal(turns.running('a'), 4, 'half of the pool while the other client waits');
    leaving.abort(new Error('gone'));
    assert.equal(turns.running('a'), 5);
    await assert.rejects(left, { message: 'gone' });
    stack.use(await fifth);
  });

  test('a client whose tasks take long has a smaller share, and others do not', () => {
    const size = { ...poolSize(8), slow: 2 };
    assert.deepEqual([shareOf(size, false, true), shareOf(size, false)], [2, 6]);
    assert.equal(chooseNext(size, [{ ...tasks('a', 1, 9), isSlow: true }]), 'a');
    assert.equal(chooseNext(size, [{ ...tasks('a', 2, 9), isSlow: true }]), undefined);
    assert.equal(chooseNext(size, [{ ...tasks('a', 2, 9), isSlow: true }, tasks('b', 3, 1)]), 'b');
  });

  test('a client is slow while one of its tasks runs for long, and other clients start theirs', async () => {
    const turns = createFairTurns({ max: 8, alone: 6, slow: 1 }, { waiting: 100, slowMs: 20 });
    const first = await turns.enter('a');
    await sleep(30);
    let isStarted = false;
    const second = turns.enter('a').then((turn) => {
      isStarted = true;
      return turn;
    });
    (await turns.enter('b'))[Symbol.dispose]();
    assert.equal(isStarted, false);
    first[Symbol.dispose]();
    (await second)[Symbol.dispose]();
  });

  test('a client stays slow after long tasks, even if it has none for a moment, until quick ones have followed', async () => {
    const turns = createFairTurns({ max: 8, alone: 6, slow: 1 }, { waiting: 100, slowMs: 20 });
    for (let count = 0; count < 8; count++) {
      using _turn = await turns.enter('a');
      await sleep(40);
    }
    let started = 0;
    const count = (turn: Turn) => {
      started += 1;
      return turn;
    };
    const waiting = [turns.enter('a').then(count), turns.enter('a').then(count)];
    (await turns.enter('b'))[Symbol.dispose]();
    await sleep(1);
    assert.equal(started, 1);
    for (const one of waiting) (await one)[Symbol.dispose]();
    for (let quick = 0; quick < 20; quick++) (await turns.enter('a'))[Symbol.dispose]();
    const both = await Promise.all([turns.enter('a'), turns.enter('a')]);
    assert.equal(turns.running('a'), 2);
    for (const turn of both) turn[Symbol.dispose]();
  });
});
