import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { startTestService } from '../../test-service.ts';
import { countsOf, fileCalls } from './file-calls.ts';

const service = await startTestService();
after(() => service[Symbol.asyncDispose]());

const shirts =
  'Handle,Title,Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src,Image Position\n' +
  'shirt,Shirt,Acme,Size,M,S-M,19.90,https://x.test/1.jpg,1\nshirt,,,,L,S-L,21.00,https://x.test/2.jpg,2\nmug,Mug,Acme,,,0042,7.50,,\n';
const item = (gtin: string, more = '') =>
  `<catalogueItem><tradeItem><tradeItemUnitDescriptorCode>BASE_UNIT_OR_EACH</tradeItemUnitDescriptorCode><gtin>${gtin}</gtin>${more}</tradeItem></catalogueItem>`;
const gdsn = (items: string) =>
  `<?xml version="1.0"?>\n<ns:catalogueItemNotificationMessage xmlns:ns="urn:gs1:gdsn:catalogue_item_notification:xsd:3"><transaction><documentCommand><catalogueItemNotification>\n${items}</catalogueItemNotification></documentCommand></transaction></ns:catalogueItemNotificationMessage>`;

/** A small file in each feed format, and the id of its first product. */
const feeds: Record<string, [name: string, content: string | Uint8Array, id: string]> = {
  'shopify-csv': ['products_export.csv', shirts, 'shirt'],
  'google-tsv': [
    'feed.txt',
    'id\ttitle\tlink\tprice\tavailability\ng-1\tPen\thttps://x.test\t2 EUR\tin_stock\n',
    'g-1',
  ],
  'google-xml': [
    'feed.xml',
    '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><item><g:id>x-1</g:id><g:title>Pen</g:title></item></channel></rss>',
    'x-1',
  ],
  akeneo: ['akeneo.csv', 'sku;family;categories;enabled;name-en_US\na-1;pens;office;1;Pen\n', 'a-1'],
  woocommerce: ['wc.csv', 'ID,Type,SKU,Name,Regular price\n7,simple,w-1,Pen,2\n', 'w-1'],
  gdsn: ['message.xml', gdsn(item('00028000131708')), '00028000131708'],
  bmecat: [
    'catalog.xml',
    '<BMECAT version="2005"><T_NEW_CATALOG><PRODUCT><SUPPLIER_PID>b-1</SUPPLIER_PID></PRODUCT></T_NEW_CATALOG></BMECAT>',
    'b-1',
  ],
  'json-ld': ['p.json', '{"@context":"https://schema.org","@type":"Product","sku":"j-1","name":"Pen"}', 'j-1'],
  'open-food-facts': [
    'off.jsonl.gz',
    gzipSync('{"code":"0100","product_name":"Jam","brands_tags":["x"],"categories_tags":["en:jams"]}\n'),
    '0100',
  ],
  amazon: ['flat.txt', 'TemplateType=x\tVersion=1\nSKU\tTitle\nitem_sku\titem_name\nz-1\tPen\n', 'z-1'],
};

test('each feed is recognised by its content, previewed and imported as that feed', async () => {
  const caller = await service.client('each');
  const files = fileCalls(caller);
  for (const [feed, [name, content, id]] of Object.entries(feeds)) {
    const fileId = await files.upload(name, content);
    const { status, body: seen } = await files.preview(fileId);
    assert.deepEqual([status, seen.format?.feed, seen.mapping, seen.questions], [200, feed, null, []], seen.message);
    assert.ok(
      seen.feed.attributes.some(({ name: field }: { name: string }) => field === '__ID'),
      feed,
    );
    const report = await files.run(fileId);
    assert.deepEqual([report.status, report.rejected], ['Completed', 0], `${feed} ${JSON.stringify(report.fault)}`);
    assert.equal((await caller.product(id)).__ID, id);
    assert.deepEqual(countsOf(await files.run(fileId)), [0, 0, report.received, 0], feed);
  }
});

test('a feed is tried and imported with the composites that it needs', async () => {
  const caller = await service.client('shop');
  const files = fileCalls(caller);
  const fileId = await files.upload('products_export.csv', shirts);
  const { body: seen } = await files.preview(fileId);
  assert.deepEqual([seen.feed.composites, seen.feed.hasErrorFile, seen.sample.products], [['Image'], true, 4]);
  const image = seen.feed.attributes.find(({ name }: { name: string }) => name === 'Image');
  assert.deepEqual([image.kind, image.isNew, image.products], ['rows', true, 1]);

  const tried = await files.run(fileId, {}, '?dryRun=true');
  assert.deepEqual([tried.status, ...countsOf(tried)], ['Completed', 4, 0, 0, 0]);
  assert.ok(tried.createdAttributes.includes('Image'));
  assert.equal((await files.preview(fileId)).body.feed.composites.length, 1, 'a dry run defines nothing');

  const done = await files.run(fileId, {}, '?atomic=true');
  assert.deepEqual([done.status, ...countsOf(done)], ['Completed', 4, 0, 0, 0]);
  assert.deepEqual(done.createdAttributes.slice(0, 1), ['Image']);
  assert.deepEqual([done.file.name, done.bytesReceived], ['products_export.csv', shirts.length]);
  assert.deepEqual((await caller.product('shirt')).Image, [
    { Src: 'https://x.test/1.jpg', Position: '1' },
    { Src: 'https://x.test/2.jpg', Position: '2' },
  ]);
  assert.deepEqual(
    [await caller.product('S-L'), (await files.preview(fileId)).body.feed.composites],
    [
      {
        __ID: 'S-L',
        __NAME: 'Shirt - L',
        __FAMILY: 'shirt',
        Size: 'L',
        'Variant Position': '2',
        'Variant SKU': 'S-L',
        'Variant Price': '21.00',
      },
      [],
    ],
  );
});

test('a dry run of a feed reports the same problems as its import, also of composites that the import creates', async () => {
  const caller = await service.client('tried');
  const files = fileCalls(caller);
  await caller.define([
    { id: 'Image', name: 'Image', type: { id: 'composite', multiValue: true } },
    {
      id: 'Image.Position',
      name: 'Position',
      compositeAttribute: 'Image',
      type: { id: 'string', multiValue: false, restriction: { parameters: { maxLength: 1 } } },
    },
  ]);
  const tooLong = shirts.replace('https://x.test/2.jpg,2', 'https://x.test/2.jpg,second');
  const fileId = await files.upload('products_export.csv', tooLong);
  const problemsOf = ({ errors }: { errors: { code: string; path: string }[] }) =>
    errors.map(({ code, path }) => [code, path]);
  const tried = await files.run(fileId, {}, '?dryRun=true');
  assert.equal(tried.rejected, 1, JSON.stringify(tried.fault));
  const done = await files.run(fileId);
  assert.deepEqual([problemsOf(tried), countsOf(tried)], [problemsOf(done), countsOf(done)]);
});

test('a member chooses a plain table, a feed, or a stored mapping for the same headers', async () => {
  const caller = await service.client('chosen');
  const files = fileCalls(caller);
  const fileId = await files.upload('products_export.csv', shirts);
  const plain = await files.preview(fileId, { format: { kind: 'csv' } });
  assert.deepEqual([plain.body.format.feed, plain.body.feed, plain.body.mapping.columns.length], [null, null, 9]);
  const answered = await files.preview(fileId, { answers: { id: 'Variant SKU' } });
  assert.deepEqual([answered.body.format.feed, answered.body.questions], [null, []]);

  const document = answered.body.mapping;
  assert.equal((await files.mapping('PUT', 'shop', { body: document })).status, 200);
  const { body: matched } = await files.preview(fileId);
  assert.deepEqual([matched.format.feed, matched.mappedBy.name], [null, 'shop']);
  const { body: fed } = await files.preview(fileId, { format: { feed: 'shopify-csv' } });
  assert.deepEqual([fed.format.feed, fed.format.reasons[0]], ['shopify-csv', 'shopify-csv: feed as chosen']);
  const done = await files.run(fileId, { format: { feed: 'shopify-csv' } });
  assert.deepEqual(countsOf(done), [4, 0, 0, 0]);

  const both = await files.preview(fileId, { format: { feed: 'shopify-csv' }, mapping: { kind: 'guess' } });
  assert.deepEqual([both.status, both.body.code], [400, 'invalid-body']);
  const wrong = await files.start(fileId, { format: { feed: 'gdsn' } });
  assert.deepEqual([wrong.status, wrong.body.params.fault], [422, 'format-unknown']);
  const xml = await files.preview(await files.upload('m.xml', gdsn(item('1'))), { mapping: { kind: 'guess' } });
  assert.deepEqual([xml.status, xml.body.params.fault], [422, 'format-unknown']);
  assert.match(xml.body.message, /XML, which has no columns/);
});

test('rejected rows of a feed are downloaded, corrected and imported again', async () => {
  const files = fileCalls(await service.client('rejected'));
  const fileId = await files.upload('cap.csv', `${shirts}cap,Cap,Acme,Size,S,C,1,,\ncap,,,,M,C,2,,\n`);
  const { body: seen } = await files.preview(fileId);
  assert.deepEqual(
    seen.problems.map(({ productId, cell, params }: any) => [productId, cell.row, cell.header, params.kind]), // oxlint-disable-line typescript/no-explicit-any -- an answer
    [['C', 6, 'Variant SKU', 'id-repeated']],
  );
  const report = await files.run(fileId);
  assert.deepEqual(countsOf(report), [6, 0, 0, 1]);
  assert.deepEqual([report.errors[0].productId, report.errors[0].cell.row, report.file.hasErrorFile], ['C', 6, true]);
  const { name, bytes } = await files.errorFile(service.baseUrl, report.jobRef);
  const lines = bytes.toString().replace('\ufeff', '').trimEnd().split('\r\n');
  assert.deepEqual([name, lines.length], ['cap-errors.csv', 3]);
  assert.match(lines[1] ?? '', /,5,"?C: Another variant of the product has the same id/);
  const corrected = bytes.toString().replace('M,C,2', 'M,C-M,2');
  const again = await files.run(await files.upload(name, corrected));
  assert.deepEqual([again.status, ...countsOf(again)], ['Completed', 1, 0, 2, 0]);
});

test('problems of XML name line, element and product, and there is no error file', async () => {
  const caller = await service.client('pool');
  await caller.define([{ id: 'brandName', name: 'brandName', type: { id: 'integer', multiValue: false } }]);
  const files = fileCalls(caller);
  const items = `${item('00028000131708')}\n${item('10028000131705', '<brandName>Acme</brandName>')}\n`;
  const fileId = await files.upload('message.xml', gdsn(items));
  const { body: seen } = await files.preview(fileId);
  assert.equal(seen.feed.hasErrorFile, false);
  const report = await files.run(fileId);
  assert.deepEqual(countsOf(report), [1, 0, 0, 1]);
  const [{ productId, cell }] = report.errors;
  assert.deepEqual(
    [productId, cell],
    ['10028000131705', { sheet: null, row: 4, column: null, header: 'brandName', value: 'Acme' }],
  );
  assert.equal(report.file.hasErrorFile, false);
  const none = await caller.call('GET', `/api/import/v1/jobs/${report.jobRef}/error-file`);
  assert.deepEqual([none.status, none.body.code], [409, 'not-possible-now']);
  const damaged = await files.run(await files.upload('cut.xml', gdsn(items).slice(0, -100)));
  assert.deepEqual([damaged.status, damaged.fault.params.fault], ['Failed', 'file-damaged']);
});

test('an interrupted import of a feed continues behind the products that were handled', async () => {
  const files = fileCalls(await service.client('resumed'));
  const { jobRef } = await files.run(await files.upload('products_export.csv', shirts));
  // simulates a process that died after the first batch
  await sql`
    update import_job
    set status = 'Importing', owner = null, finished_at = null, handled = 2, created = 2
    where import_job.job_id = ${jobRef}::uuid`.execute(service.database);
  const report = await files.ended(jobRef);
  assert.deepEqual([report.status, ...countsOf(report)], ['Completed', 2, 0, 2, 0]);
  assert.deepEqual(report.createdAttributes.filter((name: string) => name === 'Image').length, 1);
});

test('a key that may not define attributes imports a feed without its composites', async () => {
  await service.client('keys');
  const caller = await service.key('keys', ['import', 'products:read']);
  const files = fileCalls(caller);
  const report = await files.run(await files.upload('products_export.csv', shirts));
  assert.deepEqual([...countsOf(report), report.errors[0].code], [3, 0, 0, 1, 'composite-not-defined']);
  assert.equal(report.errors[0].productId, 'shirt');
});
