import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTargetTree, type ListedTarget } from '../../src/standards/targets/target-tree.ts';
import { valueText } from '../../src/standards/targets/value-text.ts';

const target = (
  path: string,
  name: string,
  type: ListedTarget['type']['id'],
  compositeAttribute?: string,
): ListedTarget => ({
  id: path.split('/').at(-1) ?? '',
  path,
  name,
  type: { id: type },
  ...(compositeAttribute !== undefined && { compositeAttribute }),
});
const { byPath } = createTargetTree([
  target('price', 'Price', 'composite'),
  target('price/amount', 'Amount', 'decimal', 'price'),
  target('price/tax', 'Tax', 'composite', 'price'),
  target('price/tax/rate', 'Rate', 'decimal', 'tax'),
]);

test('a value is shown as text, and each of several values on its own line', () => {
  assert.equal(valueText('Pen'), 'Pen');
  assert.equal(valueText(false), 'false');
  assert.equal(valueText(['a', 2]), 'a\n2');
  assert.equal(valueText(undefined), undefined);
});

test('each row of a composite is shown on its own line with the names of its targets', () => {
  const rows = [
    { amount: 9.99, tax: [{ rate: 7 }, { rate: 19 }] },
    { amount: 5, other: ['x', 'y'] },
  ];
  assert.equal(
    valueText(rows, byPath.get('price')),
    'Amount: 9.99 · Tax: (Rate: 7), (Rate: 19)\nAmount: 5 · other: x, y',
  );
  assert.equal(valueText({ amount: 9.99 }), 'amount: 9.99');
});
