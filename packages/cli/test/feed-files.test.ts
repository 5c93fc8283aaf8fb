import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { run as runPlain } from './command-line.ts';
import type { StartedService } from './started-service.ts';
import { startTestedService } from './tested-service.ts';

let service: StartedService;
before(async () => {
  service = await startTestedService({ PIMENTO_EXAMPLE: 'empty' });
});
after(() => service[Symbol.asyncDispose]());

const run = (commandLine: string[], options: Parameters<typeof runPlain>[1] = {}) =>
  runPlain([...commandLine, '--data', service.data], options);
const path = (name: string) => join(service.folder, name);
async function file(name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(path(name), content);
  return path(name);
}

/** Exports products as a feed and imports it again. Returns the counts of the second import. */
async function roundTrip(format: string, filter: string[]) {
  const out = path(`again.${format}`);
  const exported = await run(['export', '--format', format, '--out', out, ...filter, '--json']);
  assert.equal(exported.code, 0, exported.stderr);
  const { json, stderr } = await run(['import', out, '--replace', '--json']);
  return { products: exported.json.products, received: json?.received, unchanged: json?.unchanged, stderr };
}

const shirts = `Handle,Title,Vendor,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src,Image Position
shirt,Shirt,Acme,"new, summer",Size,M,S-M,19.90,,
shirt,,,,,L,S-L,21.00,,
mug,Mug,Acme,,Title,Default Title,0042,7.50,,
`;

test('a product file of Shopify is inspected, tried, imported, exported, and then unchanged', async () => {
  const csv = await file('shirts.csv', shirts.replace('19.90,,', '19.90,https://x.invalid/1.jpg,1'));
  const inspected = await runPlain(['files', 'inspect', csv, '--data', path('none')]);
  assert.match(inspected.stdout, /^Format: CSV, feed shopify-csv\n {2}shopify-csv: the header has Handle, Title/);
  assert.match(inspected.stdout, /4 products, 0 with problems\n[^]*Tags +list +new +1[^]*Image +rows +new +1/);
  const tried = await run(['import', csv, '--dry-run']);
  assert.equal(tried.code, 0, tried.stdout);
  assert.match(tried.stdout, /4 created[^]*New or extended composites: Image \(a dry run does not create them/);
  const imported = await run(['import', csv, '--json']);
  assert.deepEqual(
    [imported.code, imported.json.created, imported.json.composites],
    [0, 4, ['Image']],
    imported.stdout,
  );
  assert.deepEqual((await run(['products', 'get', 'S-L'])).json, {
    __ID: 'S-L',
    __NAME: 'Shirt - L',
    __FAMILY: 'shirt',
    Size: 'L',
    'Variant Position': '2',
    'Variant SKU': 'S-L',
    'Variant Price': '21.00',
  });
  const again = await roundTrip('shopify-csv', []);
  assert.deepEqual([again.products, again.received, again.unchanged], [4, 4, 4], again.stderr);
});

test('what a feed cannot carry is refused by name, and nothing is written', async () => {
  await run(['import', '-'], { input: '{"__ID":"hot","heat":"3","claims":["a"]}\n' });
  for (const out of [[], ['--out', path('refused.csv')]]) {
    const refused = await run(['export', '--format', 'shopify-csv', '--id', 'hot', ...out]);
    assert.deepEqual([refused.code, refused.stdout], [2, ''], refused.stderr);
    assert.match(
      refused.stderr,
      /cannot carry this export: heat of product "hot" has no column; claims of product "hot"/,
    );
  }
  await assert.rejects(readFile(path('refused.csv')));
  const chosen = await run(['export', '--format', 'shopify-csv', '--id', 'hot', '--columns', '__NAME']);
  assert.match(chosen.stdout, /^Handle,Title,[^]*\r\nhot,,/);
});

test('a feed of Google Merchant is imported from stdin, exported as XML and TSV, and then unchanged', async () => {
  const xml = `<rss xmlns:g="http://base.google.com/ns/1.0"><channel><item><g:id>pen</g:id><g:title>Pen &amp; ink</g:title>
<g:link>https://x.invalid/pen</g:link><g:price>2.50 EUR</g:price><g:shipping><g:country>DE</g:country><g:price>4 EUR</g:price></g:shipping></item></channel></rss>`;
  const imported = await run(['import', '-', '--json'], { input: gzipSync(xml) });
  assert.deepEqual(
    [imported.code, imported.json.created, imported.json.composites],
    [0, 1, ['shipping']],
    imported.stderr,
  );
  for (const format of ['google-xml', 'google-tsv', 'json-ld']) {
    const again = await roundTrip(format, ['--id', 'pen']);
    assert.deepEqual([again.products, again.received, again.unchanged], [1, 1, 1], again.stderr);
  }
});

test('a catalogue in BMEcat is imported, exported and then unchanged', async () => {
  const xml = `<BMECAT version="2005" xmlns="http://www.bmecat.org/bmecat/2005"><T_NEW_CATALOG>
<PRODUCT><SUPPLIER_PID>lamp</SUPPLIER_PID><PRODUCT_DETAILS><DESCRIPTION_SHORT>Lamp</DESCRIPTION_SHORT><EAN>4006381333931</EAN></PRODUCT_DETAILS>
<PRODUCT_FEATURES><REFERENCE_FEATURE_SYSTEM_NAME>ETIM-9.0</REFERENCE_FEATURE_SYSTEM_NAME><REFERENCE_FEATURE_GROUP_ID>EC001959</REFERENCE_FEATURE_GROUP_ID>
<FEATURE><FNAME>EF009346</FNAME><FVALUE>2700</FVALUE><FVALUE>6500</FVALUE><FUNIT>EU570448</FUNIT></FEATURE></PRODUCT_FEATURES></PRODUCT>
<PRODUCT mode="delete"><SUPPLIER_PID>old</SUPPLIER_PID></PRODUCT></T_NEW_CATALOG></BMECAT>`;
  const imported = await run(['import', await file('lamps.xml', xml)]);
  assert.equal(imported.code, 1, imported.stderr);
  assert.match(
    imported.stdout,
    /1 created[^]*New or extended composites: PRODUCT_FEATURES[^]*Not sent because of their rows: 1 product\n {2}Line 5, product "old": The file asks to delete/,
  );
  const again = await roundTrip('bmecat', ['--id', 'lamp']);
  assert.deepEqual([again.products, again.received, again.unchanged], [1, 1, 1], again.stderr);
});

test('a message of GDSN becomes the levels of a packaging hierarchy', async () => {
  const item = (gtin: string, inner = '') =>
    `<catalogueItem><tradeItem><gtin>${gtin}</gtin><tradeItemInformation><brand><name>Acme</name></brand></tradeItemInformation></tradeItem>${inner}</catalogueItem>`;
  const link = (quantity: number, inner: string) =>
    `<catalogueItemChildItemLink><quantity>${quantity}</quantity>${inner}</catalogueItemChildItemLink>`;
  const xml = `<m:catalogueItemNotificationMessage xmlns:m="urn:gs1">${item('20028000131702', link(3, item('10028000131705', link(36, item('00028000131708')))))}</m:catalogueItemNotificationMessage>`;
  const imported = await run(['import', await file('gdsn.xml', xml), '--json']);
  assert.deepEqual([imported.code, imported.json.created], [0, 3], imported.stdout);
  assert.deepEqual((await run(['products', 'get', '20028000131702'])).json, {
    __ID: '20028000131702',
    tradeItemInformation: [{ brand: [{ name: 'Acme' }] }],
    PACKAGING: [{ __ID: '10028000131705', QUANTITY: 3 }],
  });
});

test('the rows of rejected products of a feed are in the error file once, and import when they are corrected', async () => {
  const csv = await file(
    'bad.csv',
    'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Vendor\ncap,Cap,Size,S,..,A\ncap,,,M,C-M,B\nhat,Hat,,,,\n',
  );
  const errors = path('feed-errors.csv');
  const ran = await run(['import', csv, '--errors', errors]);
  assert.equal(ran.code, 1, ran.stderr);
  assert.match(ran.stdout, /Wrote the rows of 1 rejected product to/);
  const text = await readFile(errors, 'utf8');
  assert.equal(text.match(/^cap,/gm)?.length, 2, text);
  assert.doesNotMatch(text, /hat/);
  const corrected = await file('corrected-feed.csv', text.replace(',..,', ',C-S,').replace('C-M,B', 'C-M,'));
  const again = await run(['import', corrected, '--json']);
  assert.deepEqual([again.code, again.json.received, again.json.rejected], [0, 3, 0], again.stdout);
});

test('a feed is chosen by name or left unrecognised, and options of tables are refused', async () => {
  const csv = await file('plain.csv', 'Handle,Title,Variant SKU\nx,X,x-1\n');
  const plain = await runPlain(['files', 'inspect', csv, '--format', 'csv', '--data', path('none')]);
  assert.match(plain.stdout, /^Format: CSV\n[^]*A +Handle +__ID/);
  const forced = await runPlain(['files', 'inspect', csv, '--format', 'akeneo', '--data', path('none')]);
  assert.match(forced.stdout, /^Format: CSV, feed akeneo\n {2}akeneo: feed as chosen/);
  const refused = await run(['import', csv, '--id', 'Handle', '--empty', 'clear']);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /a feed of the format shopify-csv, whose columns are known: leave out --id, --empty\./);
  const jsonLines = await file(
    'food.jsonl',
    '{"code":"1","product_name":"Nut","categories_tags":["en:nuts"],"images":[]}\n',
  );
  assert.equal((await run(['import', jsonLines, '--json'])).json.created, 1);
});
