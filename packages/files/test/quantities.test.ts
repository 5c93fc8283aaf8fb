import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyMapping, documentOf, storedMappingOf } from '../src/index.ts';
import { attribute, plain, readTable, rowsOf } from './tables.ts';

test('quantities get the unit and the decimal point of their column, and keep a unit of their own', async () => {
  const quantities = [
    { ...attribute('weight', 'quantity'), units: ['kg', 'g'] },
    { ...attribute('size', 'quantity'), units: ['mW', 'MW', 'cm'] },
  ];
  const of = async (csv: string) => {
    const { mapping, questions, products } = await readTable(csv, quantities);
    assert.deepEqual(questions, [], csv);
    return {
      units: mapping.columns.slice(1).map(({ unit }) => unit),
      products: products.map(({ product }) => plain(product)),
    };
  };
  const { units, products } = await of(
    'sku;weight (KG);size\n1;1,5;5 cm\n2;1.234,5 g;7\n3;+2;viel\n4;-3kg;1e3\n5;5 1/2 kg;1,5 cm\n',
  );
  assert.deepEqual(units, ['kg', undefined]);
  assert.deepEqual(products, [
    { __ID: '1', weight: '1.5 kg', size: '5 cm' },
    { __ID: '2', weight: '1234.5 g', size: '7' },
    { __ID: '3', weight: '2 kg', size: 'viel' },
    { __ID: '4', weight: '-3 kg', size: '1e3' },
    { __ID: '5', weight: '5 1/2 kg', size: '1.5 cm' },
  ]);
  const below = await of('sku;weight;size\n;g;cm\n1;1,5;2,5 MW\n');
  assert.deepEqual(below.units, ['g', 'cm']);
  assert.deepEqual(below.products, [{ __ID: '1', weight: '1.5 g', size: '2.5 MW' }]);
  const own = await of('__ID,weight,size\n1,1.234 kg,1.5 cm\n');
  assert.deepEqual(own.products, [{ __ID: '1', weight: '1.234 kg', size: '1.5 cm' }]);
  assert.deepEqual((await of('sku;size (mw)\n1;2\n')).products, [{ __ID: '1', 'size (mw)': '2' }]);
  const { questions } = await readTable('sku,weight\n1,1.234 kg\n', quantities);
  assert.deepEqual(
    questions.map(({ code, value }) => [code, value]),
    [['decimal-ambiguous', '1.234']],
  );
});

test('a stored mapping keeps the unit of a column, and a row of units in the file replaces it', async () => {
  const quantities = [{ ...attribute('weight', 'quantity'), units: ['kg', 'g'] }];
  const { mapping } = await readTable('sku;weight [g]\n1;1,5\n', quantities);
  const document = documentOf(mapping, undefined);
  assert.deepEqual(
    document.columns.map(({ unit }) => unit),
    [undefined, 'g'],
  );
  const unitOf = async (csv: string, columns = document.columns) => {
    const rows = await rowsOf(csv);
    return applyMapping(storedMappingOf({ ...document, columns }), rows, quantities).mapping.columns[1]?.unit;
  };
  assert.equal(await unitOf('sku;weight [g]\n1;2\n'), 'g');
  const renamed = [{ header: 'sku', target: { kind: 'value' as const, path: ['__ID'] } }];
  const changed = [...renamed, { header: 'w', target: { kind: 'value' as const, path: ['weight'] }, unit: 'kg' }];
  assert.equal(await unitOf('sku;w\n1;2\n', changed), 'kg');
  const withUnits = [...renamed, { header: 'w (g)', target: { kind: 'value' as const, path: ['weight'] } }];
  assert.equal(await unitOf('sku;w (g)\n1;2\n', withUnits), 'g');
});

test('a unit in the row of units that the attribute does not have is not replaced by another unit', async () => {
  const quantities = [{ ...attribute('weight', 'quantity'), units: ['kg', 'g'] }];
  const guessed = await readTable('sku;weight (kg)\n;lb\n1;1,5\n2;2,5 g\n', quantities);
  assert.deepEqual(
    guessed.products.map(({ product }) => plain(product)),
    [
      { __ID: '1', weight: '1.5' },
      { __ID: '2', weight: '2.5 g' },
    ],
  );
  const { mapping } = await readTable('sku;weight\n;kg\n1;1,5\n', quantities);
  const stored = storedMappingOf(documentOf(mapping, undefined));
  const unitOf = async (csv: string) => applyMapping(stored, await rowsOf(csv), quantities).mapping.columns[1]?.unit;
  assert.equal(await unitOf('sku;weight\n;lb\n1;1,5\n'), undefined);
  assert.equal(await unitOf('sku;weight\n;G\n1;1,5\n'), 'g');
  assert.equal(await unitOf('sku;weight\n1;1,5\n'), 'kg');
});

test('a stored mapping without a decimal sign keeps the point of quantities that have a unit', async () => {
  const quantities = [{ ...attribute('weight', 'quantity'), units: ['kg', 'g'] }];
  const columns = [
    { header: 'sku', target: { kind: 'value' as const, path: ['__ID'] } },
    { header: 'weight', target: { kind: 'value' as const, path: ['weight'] } },
  ];
  const stored = { guarded: false, empty: 'leave' as const, columns };
  const read = async (csv: string, choices = {}) => {
    const { mapping, questions } = applyMapping(stored, await rowsOf(csv), quantities, choices);
    return [mapping.columns[1]?.decimal, ...questions.map(({ code }) => code)];
  };
  assert.deepEqual(await read('sku;weight\n1;1.234 kg\n2;n.a.\n3;5 g\n'), ['.']);
  assert.deepEqual(await read('sku;weight\n1;1.234 kg\n', { isDraft: true }), ['.', 'decimal-ambiguous']);
  assert.deepEqual(await read('sku;weight\n1;1.234\n'), ['.', 'decimal-ambiguous']);
  assert.deepEqual(await read('sku;weight\n1;1,234 kg\n'), ['.', 'decimal-ambiguous']);
  assert.deepEqual(await read('sku;weight\n1;1,5 kg\n'), [',']);
});
