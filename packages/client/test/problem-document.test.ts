import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Problem, problemSchema } from '@pimento/contract';
import { isProblem } from '../src/index.ts';

const item = {
  code: 'missing-id',
  path: '/0',
  message: 'The product has no __ID.',
  params: {},
  productId: 'a',
  index: 0,
};
const document: Problem = {
  type: 'about:blank',
  title: 'Bad request',
  status: 400,
  detail: 'The body is invalid.',
  message: 'The body is invalid.',
  code: 'invalid-body',
  params: { kind: 'scopes' },
  requestId: 'r1',
  errors: [item],
  hint: 'A later version may add members.',
};
const otherValues = [undefined, null, 1, 1.5, 'text', [], {}, [1], [{}]];

/** Returns copies of the value, each with one property missing or with a different value. */
const variantsOf = (value: object): object[] =>
  Object.keys(value).flatMap((name) => [
    ...otherValues.map((other) => ({ ...value, [name]: other })),
    Object.fromEntries(Object.entries(value).filter(([kept]) => kept !== name)),
  ]);

test('a problem document is what the schema of the contract accepts', () => {
  const variants = [
    document,
    ...otherValues,
    ...variantsOf(document),
    ...variantsOf(item).map((error) => ({ ...document, errors: [item, error] })),
  ];
  const accepted = variants.filter((value) => problemSchema.safeParse(value).success);
  assert.ok(accepted.length > 10 && accepted.length < variants.length - 10);
  assert.deepEqual(variants.filter(isProblem), accepted);
});
