import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { describe, test } from 'node:test';
import { createPageTurns } from '../../../src/catalog/export/page-turn-service.ts';
import { clientIdOf, createClientActivity } from '../../../src/platform/index.ts';

const [acme, other, third] = [clientIdOf('acme'), clientIdOf('other'), clientIdOf('third')];
/** Maximum number of pages that one client reads at the same time on this machine. */
const atOnce = Math.max(1, Math.floor(availableParallelism() / 2));

describe('Pages of exports', () => {
  test('alternate between clients, and begin in the order in which they wait', async () => {
    const turns = createPageTurns(() => 0);
    const running = await Promise.all(Array.from({ length: atOnce }, () => turns.enter(acme)));
    const begun: string[] = [];
    const page = async (clientId: typeof acme) => {
      using _turn = await turns.enter(clientId);
      begun.push(clientId);
      await Promise.resolve();
    };
    const waiting = [page(acme), page(other), page(acme), page(third)];
    for (const turn of running) turn[Symbol.dispose]();
    await Promise.all(waiting);
    assert.deepEqual(begun.slice(0, 2).toSorted(), ['other', 'third']);
  });

  test('of one client that take long keep others waiting for a moment only, and its own until they end', async () => {
    const turns = createPageTurns(() => 0);
    const slow = await Promise.all(Array.from({ length: atOnce }, () => turns.enter(acme)));
    let isBegun = false;
    const next = turns.enter(acme).then((turn) => {
      isBegun = true;
      return turn;
    });
    using _page = await turns.enter(other);
    assert.equal(isBegun, false);
    for (const turn of slow) turn[Symbol.dispose]();
    (await next)[Symbol.dispose]();
  });

  test('are small while another client exports, and for two seconds afterwards', () => {
    let now = 10_000;
    const turns = createPageTurns(() => now);
    using _export = turns.open(acme);
    assert.equal(turns.hasOthers(acme), false);
    const foreign = turns.open(other);
    assert.deepEqual([turns.hasOthers(acme), turns.hasOthers(other)], [true, true]);
    foreign[Symbol.dispose]();
    now += 2_000;
    assert.equal(turns.hasOthers(acme), true);
    now += 1;
    assert.equal(turns.hasOthers(acme), false);
  });

  test('leave a rest after each page while other clients send requests', async () => {
    let now = 10_000;
    const turns = createPageTurns(() => now);
    using _export = turns.open(acme);
    turns.makeRoom(acme);
    const pages = await Promise.all(Array.from({ length: atOnce }, () => turns.enter(acme)));
    now += 5;
    for (const page of pages) page[Symbol.dispose]();
    let isBegun = false;
    const next = turns.enter(acme).then((turn) => {
      isBegun = true;
      return turn;
    });
    // While the first client rests, a page of another client can be read.
    (await turns.enter(other))[Symbol.dispose]();
    assert.deepEqual([isBegun, turns.hasOthers(acme)], [false, true]);
    (await next)[Symbol.dispose]();
    now += 250;
    assert.equal(turns.hasOthers(acme), false);
  });
});

test('the rest after the last page of a client does not delay its next export', async () => {
  let now = 10_000;
  const turns = createPageTurns(() => now);
  const first = turns.open(acme);
  turns.makeRoom(acme);
  const pages = await Promise.all(Array.from({ length: atOnce }, () => turns.enter(acme)));
  now += 25;
  for (const page of pages) page[Symbol.dispose]();
  first[Symbol.dispose]();
  let isBegun = false;
  const next = turns.enter(acme).then((turn) => {
    isBegun = true;
    return turn;
  });
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isBegun, true);
  (await next)[Symbol.dispose]();
});

test('a client is active for a quarter of a second after its last request, and is none of its own others', () => {
  let now = 0;
  const activity = createClientActivity(() => now);
  activity.record('client acme');
  assert.deepEqual([activity.hasOthers('client acme'), activity.hasOthers('client other')], [false, true]);
  now = 100;
  activity.record('client other');
  now = 251;
  assert.deepEqual([activity.hasOthers('client acme'), activity.hasOthers('client other')], [true, false]);
  now = 351;
  assert.equal(activity.hasOthers('client acme'), false);
});
