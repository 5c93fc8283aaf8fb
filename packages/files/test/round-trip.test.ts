import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Attribute,
  columnsOf,
  FileError,
  parseProduct,
  type ProductObject,
  writeCsv,
  writeXlsx,
} from '../src/index.ts';
import { attribute, collect, each, plain, readTable } from './tables.ts';

interface Shape {
  name: string;
  multiValue: boolean;
  children: Shape[] | undefined;
}

const nasty = [
  '=1+1',
  '-20 °C',
  '+49 30',
  "'quoted",
  "'=x",
  "''-5",
  '-5',
  '@cmd',
  '\t=x',
  '\r\n',
  'a\r\nb',
  'a\rb',
  'a\nb',
  ' x ',
  '0017',
  '4,20',
  '1e21',
  '|',
  'a|b',
  '\\',
  '\\e',
  'a\\|b',
  '"',
  '""',
  ',;\t',
  '_x000D_',
  '_x005F_',
  '_x005F_x000D_',
  '_x0017\u000b',
  '1e5',
  "'4.00638E+12",
  '\u0001\u001f\u007f',
  '\ufffe\uffff',
  '\ufeffx',
  '<b>&amp;</b>',
  ']]>',
  '😀',
  'e\u0301',
  '__ID',
  '\u2028',
  '\u0085',
  'sep=;',
  'x'.repeat(5000),
];
const text = fc
  .oneof(
    fc.constantFrom(...nasty),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
    fc.string({ minLength: 1 }),
  )
  .map((value) => value.replaceAll('\u0000', '') || 'x');
const names = [
  'color',
  'price/amount',
  '- Size',
  '=sum',
  'tags[]',
  'rows#',
  '100%25',
  '%2F',
  'a%',
  'CPU / GPU',
  '123',
  'constructor',
  '__proto__',
  'name',
  'quantity',
  '"q"',
  "'=q",
  'x;y,z',
  'größe',
  'Item #',
  'a|b',
  '[]',
  '#',
  '/',
  'sep=;',
];

const shapes = (depth: number): fc.Arbitrary<Shape[]> =>
  fc.uniqueArray(
    fc.record({
      name: fc.constantFrom(...(depth === 0 ? names.filter((name) => !name.startsWith('__')) : names)),
      multiValue: fc.boolean(),
      children:
        depth === 3
          ? fc.constant(undefined)
          : fc.option(fc.memo(() => shapes(depth + 1))(), { nil: undefined, freq: 2 }),
    }),
    { selector: ({ name }) => name, maxLength: depth === 0 ? 8 : 4 },
  );

/** Creates attribute definitions for the shapes. The id of a child differs from its name. */
function definitionsOf(list: Shape[], above: Attribute | undefined): Attribute[] {
  return list.flatMap(({ name, multiValue, children }) => {
    const id = above === undefined ? name : `${above.id}.${name}`;
    const own: Attribute = {
      id,
      path: above === undefined ? id : `${above.path}/${name}`,
      name,
      compositeAttribute: above?.id ?? null,
      type: children === undefined ? { id: 'string', multiValue } : { id: 'composite', multiValue: true },
    };
    return [own, ...definitionsOf(children ?? [], own)];
  });
}

function valueOf({ multiValue, children }: Shape): fc.Arbitrary<unknown> {
  if (children !== undefined) return fc.array(membersOf(children), { minLength: 1, maxLength: 3 });
  return multiValue ? fc.array(fc.oneof(text, fc.constant('')), { minLength: 1, maxLength: 4 }) : text;
}

/** Generates objects without a prototype, because the name of a child can be `__proto__`. */
const membersOf = (list: Shape[]): fc.Arbitrary<ProductObject> =>
  fc.tuple(...list.map((shape) => fc.option(valueOf(shape), { nil: undefined }))).map((values) => {
    const members = Object.create(null) as Record<string, unknown>;
    for (const [at, { name }] of list.entries()) if (values[at] !== undefined) members[name] = values[at];
    return members;
  });

const reserved = fc.record(
  {
    __NAME: text,
    __FAMILY: text,
    PRIMARY_ASSET: text,
    PACKAGING: fc.array(fc.record({ __ID: text, QUANTITY: fc.constantFrom('1', '2.50', '12345678901234567890.10') }), {
      minLength: 1,
      maxLength: 3,
    }),
  },
  { requiredKeys: [] },
);

const catalogues = shapes(0).chain((list) =>
  fc.record({
    definitions: fc.constant(definitionsOf(list, undefined)),
    products: fc
      .array(fc.tuple(reserved, membersOf(list)), { minLength: 1, maxLength: 5 })
      .map((all) => all.map(([fields, members], at): ProductObject => ({ __ID: `p${at}`, ...fields, ...members }))),
  }),
);

const writers = { csv: writeCsv, xlsx: writeXlsx };

for (const kind of ['csv', 'xlsx'] as const) {
  test(`products that are written as ${kind} and read again are the same products`, async () => {
    await fc.assert(
      fc.asyncProperty(catalogues, async ({ definitions, products }) => {
        const file = Buffer.concat(await collect(writers[kind](each(products), columnsOf(definitions))));
        const read = await readTable(file, definitions);
        assert.deepEqual(read.questions, []);
        assert.deepEqual(
          read.products.flatMap(({ problems }) => problems),
          [],
        );
        assert.deepEqual(
          read.products.map(({ product }) => plain(product)),
          plain(products),
        );
      }),
      { numRuns: kind === 'csv' ? 300 : 100 },
    );
  });
}

test('quantities keep all their digits', () => {
  const product = parseProduct('{"__ID":"a","PACKAGING":[{"__ID":"b","QUANTITY":12345678901234567890.10}]}');
  assert.deepEqual(product['PACKAGING'], [{ __ID: 'b', QUANTITY: '12345678901234567890.10' }]);
});

test('a text of 40,000 characters is carried by CSV and refused by name in XLSX', async () => {
  const definitions = [attribute('long'), attribute('list', 'string', true)];
  const long = 'x'.repeat(40_000);
  const csv = Buffer.concat(await collect(writeCsv(each([{ __ID: 'p', long }]), columnsOf(definitions))));
  assert.equal((await readTable(csv, definitions)).products[0]?.product['long'], long);
  await assert.rejects(collect(writeXlsx(each([{ __ID: 'p', long }]), columnsOf(definitions))), (error: unknown) => {
    assert.ok(error instanceof FileError);
    assert.equal(error.code, 'format-cannot-carry');
    assert.match(error.message, /long of product "p" has 40000 characters, but a cell takes at most 32767/);
    return true;
  });
});

test('a list that is longer than a cell of a workbook continues in the next row', async () => {
  const definitions = [
    attribute('list', 'string', true),
    attribute('rows', 'composite'),
    attribute('rows/list', 'string', true),
  ];
  const list = Array.from({ length: 9 }, (_, at) => `${at}`.repeat(8000));
  const product = { __ID: 'p', list, rows: [{ list: ['a'] }, { list }] };
  const file = Buffer.concat(await collect(writeXlsx(each([product, { __ID: 'q' }]), columnsOf(definitions))));
  const read = await readTable(file, definitions);
  assert.deepEqual(
    read.products.map((mapped) => plain(mapped.product)),
    [product, { __ID: 'q' }],
  );
});

test('more columns than a sheet has are refused by number', async () => {
  const definitions = Array.from({ length: 16_400 }, (_, at) => attribute(`a${at}`));
  await assert.rejects(collect(writeXlsx(each([]), columnsOf(definitions))), /16408 columns|has 16,?4\d\d columns/);
});

test('an attribute that appears while the file is written ends the export', async () => {
  await assert.rejects(
    collect(writeCsv(each([{ __ID: 'p', fresh: 'x' }]), columnsOf([]))),
    /"fresh" was created or changed/,
  );
  const now = [attribute('a')];
  await assert.rejects(collect(writeCsv(each([{ __ID: 'p', a: ['x'] }]), columnsOf(now))), /Start the export again/);
});
