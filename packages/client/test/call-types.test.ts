import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AnswerOf,
  createKey,
  type deleteProduct,
  type getMetrics,
  getProduct,
  type ItemProblem,
  listClients,
  type listImportErrors,
  listProducts,
  type ProductRecord,
  putAttributes,
} from '@pimento/contract';
import * as wire from '@pimento/contract/wire';
import { type CallInput, type Client, createClient, type PageItem } from '../src/index.ts';

const client = createClient({ baseUrl: 'http://localhost:1' });

/** True if both types are equal. The compiler runs this test. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

test('the compiler infers the answer type of each operation', () => {
  const checks: [
    Same<AnswerOf<typeof getProduct>, ProductRecord>,
    Same<AnswerOf<typeof deleteProduct>, undefined>,
    Same<AnswerOf<typeof getMetrics>, string>,
    Same<PageItem<typeof listProducts>, ProductRecord>,
    Same<PageItem<typeof listImportErrors>, ItemProblem>,
    Same<AnswerOf<typeof wire.getProduct>, ProductRecord>,
    Same<AnswerOf<typeof wire.deleteProduct>, undefined>,
    Same<PageItem<typeof wire.listProducts>, ProductRecord>,
    Same<CallInput<typeof wire.putAttributes>, CallInput<typeof putAttributes>>,
  ] = [true, true, true, true, true, true, true, true, true];
  assert.ok(checks.every(Boolean));
});

test('the compiler rejects inputs that an operation does not accept', () => {
  const calls: ((client: Client) => Promise<unknown>)[] = [
    // @ts-expect-error the path parameter productId is missing
    (client) => client.call(getProduct),
    // @ts-expect-error the operation has no body
    (client) => client.call(getProduct, { params: { productId: 'a' }, body: {} }),
    // @ts-expect-error a limit is not an object
    (client) => client.call(listProducts, { query: { limit: {} } }),
    // @ts-expect-error the body is missing
    (client) => client.call(createKey),
    // @ts-expect-error the kind does not exist
    (client) => client.call(createKey, { body: { kind: 'robot', name: 'x' } }),
    // @ts-expect-error the definitions are missing
    (client) => client.call(putAttributes),
    // @ts-expect-error the list of clients has no pages
    (client) => client.listAll(listClients).next(),
    // @ts-expect-error the path parameter productId is missing
    (client) => client.call(wire.getProduct),
    // @ts-expect-error the kind does not exist
    (client) => client.call(wire.createKey, { body: { kind: 'robot', name: 'x' } }),
    // @ts-expect-error the list of clients has no pages
    (client) => client.listAll(wire.listClients).next(),
  ];
  assert.equal(calls.length, 10);
});

test('input parts without required members are optional', () => {
  const calls: ((client: Client) => Promise<unknown>)[] = [
    (client) => client.call(listProducts),
    (client) => client.call(listProducts, { query: { limit: 5, where: ['color=blue'] } }),
    (client) => client.call(putAttributes, { body: [] }),
    (client) => client.call(createKey, { body: { kind: 'operator', name: 'x' } }),
  ];
  assert.equal(calls.length, 4);
  assert.equal(client.baseUrl, 'http://localhost:1');
});
