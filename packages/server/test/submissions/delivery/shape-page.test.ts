import assert from 'node:assert/strict';
import { test } from 'node:test';
import { productIdOf } from '../../../src/platform/index.ts';
import { chooseShape, shownVersion } from '../../../src/submissions/delivery/shape-choice-rules.ts';
import { pageLimits, printShapes } from '../../../src/submissions/delivery/shape-page-rules.ts';
import type { SubmittedRow } from '../../../src/submissions/delivery/submitted-product-views.ts';
import { attribute, rulesetOf } from '../../readiness/ruleset-fixture.ts';

const row = (id: string, color: string, more: Partial<SubmittedRow> = {}): SubmittedRow => ({
  productId: productIdOf(id),
  externalId: null,
  name: null,
  family: null,
  category: null,
  primaryAsset: null,
  values: JSON.stringify({ color }),
  packaging: null,
  assetIds: [],
  channelCategory: null,
  overrides: null,
  ...more,
});
const text = { id: 'string' as const };
const standard = {
  attributes: [
    { id: 'color', name: 'Color', type: text },
    { id: 'image', name: 'Image', type: { id: 'asset' as const } },
  ],
  categories: [
    { id: 'pens', name: 'Pens', parentId: null },
    { id: 'caps', name: 'Caps', parentId: null },
  ],
};
const ruleset = rulesetOf(
  standard,
  {
    category: { otherwise: 'pens' },
    targets: [
      { target: 'color', value: 'color' },
      { target: 'image', value: 'color' },
    ],
  },
  [attribute('color')],
);
const printed = (rows: SubmittedRow[], limits?: typeof pageLimits) =>
  printShapes({ ruleset, view: undefined }, rows, [], limits).map((one): unknown => JSON.parse(one));

test('a page ends with the product that reaches its limit of characters or steps, and has at least one', () => {
  const rows = ['a', 'b', 'c'].map((id) => row(id, 'x'.repeat(100)));
  assert.equal(printed(rows).length, 3);
  for (const [characters, count] of [
    [1, 1],
    [200, 2],
    [400, 3],
  ] as const)
    assert.equal(printed(rows, { ...pageLimits, characters }).length, count, `${characters} characters`);
  const costly = rulesetOf(
    standard,
    {
      category: { otherwise: 'pens' },
      targets: [{ target: 'color', value: 'join("", each(split("a,b,c,d", ","), upper(it)))' }],
    },
    [],
  );
  const countWith = (steps: number) =>
    printShapes({ ruleset: costly, view: undefined }, rows, [], { ...pageLimits, steps }).length;
  const [one, all] = [countWith(1), countWith(1_000)];
  assert.deepEqual([one, all], [1, 3]);
});

test('a product is computed with the category and overrides of its submission', () => {
  const overrides = JSON.stringify({ color: 'set', '': 'caps' });
  assert.deepEqual(
    printed([row('a', 'red'), row('b', 'red', { overrides }), row('c', 'red', { channelCategory: 'caps' })]),
    [
      { __ID: 'a', category: 'pens', values: { color: 'red' } },
      { __ID: 'b', category: 'caps', values: { color: 'set' } },
      { __ID: 'c', category: 'caps', values: { color: 'red' } },
    ],
  );
});

test('a product reads only its own files, though others on the page have them', () => {
  const file = {
    assetId: 'red',
    sha256: '',
    name: 'x',
    contentType: 'image/png',
    size: 1,
    width: 1,
    height: 1,
    sourceUrl: null,
  };
  const [own, other] = printShapes(
    { ruleset, view: undefined },
    [row('a', 'red', { assetIds: ['red'] }), row('b', 'red')],
    [file],
  ).map((one) => JSON.parse(one) as { values: object });
  assert.deepEqual([own?.values, other?.values], [{ color: 'red', image: 'red' }, { color: 'red' }]);
});

test('a shape that is not requested is the one of the standard, and the version is shown to whom it concerns', () => {
  const submission = { operation: 'submit' as const, rulesetNo: 7 };
  const asImport = { kind: 'import', isNested: false };
  assert.deepEqual(chooseShape(submission, { deliver: 'import' }, undefined), asImport);
  assert.deepEqual(chooseShape(submission, { deliver: 'channel' }, 'import'), asImport);
  const channel = { kind: 'channel', rulesetNo: 7, hasProducts: false };
  assert.deepEqual(chooseShape(submission, { deliver: 'channel' }, undefined), channel);
  const deleted = chooseShape(submission, undefined, 'channel');
  assert.equal('code' in deleted && deleted.code, 'not-possible-now', 'the channel and its standard were deleted');
  const versionFor = (publisher: 'adapter' | 'operator', deliver: 'import' | 'channel') =>
    shownVersion({ standardVersion: 3, publisher, deliver });
  assert.deepEqual(
    [
      versionFor('adapter', 'import'),
      versionFor('operator', 'channel'),
      versionFor('operator', 'import'),
      shownVersion(undefined),
    ],
    [3, 3, undefined, undefined],
  );
});
