import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ConfigurationError, readConfiguration } from '../src/configuration.ts';
import type { FeedRecord, FeedRow } from '../src/feed-record.ts';
import { csvFormats, tsvFormats } from '../src/formats/delimited.ts';
import type { Format } from '../src/formats/format.ts';
import { jsonFormats } from '../src/formats/json.ts';
import { escapeXml, xmlFormats } from '../src/formats/xml.ts';
import { safeName } from '../src/safe-name.ts';
import { parseCsv } from './csv-reader.ts';

const record = (row: FeedRow, id = 'x'): FeedRecord => ({ id, submissionId: 's', row });

function write(format: Format, names: string[], records: FeedRecord[]): string {
  const start = format.begin(names);
  const lines = records.map((one, index) => format.record(one, index).text);
  return start + lines.join('') + format.end(records.length);
}

const plain = { columns: undefined, spreadsheetSafe: false };
const hard = fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', '\t', ' ', 'a', 'ü', '=', '🫙', '<', '&', ']') });

describe('formats', () => {
  it('writes CSV that a reader parses back to the same texts', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ a: hard, b: hard }), { minLength: 1 }), (rows) => {
        const text = write(
          csvFormats(plain).whole,
          ['a', 'b'],
          rows.map((row) => record(row)),
        );
        assert.deepEqual(parseCsv(text), [['a', 'b'], ...rows.map(({ a, b }) => [a, b])]);
      }),
    );
  });

  it('writes TSV whose cells have no tabs and line ends, and names the values that were changed', () => {
    const format = tsvFormats(plain).whole;
    assert.equal(format.begin(['a', 'b']), 'a\tb\n');
    assert.deepEqual(format.record(record({ a: 'x\r\n\ty', b: '"q"' }), 0), { text: 'x y\t"q"\n', cleaned: ['a'] });
  });

  it('changes texts that spreadsheets run as formulas only on request', () => {
    const rows = [record({ a: '=1+1', b: '-5' })];
    assert.equal(write(csvFormats(plain).whole, ['a', 'b'], rows), 'a,b\r\n=1+1,-5\r\n');
    const safe = csvFormats({ ...plain, spreadsheetSafe: true }).whole;
    assert.equal(write(safe, ['a', 'b'], rows), "a,b\r\n'=1+1,'-5\r\n");
  });

  it('takes columns by path, joins lists on request, and writes other lists and objects as JSON', () => {
    const columns = [
      { name: 'sku', value: '__ID' },
      { name: 'g:price', value: 'price/amount' },
      { name: 'first', value: 'images/0' },
      { name: 'images', value: 'images', join: ',' },
      { name: 'price', value: 'price' },
    ];
    const row = { price: { amount: 1.5 }, images: ['a', 'b'] };
    const text = write(csvFormats({ ...plain, columns }).whole, [], [record(row, 'P-1')]);
    assert.deepEqual(parseCsv(text)[1], ['P-1', '1.5', 'a', 'a,b', '{"amount":1.5}']);
  });

  it('reads no members of JavaScript objects', () => {
    const columns = [
      { name: 'x', value: 'constructor/name' },
      { name: 'y', value: '__proto__' },
    ];
    assert.equal(write(csvFormats({ ...plain, columns }).whole, [], [record({})]), 'x,y\r\n,\r\n');
  });
});

describe('formats of documents', () => {
  it('writes JSON and NDJSON that parse to the same values, also without products', () => {
    const rows = [record({ a: '1.50', n: 2, o: { x: [true] } }), record({ a: 'ü\u2028' })];
    assert.deepEqual(
      JSON.parse(write(jsonFormats(false, undefined).whole, [], rows)),
      rows.map(({ row }) => row),
    );
    assert.deepEqual(JSON.parse(write(jsonFormats(false, undefined).whole, [], [])), []);
    const lines = write(jsonFormats(true, undefined).whole, [], rows).trim().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      rows.map(({ row }) => row),
    );
    const chosen = write(jsonFormats(true, [{ name: 'A', value: 'a' }]).whole, [], rows);
    assert.equal(chosen, '{"A":"1.50"}\n{"A":"ü\u2028"}\n');
  });

  it('writes XML from a template: values are escaped, sections repeat, and absent ones are left out', () => {
    const item =
      '<item id="{{__ID}}">{{#title}}<t>{{.}}</t>{{/title}}{{#images}}<i>{{.}}</i>{{/images}}{{#detail}}<d n="{{name}}">{{value}}</d>{{/detail}}</item>\n';
    const { whole, delta } = xmlFormats({ start: '<feed>\n', item, end: '</feed>\n' });
    const row = { title: 'A & "B" <c>', images: ['1', '2'], detail: [{ name: "it's", value: ']]>' }] };
    assert.equal(
      write(whole, [], [record(row, 'P<1'), record({ title: '' }, 'P2')]),
      '<feed>\n<item id="P&lt;1"><t>A &amp; &quot;B&quot; &lt;c&gt;</t><i>1</i><i>2</i><d n="it&apos;s">]]&gt;</d></item>\n<item id="P2"></item>\n</feed>\n',
    );
    assert.equal(delta, undefined);
  });

  it('removes characters that XML does not allow, and names the values', () => {
    const { whole } = xmlFormats({ start: '', item: '<t>{{title}}</t>', end: '' });
    assert.deepEqual(whole.record(record({ title: 'a\u0000\u0008\uFFFEb\t🫙' }), 0), {
      text: '<t>ab\t🫙</t>',
      cleaned: ['title'],
    });
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.doesNotMatch(
          escapeXml(text),
          /[\u0000-\u0008\u000b\u000c\u000e-\u001f<>"'\uFFFE\uFFFF]|&(?!(?:amp|lt|gt|quot|apos);)/,
        );
      }),
    );
  });

  it('encodes every text as a name inside of its folder', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('.', '..', '../x', 'a/b', '')), (text) => {
        const name = safeName(text);
        assert.match(name, /^[A-Za-z0-9%_~-][A-Za-z0-9%_.~-]*$/);
        assert.ok(name.length <= 120 && !name.endsWith('.'));
      }),
    );
  });
});

describe('the configuration', () => {
  const refused = (value: unknown, pattern: RegExp) =>
    assert.throws(
      () => readConfiguration(value),
      (error) => error instanceof ConfigurationError && pattern.test(error.message),
    );

  it('is refused with everything that is wrong', () => {
    refused(
      { format: 'pimento-feed/1', files: [{ name: '../x', format: 'csv', colums: [] }] },
      /\/files\/0\/name: must have letters[^]*colums/,
    );
    const xml = (item: string) => ({ start: '', item, end: '' });
    const file = (item: string) => ({ name: 'a', format: 'xml', xml: xml(item) });
    const withFiles = (...files: object[]) => ({ format: 'pimento-feed/1', files });
    refused(withFiles(file('{{#a}}{{/b}}')), /\/files\/0\/xml: \{\{\/b\}\} does not end/);
    refused(withFiles(file('{{#a}}')), /\{\{#a\}\} is not closed/);
    refused(withFiles({ name: 'a', format: 'xml' }), /needs "xml"/);
    refused(withFiles({ ...file(''), deltas: 3 }), /"deltas" needs "deltaItem"/);
    refused(withFiles({ name: 'a', format: 'csv' }, { name: 'a', format: 'tsv' }), /several files are called a/);
  });
});
