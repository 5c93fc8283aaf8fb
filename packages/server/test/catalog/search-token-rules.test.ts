import { productIdOf, clientIdOf } from '../../src/platform/core.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foldText } from '@pimento/contract/text';
import { filterTokens } from '../../src/catalog/search/search-filter-rules.ts';
import { containsTokens, type SearchedProduct, searchTokens } from '../../src/catalog/search/search-token-rules.ts';
import { noFilter } from './search-world.ts';

const plain: SearchedProduct = {
  productId: productIdOf('p'),
  name: null,
  family: null,
  category: null,
  primaryAsset: null,
  values: {},
  packaging: null,
};
const letters = fc.string({ unit: fc.constantFrom(...'aAbBiIıİſsßẞσςΣKkÅåé日本0-\u0307'.split('')) });

/** Folds a text as the database does, with one of the lower-case functions below. */
const foldedWith = (lower: (text: string) => string, text: string) =>
  lower(text.normalize('NFKC'))
    .replaceAll('ς', 'σ')
    .replaceAll('ı', 'i')
    .replaceAll('\u0307', '')
    .replaceAll('ß', 'ss');

/** Lower-case functions that behave like those of databases with different locales. */
const lowerings: ((text: string) => string)[] = [
  (text) => text.toLowerCase(),
  (text) => text.toLocaleLowerCase('tr'),
  (text) => text.toLocaleLowerCase('lt'),
  (text) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()),
  (text) => Array.from(text, (one) => (one === 'İ' ? 'i' : one === 'Σ' ? 'σ' : one.toLowerCase())).join(''),
];

test('A text has all tokens of each of its parts, in any letter case of any locale.', () => {
  fc.assert(
    fc.property(letters, letters, letters, fc.nat(), (before, part, after, nth) => {
      const lower = lowerings[nth % lowerings.length] ?? foldText;
      const text = before + part + after;
      const wanted = foldedWith(lower, part);
      fc.pre(wanted !== '' && foldedWith(lower, text).includes(wanted));
      const held = new Set(searchTokens(clientIdOf('acme'), [{ ...plain, name: text }]));
      for (const text of [part, lower(part)])
        for (const token of containsTokens(clientIdOf('acme'), text)) assert.ok(held.has(token));
    }),
    { numRuns: 2_000 },
  );
});

test('A product has the tokens of every condition that it satisfies, at any depth, and mostly no others.', () => {
  const product: SearchedProduct = {
    ...plain,
    name: 'Blue Shirt',
    family: 'shirts',
    values: { color: ['blue', 'red'], price: [{ currency: 'EUR', tiers: [{ from: '1' }] }], note: '' },
    packaging: [{ __ID: 'child', QUANTITY: '10' }],
  };
  const held = new Set(searchTokens(clientIdOf('acme'), [product]));
  const has = (filter: Partial<Parameters<typeof filterTokens>[1]>) => {
    const tokens = filterTokens(clientIdOf('acme'), { ...noFilter, ...filter });
    return tokens.length > 0 && tokens.every((token) => held.has(token));
  };
  const value = (path: string[], text: string) =>
    has({ conditions: [{ target: 'values', path, test: { kind: 'equals', text } }] });
  const present = (path: string[]) => has({ conditions: [{ target: 'values', path, test: { kind: 'present' } }] });
  assert.ok(value(['color'], 'red') && value(['price', 'currency'], 'EUR') && value(['price', 'tiers', 'from'], '1'));
  assert.ok(present(['color']) && present(['price']) && present(['price', 'tiers']) && value(['note'], ''));
  assert.ok(has({ family: 'shirts', text: 'uE sHi' }));
  assert.ok(has({ conditions: [{ target: 'packaging', path: ['__ID'], test: { kind: 'equals', text: 'child' } }] }));
  assert.ok(!value(['color'], 'green') && !value(['price'], 'EUR') && !present(['note']) && !present(['currency']));
  assert.ok(!has({ family: 'blue' }) && !has({ text: 'shirt blue' }));
});

test('Equal products of different clients have different tokens.', () => {
  const product = { ...plain, productId: productIdOf('sku-1'), name: 'Shirt', values: { color: 'blue' } };
  const [one, other] = [searchTokens(clientIdOf('one'), [product]), searchTokens(clientIdOf('other'), [product])];
  assert.deepEqual(
    [...one].filter((token) => other.includes(token)),
    [],
  );
});

test('A search for something that is not indexed asks for no tokens: empty attributes, one common character, the empty text.', () => {
  const condition = (test: { kind: 'empty' } | { kind: 'contains'; text: string }) =>
    filterTokens(clientIdOf('acme'), { ...noFilter, conditions: [{ target: 'values', path: ['color'], test }] });
  assert.deepEqual(condition({ kind: 'empty' }), []);
  assert.deepEqual(condition({ kind: 'contains', text: '' }), []);
  assert.deepEqual(filterTokens(clientIdOf('acme'), { ...noFilter, text: 'a' }), []);
  assert.equal(filterTokens(clientIdOf('acme'), { ...noFilter, text: '日' }).length, 1);
});
