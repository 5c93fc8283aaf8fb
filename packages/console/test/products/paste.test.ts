import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AttributeDefinition, ItemProblem, ProductRecord } from '@pimento/contract';
import { readBlock } from '../../src/product/rows/row-paste.ts';
import type { Column } from '../../src/products/grid/product-columns.ts';
import { copiedText } from '../../src/products/paste/copied-text.ts';
import { byProduct, divideChanges, productOf } from '../../src/products/paste/paste-answer.ts';
import { type PastePlan, planPaste } from '../../src/products/paste/paste-plan.ts';
import { unclearNumber } from '../../src/products/paste/pasted-number.ts';
import { pastedValue } from '../../src/products/paste/pasted-value.ts';

const column = (key: string): Column => ({
  key,
  label: key,
  width: 100,
  pinned: false,
  names: [key],
  isNumber: false,
  isAsset: false,
  shownBy: undefined,
  sortField: key,
});
const record = (productId: string, product: object): ProductRecord =>
  ({ productId, product: { __ID: productId, ...product } }) as ProductRecord; // the plan reads only these two properties

const columns = ['__ID', 'brand', 'size', ':updated'].map(column);
const products = [
  record('a', { brand: 'Old', size: '1' }),
  record('b', { brand: 'New' }),
  record('c', { size: ['S', 'M'] }),
];
const plan = (text: string, from: { row: number; column: number; repeats?: boolean }): PastePlan =>
  planPaste(
    readBlock(text),
    { products: products.slice(from.row), columns: columns.slice(from.column), repeats: from.repeats ?? false },
    {
      isEditable: ({ key }) => key === 'brand' || key === 'size',
      valueOf: ({ product }, { key }) => product[key],
      pasted: (cell) => (cell === '' ? null : cell.includes('\n') ? cell.split('\n') : cell),
    },
  );
const changesOf = ({ changes }: PastePlan) =>
  changes.map(({ record: { productId }, name, before, after }) => [productId, name, before, after]);

describe('The plan of a paste', () => {
  test('fills cells to the right and down, and leaves out cells that already have the value', () => {
    const filled = plan('New\t2\r\nNew\t\r\n', { row: 0, column: 1 });
    assert.deepEqual(changesOf(filled), [
      ['a', 'brand', 'Old', 'New'],
      ['a', 'size', '1', '2'],
    ]);
    assert.equal(filled.unchanged, 2);
  });

  test('leaves out an unclear number, except if it is the stored text', () => {
    const facts = {
      isEditable: () => true,
      valueOf: ({ product }: ProductRecord) => product['size'],
      pasted: () => unclearNumber,
    };
    const target = {
      products: [record('a', { size: '1.250' }), record('b', {})],
      columns: [column('size')],
      repeats: true,
    };
    const { unchanged, changes, leftOut } = planPaste([['1.250']], target, facts);
    assert.deepEqual([unchanged, changes, leftOut.map(({ reason }) => reason)], [1, [], ['unclearNumber']]);
  });

  test('clears values with empty cells, and reads the lines of a quoted cell as several values', () => {
    assert.deepEqual(changesOf(plan('\t\n', { row: 0, column: 1 })), [
      ['a', 'brand', 'Old', null],
      ['a', 'size', '1', null],
    ]);
    assert.equal(plan('"S\nM"', { row: 2, column: 2 }).unchanged, 1);
  });

  test('counts lines and columns outside the list, and names cells of columns that cannot be edited', () => {
    const filled = plan('1\t2\t3\t4\n5\n6', { row: 1, column: 2 });
    assert.deepEqual([filled.rowsOutside, filled.columnsOutside], [1, 2]);
    assert.deepEqual(changesOf(filled), [
      ['b', 'size', null, '1'],
      ['c', 'size', ['S', 'M'], '5'],
    ]);
    assert.deepEqual(
      filled.leftOut.map((cell) => [cell.record.productId, cell.column.key, cell.text]),
      [['b', ':updated', '2']],
    );
    const ids = plan('b\nx', { row: 1, column: 0 });
    assert.deepEqual([ids.unchanged, ids.leftOut.length], [1, 1]);
  });

  test('fills all products with one line', () => {
    assert.deepEqual(changesOf(plan('X', { row: 0, column: 1, repeats: true })), [
      ['a', 'brand', 'Old', 'X'],
      ['b', 'brand', 'New', 'X'],
      ['c', 'brand', null, 'X'],
    ]);
  });
});

test('a problem of a value leaves out its cell, and any other problem all cells of its product', () => {
  const groups = byProduct(plan('X\t9\nY\t8\nZ\t7', { row: 0, column: 1 }).changes);
  assert.deepEqual(productOf(groups[1] ?? []), {
    brand: 'Y',
    size: '8',
    __ID: 'b',
    __EXPECTED: { brand: 'New', size: null },
  });
  const problemAt = (index: number, path: string): ItemProblem => ({ code: 'x', message: 'x', index, path });
  const errors = [problemAt(0, '/products/0/size'), problemAt(2, '/products/2/__EXPECTED/brand')];
  const { accepted, refused } = divideChanges(groups, { errors, errorsTruncated: false, dryRun: true });
  const namesOf = (changes: typeof accepted) => changes.map((change) => `${change.record.productId} ${change.name}`);
  assert.deepEqual(namesOf(accepted), ['a brand', 'b brand', 'b size']);
  assert.deepEqual(namesOf(refused.map(({ change }) => change)), ['a size', 'c brand', 'c size']);

  const stored = divideChanges(groups, { errors, errorsTruncated: false, dryRun: false });
  assert.deepEqual(namesOf(stored.accepted), ['b brand', 'b size'], 'a product with a problem is not stored in part');

  const cut = divideChanges(groups, { errors: errors.slice(0, 1), errorsTruncated: true, dryRun: true });
  assert.deepEqual(
    [namesOf(cut.accepted), namesOf(cut.unknown)],
    [[], ['a brand', 'b brand', 'b size', 'c brand', 'c size']],
  );
});

describe('A pasted text', () => {
  const words = (language: string) => ({
    language,
    yes: language === 'de' ? 'Ja' : 'Yes',
    no: language === 'de' ? 'Nein' : 'No',
    moment: String,
  });
  const attribute = (id: string, more: object = {}) =>
    ({ type: { id, multiValue: false }, ...more }) as AttributeDefinition; // only these properties are read
  const colors = attribute('string', {
    restriction: {
      listOfValues: [
        { value: 'r', labels: { en: 'Red', de: 'Rot' } },
        { value: 'b', label: 'Blue' },
      ],
    },
  });

  test('becomes the value of a label, in the language of the user', () => {
    assert.equal(pastedValue('red', colors, words('en')), 'r');
    assert.equal(pastedValue('Rot', colors, words('de')), 'r');
    assert.equal(pastedValue('b', colors, words('en')), 'b');
    assert.equal(pastedValue('green', colors, words('en')), 'green');
    assert.equal(pastedValue('Ja', attribute('boolean'), words('de')), 'true');
    assert.equal(pastedValue('FALSE', attribute('boolean'), words('en')), 'false');
  });

  test('becomes a number or a date of the service from the notation of the language', () => {
    assert.equal(pastedValue('1.234,5', attribute('decimal'), words('de')), '1234.5');
    assert.equal(pastedValue('1,234.5', attribute('decimal'), words('en')), '1234.5');
    assert.equal(pastedValue('12.50', attribute('decimal'), words('de')), '12.50');
    assert.equal(pastedValue('31.12.2026', attribute('date'), words('de')), '2026-12-31');
    assert.equal(pastedValue('heavy', attribute('decimal'), words('en')), 'heavy');
  });

  test('is unclear if a German text can be a number with a thousands separator or with three decimals', () => {
    assert.equal(pastedValue('1.250', attribute('decimal'), words('de')), unclearNumber);
    assert.equal(pastedValue('1.250', attribute('integer'), words('de')), '1250');
    assert.equal(pastedValue('0.250', attribute('decimal'), words('de')), '0.250');
    assert.equal(pastedValue('1.250', attribute('decimal'), words('en')), '1.250');
    assert.equal(pastedValue('1.250 kg', attribute('quantity'), words('de')), unclearNumber);
    assert.equal(pastedValue('1,5 kg', attribute('quantity'), words('de')), '1.5 kg');
    assert.equal(pastedValue('1,250 kg', attribute('quantity'), words('en')), '1250 kg');
    const decimals = attribute('decimal', { type: { id: 'decimal', multiValue: true } });
    assert.equal(pastedValue('2\n1.250', decimals, words('de')), unclearNumber);
  });

  test('is a list for an attribute with several values, and null if it is blank', () => {
    const several = attribute('string', { type: { id: 'string', multiValue: true } });
    assert.deepEqual(pastedValue('a\n\nb', several, words('en')), ['a', 'b']);
    assert.equal(pastedValue(' ', several, words('en')), null);
    assert.equal(pastedValue(' kept ', attribute('string'), words('en')), ' kept ');
  });
});

test('copied values are read back unchanged', () => {
  const values = ['plain', '5" screen', '"quoted" text', 'a\tb', 'two\nlines', ''];
  assert.deepEqual(readBlock(copiedText(values)).flat(), values);
  assert.deepEqual(readBlock(copiedText([...values, 'end'])).flat(), [...values, 'end']);
  assert.deepEqual(readBlock(copiedText([undefined])), [['']]);
  assert.deepEqual(readBlock(copiedText([['S', 'M']])), [['S\nM']]);
});
