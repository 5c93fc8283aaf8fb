import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProblemError } from '@pimento/client';
import { isBlocked, readBlockingProducts } from '../../src/attributes/editor/read-blocking-products.ts';

const refusal = (code: string, members: Record<string, unknown>) =>
  new ProblemError({
    type: 'about:blank',
    status: 409,
    title: 'Refused',
    detail: '',
    message: '',
    requestId: 'r-1',
    code,
    ...members,
  });

test('a refused change of type lists the values that do not fit', () => {
  const reason = { code: 'invalid-value', message: 'not a number', params: { kind: 'integer' } };
  const { message, ...problem } = reason;
  const samples = [{ productId: 'P-1', path: 'width', value: 'wide', ...problem, reason: message }];
  assert.deepEqual(readBlockingProducts(refusal('values-do-not-fit', { count: 7, samples })), {
    count: 7,
    products: [{ productId: 'P-1', misfit: { value: 'wide', reason } }],
  });
});

test('a refused removal lists the products that use the attribute', () => {
  assert.deepEqual(readBlockingProducts(refusal('attribute-in-use', { count: 2, productIds: ['P-1', 'P-2'] })), {
    count: 2,
    products: [{ productId: 'P-1' }, { productId: 'P-2' }],
  });
});

test('samples that are not products are skipped', () => {
  const found = readBlockingProducts(refusal('values-do-not-fit', { count: 1, samples: [null, 'P-1', { path: 'a' }] }));
  assert.deepEqual(found, { count: 1, products: [] });
});

test('any other failure is not about values', () => {
  assert.ok(!isBlocked(new Error('offline')));
  assert.ok(!isBlocked(refusal('forbidden', { count: 1, productIds: [] })));
  assert.ok(!isBlocked(refusal('attribute-in-use', { productIds: ['P-1'] })));
  assert.ok(!isBlocked(undefined));
});
