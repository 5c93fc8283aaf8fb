import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getHeapStatistics } from 'node:v8';
import { detectFormat, FileError } from '../src/index.ts';
import { numberFormatOf } from '../src/xlsx/number-format.ts';
import { fileOf, rowsOf } from './tables.ts';
import { workbookOf } from './workbooks.ts';

const cell = (xml: string) => `<row r="1">${xml}</row>`;
const strings =
  '<si><t>plain</t></si><si><r><rPr><b/></rPr><t>rich </t></r><r><t xml:space="preserve"> text</t></r><rPh sb="0" eb="1"><t>reading</t></rPh></si><si><t>a_x000D_\nb_x005F_x0041_</t></si>';
const styles = [
  0,
  14,
  22,
  '0000000000000',
  '0.00',
  '0%',
  'yyyy\\-mm\\-dd',
  '[h]:mm',
  '"Day" 0',
  21,
  'mmm yy',
  '#,##0.00 "€"',
];

const shown: Record<string, [xml: string, expected: string]> = {
  'a shared text': ['<c r="A1" t="s"><v>0</v></c>', 'plain'],
  'rich text without its reading': ['<c r="A1" t="s"><v>1</v></c>', 'rich  text'],
  'escaped characters': ['<c r="A1" t="s"><v>2</v></c>', 'a\r\nb_x0041_'],
  'an inline text': ['<c r="A1" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c>', 'inline'],
  'the stored text of a formula': ['<c r="A1" t="str"><f>A2&amp;"x"</f><v>x</v></c>', 'x'],
  'the stored number of a formula': ['<c r="A1"><f>1+1</f><v>2</v></c>', '2'],
  'a truth value': ['<c r="A1" t="b"><v>1</v></c>', 'true'],
  'a number of 13 digits': ['<c r="A1"><v>4006381333931</v></c>', '4006381333931'],
  'a number of 13 digits with an exponent': ['<c r="A1"><v>4.006381333931E12</v></c>', '4006381333931'],
  'binary noise of a fraction': ['<c r="A1"><v>0.30000000000000004</v></c>', '0.3'],
  'a small number': ['<c r="A1"><v>1.5E-7</v></c>', '0.00000015'],
  'a negative number': ['<c r="A1"><v>-12.5</v></c>', '-12.5'],
  'leading zeros of a format': ['<c r="A1" s="3"><v>12345</v></c>', '0000000012345'],
  'leading zeros of a negative number': ['<c r="A1" s="3"><v>-12345</v></c>', '-0000000012345'],
  'leading zeros of a computed negative number': ['<c r="A1" s="3"><v>-1.2345E4</v></c>', '-0000000012345'],
  'decimals of a format': ['<c r="A1" s="4"><v>4.2</v></c>', '4.20'],
  'more decimals than the format shows': ['<c r="A1" s="4"><v>4.2049</v></c>', '4.2049'],
  'a percentage': ['<c r="A1" s="5"><v>0.19</v></c>', '19%'],
  'a day': ['<c r="A1" s="1"><v>45292</v></c>', '2024-01-01'],
  'a day of a format of its own': ['<c r="A1" s="6"><v>45292</v></c>', '2024-01-01'],
  'a day and a time': ['<c r="A1" s="2"><v>45292.75</v></c>', '2024-01-01T18:00:00'],
  'a time': ['<c r="A1" s="9"><v>0.75</v></c>', '18:00:00'],
  'a duration': ['<c r="A1" s="7"><v>1.5</v></c>', '36:00:00'],
  'a month': ['<c r="A1" s="10"><v>45292</v></c>', '2024-01-01'],
  'a day before the leap day that never was': ['<c r="A1" s="1"><v>59</v></c>', '1900-02-28'],
  'a number beside printed text': ['<c r="A1" s="8"><v>7</v></c>', '7'],
  'an amount of money': ['<c r="A1" s="11"><v>7.5</v></c>', '7.50'],
  'an ISO date': ['<c r="A1" t="d"><v>2024-01-01</v></c>', '2024-01-01'],
  'a cell without reference': ['<c t="inlineStr"><is><t>x</t></is></c>', 'x'],
};
for (const [name, [xml, expected]] of Object.entries(shown)) {
  test(`XLSX shows ${name}`, async () => {
    const rows = await rowsOf(await workbookOf({ sheets: { A: cell(xml) }, strings, styles }));
    assert.deepEqual(rows, [{ row: 1, cells: [expected], faults: undefined }]);
  });
}

const faults: Record<string, [xml: string, code: string, value: string]> = {
  'an error of the spreadsheet': ['<c r="A1" t="e"><v>#N/A</v></c>', 'cell-error', '#N/A'],
  'a formula without stored result': ['<c r="A1"><f>1+1</f></c>', 'formula-without-result', ''],
  'a number that lost its digits': [
    '<c r="A1"><v>1.2345678901234567E+19</v></c>',
    'digits-lost',
    '1.2345678901234567E+19',
  ],
  'the 29 February 1900': ['<c r="A1" s="1"><v>60</v></c>', 'date-impossible', '60'],
  'a shared text that does not exist': ['<c r="A1" t="s"><v>99</v></c>', 'cell-error', '99'],
};
for (const [name, [xml, code, value]] of Object.entries(faults)) {
  test(`XLSX reports ${name}`, async () => {
    const [row] = await rowsOf(await workbookOf({ sheets: { A: cell(xml) }, strings, styles }));
    assert.deepEqual(row?.faults, [{ column: 0, code, value }]);
  });
}

test('a number format with thousands of opening brackets is read in linear time', () => {
  const started = performance.now();
  assert.deepEqual(numberFormatOf(164, '['.repeat(150_000)), { kind: 'general' });
  assert.deepEqual(numberFormatOf(164, '[Red][>1]0.00'), { kind: 'decimals', digits: 2 });
  assert.ok(performance.now() - started < 5000);
});

test('days of workbooks from old Macs are counted from 1904', async () => {
  const rows = await rowsOf(
    await workbookOf({ sheets: { A: cell('<c r="A1" s="1"><v>43830</v></c>') }, styles, is1904: true }),
  );
  assert.deepEqual(rows[0]?.cells, ['2024-01-01']);
});

test('rows and columns have the numbers of the sheet, and blank rows are left out', async () => {
  const xml =
    '<row r="3"><c r="C3"><v>1</v></c></row><row r="4"><c r="A4" s="4"/></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>';
  const rows = await rowsOf(await workbookOf({ sheets: { A: xml } }));
  assert.deepEqual(
    rows.map(({ row, cells }) => [row, cells.length, cells.at(-1)]),
    [
      [3, 3, '1'],
      [1_048_576, 16_384, '2'],
    ],
  );
});

test('a link shows its text, and a merged cell has its value in its first row', async () => {
  const text = (reference: string, value: string) => `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const xml = `<row r="1">${text('A1', 'sku')}${text('B1', 'site')}</row><row r="2">${text('A2', '1')}${text('B2', 'Our shop')}</row><row r="3"><c r="A3"/>${text('B3', 'x')}</row>`;
  const tail =
    '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells><hyperlinks><hyperlink ref="B2" r:id="rId1" display="http://example.com"/></hyperlinks>';
  const rows = await rowsOf(await workbookOf({ sheets: { A: xml }, tail }));
  assert.deepEqual(
    rows.map(({ cells }) => cells),
    [
      ['sku', 'site'],
      ['1', 'Our shop'],
      ['', 'x'],
    ],
  );
});

test('the million blank rows of a formatted sheet are left out', async () => {
  const blank = '<row r="1"><c r="A1"><v>1</v></c></row>'.concat('<row><c s="4"/></row>'.repeat(100_000));
  const rows = await rowsOf(await workbookOf({ sheets: { A: `${blank}<row><c><v>2</v></c></row>` } }));
  assert.deepEqual(
    rows.map(({ row, cells }) => [row, cells]),
    [
      [1, ['1']],
      [100_002, ['2']],
    ],
  );
});

test('the first visible sheet is read, or the one with a name', async () => {
  const sheets = {
    '!Hidden': cell('<c r="A1"><v>1</v></c>'),
    'The "second"': cell('<c r="A1"><v>2</v></c>'),
    C: cell('<c r="A1"><v>3</v></c>'),
  };
  const file = await workbookOf({ sheets });
  const format = await detectFormat(fileOf(file));
  assert.deepEqual(
    [format.kind, format.sheet, format.sheets?.map(({ hidden }) => hidden)],
    ['xlsx', 'The "second"', [true, false, false]],
  );
  assert.deepEqual((await rowsOf(file, { sheet: 'Hidden' }))[0]?.cells, ['1']);
  await assert.rejects(
    rowsOf(file, { sheet: 'None' }),
    /no sheet "None"\. Its sheets: "Hidden", "The \\"second\\"", "C"/,
  );
});

const longText = `<si><t>${'x'.repeat(2_000_000)}</t></si>`;

test('a long text to which many cells refer is in memory once', async () => {
  const file = await workbookOf({ strings: longText, sheets: { A: '<row><c t="s"><v>0</v></c></row>'.repeat(400) } });
  // Node keeps long ASCII strings outside of the heap
  const used = () => getHeapStatistics().used_heap_size + getHeapStatistics().external_memory;
  const before = used();
  const rows = await rowsOf(file);
  const grown = used() - before;
  assert.equal(rows.length, 400);
  assert.ok(rows.every(({ cells }) => cells[0]?.length === 2_000_000));
  assert.ok(grown < 300_000_000, `the memory has grown by ${grown} bytes`);
});

const refused: Record<string, [file: () => Promise<Uint8Array>, code: string]> = {
  'an entity bomb': [
    () =>
      workbookOf({
        sheets: { A: cell('<c r="A1" t="inlineStr"><is><t>&b;</t></is></c>') },
        prolog: `<!DOCTYPE x [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}">]>`,
      }),
    'file-damaged',
  ],
  'an external entity': [
    () => workbookOf({ sheets: { A: '' }, prolog: '<!DOCTYPE x SYSTEM "file:///etc/passwd">' }),
    'file-damaged',
  ],
  'invalid XML': [() => workbookOf({ sheets: { A: '<row><c></row>' } }), 'file-damaged'],
  'a cell outside of the sheet': [
    () => workbookOf({ sheets: { A: cell('<c r="XFE1"><v>1</v></c>') } }),
    'file-damaged',
  ],
  'a row of more than 16 million characters, by references to one text': [
    () => workbookOf({ strings: longText, sheets: { A: `<row>${'<c t="s"><v>0</v></c>'.repeat(9)}</row>` } }),
    'cell-too-large',
  ],
  'a truncated workbook': [async () => (await workbookOf({ sheets: { A: '' } })).subarray(0, -40), 'file-damaged'],
  'a sheet that unpacks to more than 300 times its size': [
    () => workbookOf({ sheets: { A: '' }, tail: `<!--${'x'.repeat(68_000_000)}-->` }),
    'file-too-large',
  ],
  'a binary workbook': [() => workbookOf({ sheets: { A: '' }, more: { 'xl/workbook.bin': 'x' } }), 'format-unknown'],
  'an old workbook': [async () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'format-unknown'],
};
for (const [name, [file, code]] of Object.entries(refused)) {
  test(`${name} is refused`, async () => {
    await assert.rejects(rowsOf(await file()), (error: unknown) => {
      assert.ok(error instanceof FileError, String(error));
      assert.equal(error.code, code);
      return true;
    });
  });
}
