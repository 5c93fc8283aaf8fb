import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '@pimento/client';
import fc from 'fast-check';
import { choiceBody, hasTooManyIds } from '../../src/submit/submit-choice.ts';

/** Creates an API client whose lists contain these products. */
const clientWith = (productIds: readonly string[]) =>
  ({
    async *listAll() {
      for (const productId of productIds) yield await Promise.resolve({ productId });
    },
  }) as unknown as Client; // the tested function calls only this method

const search = { text: 'lamp' };

test('products that were selected one by one are sent by their ids', async () => {
  const choice = { kind: 'some', ids: new Set(['a', 'b']) } as const;
  assert.deepEqual(await choiceBody(clientWith([]), choice, 2), { productIds: ['a', 'b'] });
});

test('a search without exceptions is sent as a filter with the number that was seen', async () => {
  const choice = { kind: 'all', ids: new Set<string>(), search } as const;
  assert.deepEqual(await choiceBody(clientWith([]), choice, 3), { filter: { text: 'lamp' }, expected: 3 });
  assert.deepEqual(await choiceBody(clientWith([]), choice, undefined), { filter: { text: 'lamp' } });
});

test('a search with exceptions is sent as the ids of all others', async () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1 }));
  await fc.assert(
    fc.asyncProperty(ids, fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 }), async (found, excepted) => {
      const choice = { kind: 'all', ids: new Set(excepted), search } as const;
      const left = found.filter((id) => !excepted.includes(id));
      assert.deepEqual(await choiceBody(clientWith(found), choice, left.length), { productIds: left });
    }),
  );
});

test('nothing is sent if another number of products matches than was seen', async () => {
  const choice = { kind: 'all', ids: new Set(['a']), search } as const;
  await assert.rejects(choiceBody(clientWith(['a', 'b', 'c']), choice, 1), { count: 2 });
});

test('the ids of a search are no longer collected after the caller has given up', async () => {
  const choice = { kind: 'all', ids: new Set(['x']), search } as const;
  const closed = new AbortController();
  const { signal } = closed;
  const api = {
    async *listAll(_operation: unknown, input: { signal?: AbortSignal }) {
      yield await Promise.resolve({ productId: 'a' });
      closed.abort();
      input.signal?.throwIfAborted();
      yield await Promise.resolve({ productId: 'b' });
    },
  } as unknown as Client; // the tested function calls only this method
  await assert.rejects(choiceBody(api, choice, undefined, signal), { name: 'AbortError' });
});

test('more ids than one request can have are not sent', async () => {
  const choice = { kind: 'all', ids: new Set(['x']), search } as const;
  const found = Array.from({ length: 100_001 }, (_, index) => `${index}`);
  assert.equal(await choiceBody(clientWith(found), choice, undefined), undefined);
});

test('the number of products shows that a choice has too many ids, which only a search with exceptions can have', () => {
  const all = { kind: 'all', ids: new Set<string>(), search } as const;
  const excepted = { ...all, ids: new Set(['x']) };
  assert.deepEqual(
    [100_000, 100_001, undefined].map((count) => hasTooManyIds(excepted, count)),
    [false, true, false],
  );
  assert.equal(hasTooManyIds(all, 1_000_000), false);
});
