import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestService, type TestCaller } from '../../test-service.ts';
import { countsOf, fileCalls } from '../../imports/files/file-calls.ts';

const service = await startTestService();
after(() => service[Symbol.asyncDispose]());

async function tableOf(caller: TestCaller, query: string) {
  const answer = await fetch(`${service.baseUrl}/api/products/v1/export-table?${query}`, {
    headers: { authorization: `Bearer ${caller.secret}` },
  });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}
const linesOf = (bytes: Buffer) => bytes.toString().replace('\ufeff', '').trimEnd().split('\r\n');

const attribute = (id: string, typeId = 'string', more: object = {}) => ({
  id,
  name: id,
  type: { id: typeId, multiValue: typeId === 'composite' },
  ...more,
});
const products = [
  { __ID: 'a', __NAME: 'Pen', color: 'blue', price: [{ amount: '1.50' }, { amount: '2.00' }], note: '=1+1' },
  { __ID: 'b', __NAME: 'Book', color: 'red', price: [{ amount: '9.00' }] },
  { __ID: 'c', color: 'blue', 'x,y': 'z' },
];

async function catalogue(clientId: string): Promise<TestCaller> {
  const caller = await service.client(clientId);
  await caller.define([
    attribute('price', 'composite'),
    attribute('amount', 'decimal', { compositeAttribute: 'price' }),
  ]);
  assert.equal((await caller.importProducts(products)).body.rejected, 0);
  return caller;
}

test('a table has the chosen columns in their order, and the products that match', async () => {
  const caller = await catalogue('chosen');
  const { status, headers, bytes } = await tableOf(
    caller,
    'format=csv&columns=price,color&columns=x,y&where=color%3Dblue',
  );
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8');
  assert.equal(headers.get('content-disposition'), 'attachment; filename="products.csv"');
  assert.deepEqual(linesOf(bytes), [
    '__ID,price#,price/amount,color,"x,y"',
    'a,1,1.50,blue,',
    'a,2,2.00,,',
    'c,,,blue,z',
  ]);
  assert.deepEqual(linesOf((await tableOf(caller, 'format=csv&columns=__ID&productId=b')).bytes), ['__ID', 'b']);
  const unknown = await tableOf(caller, 'format=csv&columns=colour');
  assert.deepEqual([unknown.status, JSON.parse(unknown.bytes.toString()).code], [400, 'invalid-parameter']);
  assert.equal((await tableOf(caller, 'format=pdf')).status, 400);
});

test('a table of all products imports again and changes nothing, as CSV and as XLSX', async () => {
  const caller = await catalogue('again');
  const files = fileCalls(caller);
  for (const format of ['csv', 'xlsx']) {
    const { bytes } = await tableOf(caller, `format=${format}`);
    const report = await files.run(await files.upload(`all.${format}`, bytes), {}, '?importType=REPLACEMENT');
    assert.deepEqual([report.status, ...countsOf(report)], ['Completed', 0, 0, 3, 0], format);
  }
  await service.client('empty');
  assert.deepEqual(linesOf((await tableOf(await service.key('empty'), 'format=csv')).bytes).length, 1);
});

test('yes or no and moments are compared by what they mean, and values of all types come back from a table as they were sent', async () => {
  const caller = await service.client('typed');
  await caller.define([
    attribute('vegan', 'boolean', { labels: { de: 'Für Veganer' } }),
    attribute('launch', 'datetime'),
    attribute('weight', 'quantity', { units: ['kg', 'oz t'] }),
    attribute('story', 'html'),
  ]);
  const formatted = { weight: '-0.50 oz t', story: '<p class="a">"1" &lt; 2,\n3</p> ' };
  const sent = [
    { __ID: 'a', vegan: true, launch: '2026-01-31T23:30:00-05:00', ...formatted },
    { __ID: 'b', vegan: 'false', launch: '2026-02-01T04:00Z' },
    { __ID: 'c', launch: '2026-02-01T05:30:00.5+01:00' },
    { __ID: 'd', vegan: 'ja', launch: '2026-02-01' },
  ];
  const { body } = await caller.importProducts(sent);
  assert.deepEqual(
    body.errors.map(({ code, path }: { code: string; path: string }) => [code, path]),
    [
      ['not-a-boolean', '/products/3/vegan'],
      ['not-a-datetime', '/products/3/launch'],
    ],
  );
  const found = async (query: string) => {
    const answer = await caller.call('GET', `/api/products/v1/products?${query}`);
    return answer.body.products.map(({ productId }: { productId: string }) => productId).join('');
  };
  assert.equal(await found('where=vegan%3Dtrue'), 'a');
  assert.equal(await found('where=vegan!'), 'c');
  assert.equal(await found(`where=${encodeURIComponent('launch>2026-02-01T04:00:00Z')}`), 'ac');
  assert.equal(await found(`where=${encodeURIComponent('launch<=2026-02-01T05:00+01:00')}`), 'b');
  assert.equal(await found('sort=launch'), 'bac');
  const files = fileCalls(caller);
  for (const format of ['csv', 'xlsx']) {
    const { bytes } = await tableOf(caller, `format=${format}`);
    const report = await files.run(await files.upload(`all.${format}`, bytes), {}, '?importType=REPLACEMENT');
    assert.deepEqual([report.status, ...countsOf(report)], ['Completed', 0, 0, 3, 0], format);
  }
  const supplier = await files.upload('supplier.csv', 'sku,Für Veganer\na,FALSE\nb,True\nc,ja\n');
  assert.deepEqual(countsOf(await files.run(supplier)), [0, 2, 0, 1]);
  assert.equal((await caller.product('a')).vegan, 'false');
  assert.equal((await caller.define([attribute('launch', 'boolean')])).body.code, 'values-do-not-fit');
  assert.equal((await caller.define([attribute('vegan')])).status, 200);
});

test('what a workbook cannot hold is refused by name before the first byte', async () => {
  const caller = await service.client('long');
  await caller.importProducts([{ __ID: 'a' }, { __ID: 'long', text: 'x'.repeat(40_000) }]);
  const { status, bytes } = await tableOf(caller, 'format=xlsx');
  const { code, params } = JSON.parse(bytes.toString());
  assert.deepEqual(
    [status, code, params],
    [422, 'format-cannot-carry', { kind: 'cell', attribute: 'text', productId: 'long', length: 40_000, max: 32_767 }],
  );
  assert.equal((await tableOf(caller, 'format=csv')).status, 200);
  assert.equal((await tableOf(caller, 'format=xlsx&columns=__NAME')).status, 200);
});

test('chosen products are exported by their ids, or by a filter without some of them', async () => {
  const caller = await catalogue('picked');
  const post = async (body: object) => {
    const answer = await caller.call('POST', '/api/products/v1/export-table', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ format: 'csv', columns: ['__NAME'], ...body }),
    });
    return answer.status === 200 ? linesOf(Buffer.from(answer.text)) : [answer.status, answer.body.code];
  };
  assert.deepEqual(await post({ productIds: ['c', 'a', 'none'] }), ['__ID,__NAME', 'a,Pen', 'c,']);
  assert.deepEqual(await post({ filter: {}, except: ['a'] }), ['__ID,__NAME', 'b,Book', 'c,']);
  assert.deepEqual(await post({ filter: { where: ['color=blue'] }, columns: [] }), ['__ID', 'a', 'c']);
  assert.deepEqual(await post({ filter: {}, productIds: ['a'] }), [400, 'invalid-body']);
  assert.deepEqual(await post({ productIds: ['a'], except: ['a'] }), [400, 'invalid-body']);
  assert.deepEqual(await post({ filter: {}, columns: ['colour'] }), [400, 'invalid-parameter']);
});

test('a table has the order of the list, whatever the choice of products', async () => {
  const caller = await service.client('ordered');
  const many = Array.from({ length: 1_300 }, (_, at) => ({
    __ID: `p${String(at).padStart(4, '0')}`,
    ...(at % 9 === 0 ? {} : { __NAME: `Name ${(at * 7919) % 397}` }),
  }));
  await caller.importProducts(many);
  const listed: string[] = [];
  for (let next: string | null = ''; next !== null;) {
    const { body } = await caller.call(
      'GET',
      `/api/products/v1/products?limit=1000&sort=-__NAME${next && `&startingAfter=${encodeURIComponent(next)}`}`,
    );
    listed.push(...body.products.map(({ productId }: { productId: string }) => productId));
    next = body.next;
  }
  assert.equal(listed.length, many.length);
  const post = async (body: object) => {
    const answer = await caller.call('POST', '/api/products/v1/export-table', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ format: 'csv', columns: [], ...body }),
    });
    return linesOf(Buffer.from(answer.text)).slice(1);
  };
  const ids = many.map(({ __ID }) => __ID);
  assert.deepEqual(await post({ filter: {}, sort: '-__NAME' }), listed);
  assert.deepEqual(await post({ productIds: ids, sort: '-__NAME' }), listed);
  assert.deepEqual(await post({ productIds: ids.toReversed() }), ids);
  const [left = '', ...others] = listed;
  assert.deepEqual(await post({ filter: {}, except: [left], sort: '-__NAME' }), others);
  const files = fileCalls(caller);
  const workbook = await tableOf(caller, 'format=xlsx&sort=-__NAME');
  const { body: seen } = await files.preview(await files.upload('ordered.xlsx', workbook.bytes));
  assert.deepEqual(
    seen.rows.slice(0, 20).map(({ cells }: { cells: string[] }) => cells[0]),
    listed.slice(0, 20),
  );
  assert.equal((await tableOf(caller, 'format=csv&sort=nothing')).status, 400);
});
