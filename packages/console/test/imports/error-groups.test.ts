import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupErrors, productCount } from '../../src/imports/error-groups.ts';

const error = (index: number, value: string) => ({
  index,
  code: 'not-a-decimal',
  path: `/products/${index}/weight`,
  message: `Attribute "weight": the value "${value}" is not a decimal number`,
  params: { attribute: 'weight', value },
  productId: `p${index}`,
});

test('errors with the same attribute and value are one group, the largest group first', () => {
  const groups = groupErrors([error(0, 'heavy'), error(1, 'about 1.5'), error(4, 'about 1.5')]);
  assert.deepEqual(
    groups.map(({ error: { index }, errors }) => [index, errors.map(({ productId }) => productId)]),
    [
      [1, ['p1', 'p4']],
      [0, ['p0']],
    ],
  );
});

test('a product with the same error in several values counts once', () => {
  const [group] = groupErrors([error(1, 'a'), { ...error(1, 'a'), path: '/products/1/weight/1' }, error(2, 'a')]);
  assert.ok(group);
  assert.deepEqual([group.errors.length, productCount(group)], [3, 2]);
});

test('errors that an earlier version stored are grouped by their sentence', () => {
  const old = ({ params: _params, ...rest }: ReturnType<typeof error>) => rest;
  const groups = groupErrors([old(error(0, 'a')), old(error(1, 'b')), old(error(2, 'a'))]);
  assert.deepEqual(
    groups.map(({ errors }) => errors.length),
    [2, 1],
  );
});
