import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FileError } from '../src/index.ts';
import type { Row } from '../src/rows-types.ts';
import { readSharedStrings } from '../src/xlsx/shared-string-reader.ts';
import { SharedStrings } from '../src/xlsx/shared-strings.ts';
import { readSheetRows } from '../src/xlsx/sheet-rows.ts';

const strings = new SharedStrings();
for (const text of ['first', 'second']) strings.add(text);
const context = { strings, styles: [], is1904: false };

async function* chunksOf(text: string, size: number): AsyncGenerator<Uint8Array, void, undefined> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

type Outcome<T> = { value: T } | { code: string };

async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof FileError) return { code: error.code };
    throw error;
  }
}

const rowsOf = (xml: string, size: number): Promise<Outcome<Row[]>> =>
  outcomeOf(async () => (await Array.fromAsync(readSheetRows(chunksOf(xml, size), context))).flat());

async function textsOf(xml: string, size: number): Promise<Outcome<(string | undefined)[]>> {
  return outcomeOf(async () => {
    const read = await readSharedStrings(chunksOf(xml, size));
    return Array.from({ length: read.count }, (_, at) => read.get(at));
  });
}

/** Adds a prefix to the parent, so that only the general parser reads its elements. */
const prefixed = (xml: string, parent: string) =>
  xml.replace(`<${parent}`, `<x:${parent}`).replace(`</${parent}>`, `</x:${parent}>`);

const valid = [
  '',
  ' a ',
  'ä€😀',
  '&lt;&#65;&#x1F600;&amp;amp;',
  'a > b',
  '&#xD;',
  '_x000D_',
  'a\nb',
  '\r\n',
  '<!-- </row> > -->',
];
const odd = ['<![CDATA[</row><row>]]>', '<?x > ?>', '\u0001', '<b/>', '</c>', '<', '&nbsp;', '&#0;', '&', ']]>'];
const usually = (usual: readonly string[]) =>
  fc.oneof({ weight: 60, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: fc.constantFrom(...odd) });
const text = usually(valid);
const blank = usually(['', '', '', '\n  ', '\t']);
const element = (name: string, attributes: string[], content: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.constantFrom('', ...attributes), content, fc.boolean())
    .map(([attribute, inner, isEmpty]) =>
      isEmpty && inner === '' ? `<${name}${attribute}/>` : `<${name}${attribute}>${inner}</${name}>`,
    );
const value = element('v', [' a="b"'], fc.constantFrom('0', '1', '12.50', '1e3', 'x', '0.1', '4006381333931'));
const run = element('t', [' xml:space="preserve"'], text);
const inline = element(
  'is',
  [],
  fc.oneof(
    run,
    fc.tuple(run, run).map(([a, b]) => `<r>${a}</r><rPh>${b}</rPh>`),
  ),
);
const part = fc.oneof(value, inline, element('f', [' t="shared" si="0"'], text), text);
const cellAttributes = [
  ' r="A1"',
  ' r="C2" s="0"',
  ' r="B3" t="s"',
  ' t="inlineStr"',
  ' t="str" ',
  " r='D1'",
  ' r="A&#49;"',
  ' t="b"',
  ' r="1"',
];
const cell = element(
  'c',
  cellAttributes,
  fc.array(part, { maxLength: 2 }).map((parts) => parts.join('')),
);
const row = element(
  'row',
  [' r="7"', ' r="2" spans="1:4" x14ac:dyDescent="0.25"', ' a=">"'],
  fc.array(fc.tuple(blank, cell), { maxLength: 4 }).map((cells) => cells.flat().join('')),
);
const children = (child: fc.Arbitrary<string>) =>
  fc.array(fc.tuple(blank, child), { maxLength: 6 }).map((all) => all.flat().join(''));
const size = fc.constantFrom(1, 2, 3, 7, 64, 100_000);
const parameters = { numRuns: 300 };

test('rows that are read directly are those that the general parser reads, however the file is cut', async () => {
  let direct = 0;
  await fc.assert(
    fc.asyncProperty(children(row), blank, size, async (rows, end, chunk) => {
      const xml = `<worksheet><cols a=">"/><sheetData>${rows}${end}</sheetData><other/></worksheet>`;
      const expected = await rowsOf(prefixed(xml, 'sheetData'), chunk);
      assert.deepEqual(await rowsOf(xml, chunk), expected);
      if ('value' in expected && expected.value.length > 0) direct++;
    }),
    parameters,
  );
  assert.ok(direct > parameters.numRuns / 10, `only ${direct} sheets had rows`);
});

test('shared texts that are read directly are those that the general parser reads', async () => {
  const item = element(
    'si',
    [' a="b"'],
    fc.oneof(
      run,
      fc.tuple(run, run).map(([a, b]) => `<r>${a}</r><rPh>${b}</rPh>`),
    ),
  );
  await fc.assert(
    fc.asyncProperty(children(item), size, async (items, chunk) => {
      const xml = `<sst count="4">${items}</sst>`;
      assert.deepEqual(await textsOf(xml, chunk), await textsOf(prefixed(xml, 'sst'), chunk));
    }),
    parameters,
  );
});
