import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectFormat, FileError } from '../src/index.ts';
import { readCsvRows } from '../src/csv/csv-rows.ts';
import { collect, each, fileOf, rowsOf } from './tables.ts';

const cells = async (content: string | Uint8Array) => (await rowsOf(content)).map((row) => row.cells);
const table = [
  ['sku', 'name'],
  ['1', 'Größe'],
];
const lines = 'sku,name\r\n1,Größe\r\n';
const wide = (text: string, bigEndian = false) => {
  const bytes = Buffer.from(text, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};

const files: Record<string, [content: string | Uint8Array, expected: string[][]]> = {
  'UTF-8 with a byte order mark': [`\ufeff${lines}`, table],
  'UTF-8 without one': [lines, table],
  'UTF-16LE with a byte order mark, as PowerShell writes it': [wide(`\ufeff${lines}`), table],
  'UTF-16BE with a byte order mark': [wide(`\ufeff${lines}`, true), table],
  'UTF-16LE without a byte order mark': [wide(lines), table],
  'UTF-16BE without a byte order mark': [wide(lines, true), table],
  'Windows-1252': [Buffer.from(lines, 'latin1'), table],
  'the euro sign of Windows-1252': [
    Buffer.from([...Buffer.from('a;b\n1;'), 0x80, 0x93, 0x0a]),
    [
      ['a', 'b'],
      ['1', '€“'],
    ],
  ],
  semicolons: ['sku;name\r\n1;Größe', table],
  tabs: ['sku\tname\n1\tGröße\n', table],
  'vertical bars': ['sku|name\n1|Größe\n', table],
  'the line sep= of Excel': [
    'sep=;\r\na;b\r\n',
    [
      ['sep=', ''],
      ['a', 'b'],
    ],
  ],
  'carriage returns alone': ['sku,name\r1,Größe\r', table],
  'line ends of several kinds': [
    'a,b\r\nx,2\ny,3\rz,4',
    [
      ['a', 'b'],
      ['x', '2'],
      ['y', '3'],
      ['z', '4'],
    ],
  ],
  'quoted line ends, quotes and delimiters': [
    'a,b\n"x\r\ny","he said ""hi"", so"\n',
    [
      ['a', 'b'],
      ['x\r\ny', 'he said "hi", so'],
    ],
  ],
  'a quote inside of an unquoted cell': [
    'a,b\n5" pipe,2\n',
    [
      ['a', 'b'],
      ['5" pipe', '2'],
    ],
  ],
  'blanks around cells': [
    'a,b\n  x ,2\n',
    [
      ['a', 'b'],
      ['  x ', '2'],
    ],
  ],
  'ragged rows': ['a,b\n1\n1,2,3\n', [['a', 'b'], ['1'], ['1', '2', '3']]],
  'quoted empty cells': [
    'a,b\n"",1\n',
    [
      ['a', 'b'],
      ['', '1'],
    ],
  ],
  'semicolons beside decimal commas': [
    'a;b;c\n1;4,20;x\n2;1.234,56;y\n',
    [
      ['a', 'b', 'c'],
      ['1', '4,20', 'x'],
      ['2', '1.234,56', 'y'],
    ],
  ],
  'leading zeros': [
    'sku,x\n0017,007\n',
    [
      ['sku', 'x'],
      ['0017', '007'],
    ],
  ],
};
for (const [name, [content, expected]] of Object.entries(files)) {
  test(`CSV with ${name} is read exactly`, async () => assert.deepEqual(await cells(content), expected));
}

test('blank rows are left out but counted, also a million of them', async () => {
  const rows = await rowsOf(`a,b\n\n,,\n1,2\n${',\n'.repeat(1_000_000)}3,4\n`);
  assert.deepEqual(
    rows.map(({ row }) => row),
    [1, 4, 1_000_005],
  );
});

test('text after a closing quote is a fault of its cell and does not swallow the next rows', async () => {
  const rows = await rowsOf('a,b\n"x" y,2\n3,4\n');
  assert.deepEqual(
    rows.map((row) => row.cells),
    [
      ['a', 'b'],
      ['x y', '2'],
      ['3', '4'],
    ],
  );
  assert.deepEqual(rows[1]?.faults, [{ column: 0, code: 'text-after-quote', value: 'x y' }]);
});

const refused: Record<string, [content: string | Uint8Array, code: string, message: RegExp]> = {
  'a quote that is never closed': ['a,b\n1,"x\n2,3\n', 'quote-not-closed', /opens in row 2, column 2/],
  'a quote that is never closed, with semicolons': ['a;b\n1;"x\n', 'quote-not-closed', /opens in row 2, column 2/],
  'an empty file': ['', 'file-empty', /empty/],
  'more than 16,384 columns': [`${'a,'.repeat(16_384)}b\n`, 'file-too-large', /Row 1 has more than 16384 columns/],
  'a cell of 17 million characters': [
    `a,b\n1,"${'x'.repeat(17_000_000)}"\n`,
    'cell-too-large',
    /Row 2 has more than 16 million/,
  ],
};
for (const [name, [content, code, message]] of Object.entries(refused)) {
  test(`${name} is refused with its place`, async () => {
    await assert.rejects(rowsOf(content), (error: unknown) => {
      assert.ok(error instanceof FileError);
      assert.equal(error.code, code);
      assert.match(error.message, message);
      return true;
    });
  });
}

test('a cell of 10 MB is read in less than a few seconds, chunk by chunk', { timeout: 60_000 }, async () => {
  const rows = await rowsOf(`a,b\n1,"${'x""'.repeat(3_500_000)}"\n2,3\n`);
  assert.deepEqual(
    rows.map((row) => row.cells[1]?.length),
    [1, 7_000_000, 1],
  );
});

test('a file that is UTF-8 only at its beginning is refused with the offset of the invalid byte', async () => {
  const start = `a,b\n${'ä,x\n'.repeat(100_000)}`;
  const content = Buffer.concat([Buffer.from(start), Buffer.from([0xe4, 0x2c, 0x31, 0x0a])]);
  await assert.rejects(rowsOf(content), new RegExp(`not UTF-8: invalid at byte ${Buffer.byteLength(start)}`));
});

test('the chosen encoding and delimiter are used instead of what would be detected', async () => {
  const rows = await rowsOf(Buffer.from('a;b,c\nä;1,2\n'), { encoding: 'windows-1252', delimiter: ',' });
  assert.deepEqual(
    rows.map((row) => row.cells),
    [
      ['a;b', 'c'],
      ['Ã¤;1', '2'],
    ],
  );
});

test('JSON and NDJSON are recognised by their content, whatever the name', async () => {
  const kindOf = async (content: string) => (await detectFormat(fileOf(content), { name: 'x.csv' })).kind;
  assert.equal(await kindOf('{"products": [{"__ID": "a"}]}'), 'json');
  assert.equal(await kindOf(' [ {"__ID": "a"} ]'), 'json');
  assert.equal(await kindOf('{"__ID": "a"}\n{"__ID": "b"}\n'), 'ndjson');
  assert.equal(await kindOf('{x},[y]\n1,2\n'), 'csv');
});

test('the chosen kind counts also with a chosen feed, whatever the content begins like', async () => {
  const json = '{"@context":"https://schema.org","@type":"Product","sku":"1"}';
  await assert.rejects(detectFormat(fileOf(json), { kind: 'csv', feed: 'json-ld' }), {
    code: 'format-unknown',
    message: 'The file is CSV, and a feed of the format json-ld is JSON or NDJSON.',
  });
  for (const kind of ['json', 'ndjson'] as const) {
    const { feed, kind: found } = await detectFormat(fileOf(json), { kind, feed: 'json-ld' });
    assert.deepEqual([feed, found], ['json-ld', kind]);
  }
  const table = '[]\tid\ttitle\n\t1\tA\n';
  const { feed, kind } = await detectFormat(fileOf(table), { kind: 'csv', feed: 'google-tsv' });
  assert.deepEqual([feed, kind], ['google-tsv', 'csv']);
});

test('a large chunk is read in short lists, with every row in order', async () => {
  const row = (at: number) => (at % 9 === 0 ? ['', ''] : [String(at), `a\n"b" ${at}`]);
  const text = Array.from({ length: 400 }, (_, at) => `${row(at)[0]},"${row(at)[1]?.replaceAll('"', '""')}"\r\n`).join(
    '',
  );
  const expected = Array.from({ length: 400 }, (_, at) => ({ row: at + 1, cells: row(at) })).filter(
    (_, at) => at % 9 > 0,
  );
  for (const chunks of [[text], [text.slice(0, 3_001), text.slice(3_001)], text.match(/[^]{1,50}/g) ?? []]) {
    const lists = await collect(readCsvRows(each(chunks), ','));
    assert.ok(lists.every(({ length }) => length > 0 && length <= 32));
    const rows = lists.flat().map(({ row: number, cells: read }) => ({ row: number, cells: read }));
    assert.deepEqual(rows, expected);
  }
});
