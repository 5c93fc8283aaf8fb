import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quantityText, typedQuantity } from '../../src/product/plain/quantity-text.ts';

test('a comma becomes a point only if it cannot separate thousands', () => {
  const stored = (language: string) => (amount: string) => quantityText({ amount, unit: 'kg' }, language);
  assert.deepEqual(['1,5', '1,500', '1,500.5', '1,000,000', '-0,25', '1 500,5', ' '].map(stored('en')), [
    '1.5 kg',
    '1,500 kg',
    '1,500.5 kg',
    '1,000,000 kg',
    '-0.25 kg',
    '1500.5 kg',
    '',
  ]);
  assert.deepEqual(['1,5', '1,500', '1.500,5'].map(stored('de')), ['1.5 kg', '1.500 kg', '1.500.5 kg']);
});

test('a unit that is typed or pasted with its number replaces the chosen one', () => {
  const read = (typed: string) => Object.values(typedQuantity(typed, ['kg', 'g', 'oz t', 't'], 'kg'));
  assert.deepEqual(['1.5 g', ' 2kg ', '3 oz t', '4t', '5', '6 lb', 'kg'].map(read), [
    ['1.5', 'g'],
    ['2', 'kg'],
    ['3', 'oz t'],
    ['4', 't'],
    ['5', 'kg'],
    ['6 lb', 'kg'],
    ['kg', 'kg'],
  ]);
});
