import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProductChange } from '@pimento/contract';
import { makeDataFolder, type PimentoProgram, startProgram } from '../pimento-program.ts';
import type { TestCaller } from '../test-service.ts';

/** Number of products. For a long run, set PIMENTO_FEED_PRODUCTS=50000 PIMENTO_FEED_ROUNDS=20. */
const productCount = Number(process.env['PIMENTO_FEED_PRODUCTS'] ?? 400);
const rounds = Number(process.env['PIMENTO_FEED_ROUNDS'] ?? 2);
const importers = 8;
const readers = 4;
const kills = ['node', 'node and database'] as const;
const clocks = {
  'a clock that is right': {},
  'clocks that step': { NODE_OPTIONS: `--import=${new URL('../stepping-clock.ts', import.meta.url).href}` },
};

interface FeedPage {
  changes: ProductChange[];
  next: string;
  hasMore: boolean;
}

/** Access to the running program. `caller` is undefined while no program runs. */
interface World {
  caller: TestCaller | undefined;
}

/** Repeats a call until it gets a response with a status below 500. A call gets no response if the service is killed during the call. */
async function answerOf(world: World, call: (caller: TestCaller) => ReturnType<TestCaller['call']>) {
  for (;;) {
    const answer = world.caller && (await call(world.caller).catch(() => undefined));
    if (answer !== undefined && answer.status < 500) return answer;
    await pause(20);
  }
}

/**
 * Imports small and large bodies, and sometimes deletes a product, until `isOver` returns true. All importers write the same products, so
 * that they compete for row locks.
 * @returns the number of imports
 */
async function importUntil(world: World, importer: number, isOver: () => boolean): Promise<number> {
  let sent = 0;
  while (!isOver()) {
    sent += 1;
    const size = sent % 3 === 0 ? productCount : 1 + (sent % 5);
    const products = Array.from({ length: size }, (_, place) => ({
      __ID: `P-${(place + importer * 7 + sent) % productCount}`,
      [`by-${importer}`]: String(sent),
    }));
    await answerOf(world, (caller) => caller.importProducts(products));
    const unlucky = `P-${(importer * 31 + sent) % productCount}`;
    if (sent % 7 === 0)
      await answerOf(world, (caller) => caller.call('DELETE', `/api/products/v1/products/${unlucky}`));
  }
  return sent;
}

/** Follows the feed until `isOver` returns true and no changes are left. Drops some responses, like a consumer that is killed. */
async function follow(world: World, limit: number, isOver: () => boolean): Promise<ProductChange[]> {
  const seen: ProductChange[] = [];
  let next: string | undefined;
  for (;;) {
    const wasOver = isOver();
    const path = `/api/products/v1/products/changes?limit=${limit}${next === undefined ? '' : `&after=${next}`}`;
    const { status, body, text } = await answerOf(world, (caller) => caller.call('GET', path));
    assert.equal(status, 200, text);
    if (Math.random() < 0.1) continue;
    const page = body as FeedPage; // the contract declares this type
    seen.push(...page.changes);
    next = page.next;
    if (wasOver && !page.hasMore) return seen;
    if (!page.hasMore) await pause(10);
  }
}

/**
 * Asserts that the changes to each product are in order, that none was listed twice, and that the last change matches the stored product.
 */
function assertComplete(seen: readonly ProductChange[], stored: ReadonlyMap<string, number>): void {
  const last = new Map<string, ProductChange>();
  for (const change of seen) {
    const before = last.get(change.productId);
    if (change.type === 'changed') {
      assert.ok(
        before !== undefined && before.type !== 'deleted' && change.revision > before.revision,
        `${change.productId}: changed ${change.revision} after ${before?.type} ${before?.revision}`,
      );
    }
    last.set(change.productId, change);
  }
  for (const [productId, revision] of stored) {
    assert.deepEqual(
      [productId, last.get(productId)?.type === 'deleted', last.get(productId)?.revision],
      [productId, false, revision],
    );
  }
  for (const { productId, type } of last.values()) if (!stored.has(productId)) assert.equal(type, 'deleted', productId);
}

async function readStored(caller: TestCaller): Promise<Map<string, number>> {
  const stored = new Map<string, number>();
  let next: string | null = '';
  while (next !== null) {
    const { body }: { body: { products: { productId: string; revision: number }[]; next: string | null } } =
      await caller.call('GET', `/api/products/v1/products?limit=1000${next === '' ? '' : `&startingAfter=${next}`}`);
    for (const { productId, revision } of body.products) stored.set(productId, revision);
    next = body.next;
  }
  return stored;
}

for (const [name, settings] of Object.entries(clocks))
  test(
    `whatever is imported and deleted at once, and whenever the server and its database are killed, every reader gets every change, in order for each product, and none twice, with ${name}`,
    { timeout: 3_600_000 },
    async () => {
      await using folder = await makeDataFolder();
      const world: World = { caller: undefined };
      let program: PimentoProgram = await startProgram(folder.data, 0, settings);
      try {
        world.caller = await program.demo();
        let isImported = false;
        let isOver = false;
        const importing = Array.from({ length: importers }, (_, at) => importUntil(world, at, () => isImported));
        const reading = Array.from({ length: readers }, (_, at) =>
          follow(world, [1000, 100, 7, 333][at] ?? 100, () => isOver),
        );
        for (let round = 0; round < rounds; round++) {
          await pause(500 + Math.random() * 1_500);
          world.caller = undefined;
          await program.kill(kills[round % kills.length]!);
          program = await startProgram(folder.data, 0, settings);
          world.caller = await program.demo();
        }
        await pause(500);
        isImported = true;
        const sent = await Promise.all(importing);
        assert.ok(sent.every((count) => count > 0));
        isOver = true;
        const seen = await Promise.all(reading);
        const stored = await readStored(world.caller);
        for (const changes of seen) assertComplete(changes, stored);
      } finally {
        await program.stop();
      }
    },
  );
