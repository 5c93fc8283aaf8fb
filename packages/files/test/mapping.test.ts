import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { IdTable } from '../src/mapping/id-table.ts';
import { attribute, plain, readTable } from './tables.ts';

const definitions = [
  attribute('price', 'composite'),
  attribute('price/amount', 'decimal'),
  attribute('price/currency'),
  attribute('price/tiers', 'composite'),
  attribute('price/tiers/from'),
  attribute('tags', 'string', true),
  attribute('weight', 'decimal'),
  attribute('gtin', 'gtin'),
];
const productsOf = async (csv: string, ...more: [choices?: object]) =>
  (await readTable(csv, definitions, ...more)).products.map(({ product }) => plain(product));
const problemsOf = async (csv: string) =>
  (await readTable(csv, definitions)).products.flatMap(({ problems }) => problems.map(({ message }) => message));

test('the columns of a supplier become ids, names and attributes without a question', async () => {
  const products = await productsOf('Art.-Nr.;Bezeichnung;Farbe\n0017;Stift;blau\n0018;Heft;\n');
  assert.deepEqual(products, [
    { __ID: '0017', __NAME: 'Stift', Farbe: 'blau' },
    { __ID: '0018', __NAME: 'Heft' },
  ]);
});

test('messages show only the beginning of a header of a million characters', async () => {
  const { questions } = await readTable(`${'x'.repeat(1_000_000)}\n1\n`);
  const lengths = questions.map(({ message }) => message.length);
  assert.ok(lengths.length > 0 && Math.max(...lengths) < 300, lengths.join());
});

test('a header in line 3 is found below titles and remarks', async () => {
  const { mapping, products } = await readTable('Price list 2026\n\nsku,name,color\n1,Pen,blue\n2,Ink,red\n');
  assert.deepEqual([mapping.headerRow, products.length, products[0]?.rows[0]?.row], [3, 2, 4]);
});

test('a row of units below the header is no product', async () => {
  const csv = 'sku;Gewicht;Preis\n;[kg];EUR\n1;4;5\n';
  assert.deepEqual(await productsOf(csv), [{ __ID: '1', Gewicht: '4', Preis: '5' }]);
  assert.equal((await readTable(csv)).mapping.unitRow, true);
  assert.deepEqual(await productsOf('sku;size\nkg;m\ng;l\n'), [
    { __ID: 'kg', size: 'm' },
    { __ID: 'g', size: 'l' },
  ]);
});

test('an empty cell leaves the stored value, or clears it if the user says so', async () => {
  const csv = '__ID,color,price/amount,tags\na,,,\n';
  assert.deepEqual(await productsOf(csv), [{ __ID: 'a' }]);
  assert.deepEqual(await productsOf(csv, { empty: 'clear' }), [{ __ID: 'a', color: null, tags: null, price: null }]);
});

test('rows of composites are told apart by their numbers, in any order', async () => {
  const csv = '__ID,price#,price/amount,price/tiers#,price/tiers/from\na,2,4,,\na,1,3,2,20\na,1,,1,10\nb,5,,,\n';
  assert.deepEqual(await productsOf(csv), [
    { __ID: 'a', price: [{ amount: '3', tiers: [{ from: '10' }, { from: '20' }] }, { amount: '4' }] },
    { __ID: 'b', price: [{}] },
  ]);
});

test('without numbers each row of the table with a value is a row of the composite', async () => {
  const csv = '__ID,price/amount,price/tiers/from\na,3,10\na,,20\na,4,\n';
  assert.deepEqual(await productsOf(csv), [
    { __ID: 'a', price: [{ amount: '3', tiers: [{ from: '10' }, { from: '20' }] }, { amount: '4' }] },
  ]);
});

test('"/" and "#" are plain characters of headers that do not begin with a composite', async () => {
  const csv = '__ID,CPU / GPU,Item #,100%,price\na,x,y,z,1\n';
  assert.deepEqual(await productsOf(csv), [{ __ID: 'a', 'CPU / GPU': 'x', 'Item #': 'y', '100%': 'z', price: '1' }]);
});

test('numbers with a decimal comma become numbers with a point where the attribute is a number', async () => {
  const csv = 'sku;weight;text\n1;4,20;4,20\n2;1.234,56;x\n3;-7;x\n';
  assert.deepEqual(await productsOf(csv), [
    { __ID: '1', weight: '4.20', text: '4,20' },
    { __ID: '2', weight: '1234.56', text: 'x' },
    { __ID: '3', weight: '-7', text: 'x' },
  ]);
  assert.deepEqual(await productsOf("sku,weight\n1,1'234.50\n2,0.5\n"), [
    { __ID: '1', weight: '1234.50' },
    { __ID: '2', weight: '0.5' },
  ]);
});

test('a unit in the header belongs to the name if the attribute has this unit', async () => {
  const weights = [{ ...attribute('weight', 'decimal'), units: ['kg', 'g'] }, attribute('size')];
  const paths = async (headers: string) =>
    (await readTable(`sku,${headers}\n1,2,3,4\n`, weights)).mapping.columns
      .slice(1)
      .map(({ target }) => target?.path[0]);
  assert.deepEqual(await paths('weight (KG),size (cm),weight (t)'), ['weight', 'size (cm)', 'weight (t)']);
  assert.deepEqual(await paths('weight [g],weight in,size in cm'), ['weight', 'weight in', 'size in cm']);
  assert.deepEqual(await paths('weight in kg,a,b'), ['weight', 'a', 'b']);
  const { mapping, questions } = await readTable('sku;weight in kg;weight [g]\n1;4,2;9\n', weights);
  assert.deepEqual([mapping.columns[1]?.decimal, mapping.columns[1]?.reason], [',', 'same name, unit kg']);
  assert.deepEqual(
    questions.map(({ code }) => code),
    ['target-repeated'],
  );
});

test('a label names its attribute, unless another column names it as well', async () => {
  const weights = [{ ...attribute('weight', 'decimal'), labels: { de: 'Gewicht', fr: 'Poids' }, units: ['kg'] }];
  const paths = async (headers: string, choices = {}) => {
    const { mapping, questions } = await readTable(`sku,${headers}\n1,2,3\n`, weights, choices);
    assert.deepEqual(questions, []);
    return mapping.columns.slice(1).map(({ target }) => target?.path[0]);
  };
  assert.deepEqual(await paths('Gewicht,b'), ['weight', 'b']);
  assert.deepEqual(await paths('Gewicht,weight'), ['Gewicht', 'weight']);
  assert.deepEqual(await paths('weight (kg),Gewicht'), ['weight', 'Gewicht']);
  assert.deepEqual(await paths('Gewicht,Poids'), ['Gewicht', 'Poids']);
  assert.deepEqual(await paths('Gewicht,weight', { ignore: ['weight'] }), ['weight', undefined]);
});

test('children of composites can be named with dots', async () => {
  assert.deepEqual(
    await productsOf('sku,price.amount,price.currency,price.none\n1,2,EUR,x\n1,3,USD,\n', { id: 'sku' }),
    [
      {
        __ID: '1',
        price: [
          { amount: '2', currency: 'EUR' },
          { amount: '3', currency: 'USD' },
        ],
        'price.none': 'x',
      },
    ],
  );
});

test('numbered columns of a list are its members, in order', async () => {
  const csv = 'sku,tags 1,tags_2,tags3,color 1\n1,red; blue,,"a|b",x\n2,,green,,\n';
  assert.deepEqual(await productsOf(csv), [
    { __ID: '1', tags: ['red; blue', 'a|b'], 'color 1': 'x' },
    { __ID: '2', tags: ['green'] },
  ]);
});

test('rows without an id continue the product above only if the user says so', async () => {
  const csv = 'sku,tags,price/amount,text\n1,a,2,x\n,b,3,\n2,c,4,y\n,d,,\n';
  const codes = (await readTable(csv, definitions, { id: 'sku' })).products.map(({ problems }) => problems[0]?.code);
  assert.deepEqual(codes, [undefined, 'id-missing', undefined, 'id-missing']);
  assert.deepEqual(await productsOf(csv, { continued: true }), [
    { __ID: '1', tags: ['a', 'b'], price: [{ amount: '2' }, { amount: '3' }], text: 'x' },
    { __ID: '2', tags: ['c', 'd'], price: [{ amount: '4' }], text: 'y' },
  ]);
  const { products } = await readTable('sku,text\n,x\n1,y\n,\n', definitions, { id: 'sku', continued: true });
  assert.deepEqual(
    products.map(({ product, problems }) => [product['__ID'], problems.map(({ code }) => code)]),
    [
      [undefined, ['id-missing']],
      ['1', []],
    ],
  );
});

test('a number that can be read in two ways is asked, never guessed', async () => {
  const csv = 'sku;weight\n1;4.204\n2;7\n';
  const { questions } = await readTable(csv, definitions);
  assert.deepEqual(
    questions.map(({ code, column }) => [code, column]),
    [['decimal-ambiguous', 1]],
  );
  assert.deepEqual(await productsOf(csv, { decimal: ',' }), [
    { __ID: '1', weight: '4204' },
    { __ID: '2', weight: '7' },
  ]);
  assert.deepEqual(await productsOf(csv, { decimal: '.' }), [
    { __ID: '1', weight: '4.204' },
    { __ID: '2', weight: '7' },
  ]);
});

test('samples that are no numbers do not decide the decimal sign', async () => {
  const definitionsOf = (typeId: string) => [{ ...attribute('size', typeId), units: ['kg'] }];
  for (const typeId of ['decimal', 'integer', 'quantity']) {
    const read = (csv: string) => readTable(csv, definitionsOf(typeId));
    const asked = await read('sku;size\n1;n.a.\n2;1,500\n3;2,250 kg\n4;ca. 2,5 kg\n');
    assert.deepEqual(
      asked.questions.map(({ code, value }) => [code, value]),
      [['decimal-ambiguous', '1,500']],
      typeId,
    );
    const { mapping, questions } = await read('sku;size\n1;n.a.\n2;1,500\n3;2,5\n');
    assert.deepEqual([mapping.columns[1]?.decimal, questions], [',', []], typeId);
    const none = await read('sku;size\n1;n.a.\n2;7\n');
    assert.deepEqual([none.mapping.columns[1]?.decimal, none.questions], ['.', []], typeId);
  }
});

test('repeated headers, values without header and a missing id are asked', async () => {
  const asked = async (csv: string, choices = {}) =>
    (await readTable(csv, definitions, choices)).questions.map(({ code }) => code);
  assert.deepEqual(await asked('sku,a,a\n1,2,3\n'), ['header-repeated']);
  assert.deepEqual(await asked('sku,,a\n1,2,3\n'), ['header-missing']);
  assert.deepEqual(await asked('sku,,a\n1,,3\n'), []);
  assert.deepEqual(await asked('x,y\n1,2\n'), ['id-column-missing']);
  assert.deepEqual(await asked('sku,y\n1,2\n1,3\n'), ['id-column-missing']);
  assert.deepEqual(await asked('x,y\n1,2\n', { id: 'x' }), []);
  assert.deepEqual(await asked('sku,a,a\n1,2,3\n', { ignore: ['C'] }), []);
});

test('lists of other programs are split at their separator', async () => {
  assert.deepEqual(await productsOf('sku,tags\n1,red; blue\n2,green\n'), [
    { __ID: '1', tags: ['red', 'blue'] },
    { __ID: '2', tags: ['green'] },
  ]);
});

test('a list named by "[]" is a list also where the attribute does not exist yet', async () => {
  assert.deepEqual(await productsOf('__ID,new[]\na,x|y\\|z\n'), [{ __ID: 'a', new: ['x', 'y|z'] }]);
});

test('an id or a GTIN in scientific notation is refused with its place', async () => {
  assert.deepEqual(await problemsOf('sku;gtin\n4,00638E+12;1\nx;4.00638E+12\n'), [
    'Row 2, column A (sku) "4,00638E+12": The number is in scientific notation, so digits may be lost. Format the column as text and enter it again.',
    'Row 3, column B (gtin) "4.00638E+12": The number is in scientific notation, so digits may be lost. Format the column as text and enter it again.',
  ]);
});

test('problems name row, column, value and fix, and reject only their product', async () => {
  const { products } = await readTable(
    '__ID,price#,price/amount\na,x,1\nb,,2\n,1,1\nc,1,1\nc,1,2\nd,1,9,lost\ne,1,1\n',
    definitions,
  );
  assert.deepEqual(
    products.map(({ product, problems }) => [
      product['__ID'],
      problems.map(({ code, row, column }) => [code, row, column]),
    ]),
    [
      ['a', [['row-number-invalid', 2, 1]]],
      ['b', [['row-number-missing', 3, 2]]],
      [undefined, [['id-missing', 4, undefined]]],
      ['c', [['rows-differ', 6, 2]]],
      ['d', [['cell-without-header', 7, 3]]],
      ['e', []],
    ],
  );
});

/** Returns the codes of the problems of each product of a table. */
async function codesOf(table: string): Promise<[unknown, string[]][]> {
  const { products } = await readTable(table, definitions);
  return products.map(({ product, problems }) => [product['__ID'], problems.map(({ code }) => code)]);
}

test('a product has at most 50 problems, and those of the whole product come first', async () => {
  const rows = 'a,x,1\n'.repeat(60);
  assert.deepEqual(await codesOf(`__ID,price#,price/amount\n${rows}b,1,1\na,1,1\n`), [
    ['a', ['rows-apart', ...Array.from({ length: 49 }, () => 'row-number-invalid')]],
    ['b', []],
    ['a', ['rows-apart']],
  ]);
});

test('a product of more than 4 MiB is rejected, and its rows do not fill the memory', async () => {
  const rows = `a,${'x'.repeat(100_000)}\n`.repeat(60);
  const { products } = await readTable(`__ID,tags[]\n${rows}b,x\n`, definitions);
  assert.deepEqual(
    products.map(({ problems }) => problems.map(({ code }) => code)),
    [['product-too-large'], []],
  );
  assert.equal(products[0]?.rows.length, 42);
});

test('a product with lists or composites whose rows are not consecutive is rejected in all its parts', async () => {
  assert.deepEqual(await codesOf('__ID,price#,price/amount\na,1,1\nb,1,2\na,2,3\nc,1,4\nc,2,5\n'), [
    ['a', ['rows-apart']],
    ['b', []],
    ['a', ['rows-apart', 'row-number-gap']],
    ['c', []],
  ]);
  assert.deepEqual(await codesOf('__ID,tags[]\na,x\nb,y\na,z\n'), [
    ['a', ['rows-apart']],
    ['b', []],
    ['a', ['rows-apart']],
  ]);
});

test('a product whose composite lacks rows is rejected, because an import replaces the whole composite', async () => {
  assert.deepEqual(await codesOf('__ID,price#,price/amount\na,2,1\nb,1,1\nb,3,2\nc,2,2\nc,1,1\n'), [
    ['a', ['row-number-gap']],
    ['b', ['row-number-gap']],
    ['c', []],
  ]);
});

test('columns of a composite that is not defined are asked for in an export, and are plain names in other tables', async () => {
  const { questions } = await readTable('__ID,cost#,cost/amount,CPU%2FGPU\na,1,2,x\n');
  assert.deepEqual(
    questions.map(({ code, column }) => [code, column]),
    [
      ['composite-missing', 1],
      ['composite-missing', 2],
    ],
  );
  assert.deepEqual((await readTable('sku,CPU/GPU,Item #\na,x,1\n')).questions, []);
});

test('a table of ids knows each id that was added with its number, and no other', () => {
  const ids = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.nat(50_000).map(String)), { maxLength: 5_000 });
  fc.assert(
    fc.property(ids, (added) => {
      const [table, expected] = [new IdTable(1), new Map<string, number>()];
      for (const [at, id] of added.entries()) {
        assert.equal(table.add(id, [at])?.[0], expected.get(id));
        if (!expected.has(id)) expected.set(id, at);
      }
    }),
    { numRuns: 20 },
  );
});
