import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  detectFormat,
  type MappedProduct,
  type MappingChoices,
  openProductLists,
  openProductText,
  productText,
} from '../src/index.ts';
import { spoolInMemory } from '../src/format/content.ts';
import { attribute, fileOf, readTable } from './tables.ts';

/** The longest unit that a mapping can have. */
const unit = 'imperial fluid ounces per square metre of a floor';
const quantities = ['v1', 'v2', 'v3', 'v4'];
const definitions = [
  ...quantities.map((id) => ({ ...attribute(id, 'quantity'), units: [unit] })),
  attribute('color'),
  attribute('tags', 'string', true),
  attribute('weight', 'decimal'),
  attribute('isNew', 'boolean'),
  attribute('price', 'composite'),
  attribute('price/amount', 'decimal'),
];
const header = '__ID,color,tags[],weight,isNew,price#,price/amount,,note';
/** Header of a table with one row for each product. */
const singleHeader = '__ID,color,size,weight,isNew,amount,more,,note';
/** Header of a table with quantities that are shorter than the unit they get. */
const quantityHeader = `sku,color,size,${quantities.map((id) => `${id} (${unit})`).join(',')},,note`;

interface Read {
  lines: unknown[];
  /** Number of the first row of each product that was sent. */
  rows: number[];
  problems: string[];
}

/** Reads a table with a receiver that works like the receiver of the command line. */
async function readAs(
  open: (receiver: {
    lineOf: (product: MappedProduct) => unknown;
    onLine: (row: number) => void;
  }) => AsyncIterable<Uint8Array>,
): Promise<Read | { error: string }> {
  const rows: number[] = [];
  const problems: string[] = [];
  const lineOf = (product: MappedProduct) => {
    problems.push(...product.problems.map(({ message }) => message));
    if (product.problems.length > 0) return undefined;
    rows.push(product.rows[0]?.row ?? 0);
    return product.product;
  };
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of open({ lineOf, onLine: (row) => rows.push(row) })) chunks.push(chunk);
  } catch (error) {
    return { error: String(error) };
  }
  const text = Buffer.concat(chunks).toString();
  return {
    lines: text
      .split('\n')
      .slice(0, -1)
      .map((line): unknown => JSON.parse(line)),
    rows,
    problems,
  };
}

async function requireEqual(
  csv: string | Buffer,
  choices: MappingChoices = {},
  columns = header,
): Promise<Read | { error: string }> {
  const { mapping } = await readTable(`${columns}\n1,,,,,,,,\n`, definitions, choices);
  const format = { ...(await detectFormat(fileOf(`${header}\n`))), delimiter: ',' };
  const plan = { mapping };
  const decoded = await readAs(({ lineOf }) => productText(openProductLists(fileOf(csv), format, plan), lineOf));
  for (const [chunkBytes, readBytes] of [
    [4_000, 7],
    [700, 64],
    [10, 1],
  ] as const) {
    const file = fileOf(csv, readBytes);
    const quick = await readAs((receiver) =>
      openProductText(file, format, plan, { spool: spoolInMemory, scanned: file, receiver, chunkBytes }),
    );
    assert.deepEqual(quick, decoded);
  }
  return decoded;
}

const plainCell = fc.constantFrom(
  '',
  '',
  '',
  'a',
  'blue',
  'ü€😀',
  "'quoted",
  "'=1+1",
  'x\\y',
  'a\u0001b',
  '  b ',
  '1e5',
);
const quotedCell = fc.constantFrom(
  '""',
  '"a,b"',
  '"a""b"',
  '"line\r\nend"',
  '"ü\n"',
  '""""',
  '"\\"',
  `"'-x"`,
  '"x"y',
  '5"" x',
);
const cell = fc.oneof(plainCell, quotedCell);
const row = fc
  .tuple(
    fc.constantFrom('a', 'b', 'c', 'd', 'd', '"d"', '', '"a""q"', '1e5', '4E+12', 'ä'),
    fc.array(cell, { minLength: 2, maxLength: 2 }),
    fc.constantFrom('', '', '4.20', '4,2', 'viel', 'true', 'TRUE'),
    fc.constantFrom('', 'true', 'FALSE', 'x'),
    fc.constantFrom(',', ',', ',', '1,2', '2,3', '1,', ',4'),
    fc.constantFrom('', '', ',', ',x', ',,"n, o"', ',,,', ',,,extra'),
  )
  .map(([id, cells, weight, isNew, price, more]) => [id, ...cells, weight, isNew, price].join(',') + more);

test('copied rows give the same products, rows and problems as decoded rows', async () => {
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
  const blank = fc.constantFrom('', ',,', ',,,,,,,');
  const table = fc.tuple(
    fc.array(fc.tuple(fc.oneof({ weight: 9, arbitrary: row }, blank), lineEnd), { maxLength: 12 }),
    fc.constantFrom('', '\ufeff'),
    fc.constantFrom('', 'z,last', 'z,"last"', '"z', 'z\ufeff'),
    fc.constantFrom(header, singleHeader, quantityHeader),
  );
  await fc.assert(
    fc.asyncProperty(
      table,
      fc.constantFrom<MappingChoices>({}, { kind: 'csv' }, { empty: 'clear' }),
      async ([rows, mark, last, columns], choices) => {
        await requireEqual(
          `${mark}${columns}\n${rows.map((parts) => parts.join('')).join('')}${last}`,
          choices,
          columns,
        );
      },
    ),
    { numRuns: 300 },
  );
});

test('units that are longer than their quantities fit into a chunk', async () => {
  const rows = Array.from({ length: 400 }, (_, at) => `p${at},,,1,2,3,4\n`).join('');
  const read = await requireEqual(`${quantityHeader}\n${rows}`, {}, quantityHeader);
  assert.deepEqual('lines' in read ? read.lines[0] : read, {
    __ID: 'p0',
    ...Object.fromEntries(quantities.map((id, at) => [id, `${at + 1} ${unit}`])),
  });
});

test('invalid bytes and unclosed quotes are reported with their position, also after copied rows', async () => {
  const rows = Array.from({ length: 50 }, (_, at) => `p${at},blue\n`).join('');
  const invalid = Buffer.concat([Buffer.from(`${header}\n${rows}q,`), Buffer.from([0xff]), Buffer.from('\nr,red\n')]);
  const wrong = await requireEqual(invalid);
  assert.match('error' in wrong ? wrong.error : '', /not UTF-8: invalid at byte \d+/);
  const open = await requireEqual(`${header}\n${rows}q,"open\nr,red\n`);
  assert.match('error' in open ? open.error : '', /The quote that opens in row 52, column 2, is never closed/);
});

test('a row larger than a chunk is decoded, and the rows after it are numbered as before', async () => {
  const long = `${header}\na,blue\nb,"${'x\n'.repeat(800_000)}"\nc,red\nc,green\n`;
  const read = await requireEqual(long);
  assert.deepEqual('rows' in read ? [read.rows, read.problems.length] : read, [[2, 3], 1]);
});

test('plain rows are copied, and rows with composites, lists, guards or problems are mapped', async () => {
  const rows = ['a,blue', 'b,"x ""y""",,4.20,TRUE', "c,'=1", 'd,,x|y', 'e,,,,,1,2', 'f,red', 'f,red', 'g,green'];
  const { mapping } = await readTable(`${header}\n1,,,,,,,,\n`, definitions, { kind: 'csv' });
  const file = fileOf(`${header}\n${rows.join('\n')}\n1e5,red\n`);
  const mapped: (number | undefined)[] = [];
  const copied: number[] = [];
  const receiver = {
    lineOf: ({ product, rows: [first] }: MappedProduct) => {
      mapped.push(first?.row);
      return product;
    },
    onLine: (row: number) => copied.push(row),
  };
  const options = { spool: spoolInMemory, scanned: file, receiver, chunkBytes: 4_000 };
  const format = await detectFormat(file);
  let text = '';
  for await (const chunk of openProductText(file, format, { mapping }, options)) text += Buffer.from(chunk).toString();
  assert.deepEqual(copied, [2, 3, 9]);
  assert.deepEqual(mapped, [4, 5, 6, 7, 10]);
  const first = ['{"__ID":"a","color":"blue"}', '{"__ID":"b","color":"x \\"y\\"","weight":"4.20","isNew":"true"}'];
  assert.deepEqual(text.split('\n').slice(0, 2), first);
});
