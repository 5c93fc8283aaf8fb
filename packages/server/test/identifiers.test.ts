import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { startTestService, type TestAnswer, type TestCaller } from './test-service.ts';

const service = await startTestService();
after(() => service[Symbol.asyncDispose]());

const counts = ({ body }: TestAnswer): number[] => [body.created, body.updated, body.unchanged, body.rejected];

async function listIds(caller: TestCaller, query: Record<string, string>): Promise<string[]> {
  const { body, text } = await caller.call('GET', `/api/products/v1/products?${new URLSearchParams(query).toString()}`);
  assert.ok(body.products, text);
  return body.products.map(({ productId }: { productId: string }) => productId);
}

const warnings = ({ body }: TestAnswer) =>
  body.warnings.map((w: { code: string; index: number; params: Record<string, unknown> }) => [
    w.code,
    w.params['sent'],
    w.params['stored'],
    w.index,
  ]);

test('Invisible characters and white space at the ends of an id are removed, with a warning.', async () => {
  const caller = await service.client('clean-ids');
  const sent = ['\ufeffA', 'B\u200b', ' C ', 'D\u00a0', 'so\u00adft', '\u2060E', 'F\r\n', '\u202eG'];
  const stored = ['A', 'B', 'C', 'D', 'soft', 'E', 'F', 'G'];
  const answer = await caller.importProducts(sent.map((__ID) => ({ __ID })));
  assert.deepEqual(counts(answer), [8, 0, 0, 0], answer.text);
  assert.deepEqual(
    warnings(answer),
    sent.map((id, index) => ['identifier-cleaned', id, stored[index], index]),
  );
  assert.match(answer.body.warnings[0].message, /"\[U\+FEFF\]A" .* "A"/);
  assert.deepEqual([...(await caller.exported()).keys()].sort(), stored.toSorted());
  assert.deepEqual(counts(await caller.importProducts(sent.map((__ID) => ({ __ID })))), [0, 0, 8, 0]);
});

test('Joiners stay where they belong to the spelling, and go where they join nothing.', async () => {
  const caller = await service.client('joiners');
  const kept = ['می\u200cخواهم', 'क्\u200dष', '👩\u200d👩\u200d👧'];
  const answer = await caller.importProducts([...kept, 'A\u200dB', '\u200cend\u200d'].map((__ID) => ({ __ID })));
  assert.deepEqual(counts(answer), [5, 0, 0, 0], answer.text);
  assert.deepEqual([...(await caller.exported()).keys()].sort(), [...kept, 'AB', 'end'].sort());
  assert.equal(answer.body.warnings.length, 2);
});

test('Ids of thousands of joiners or combining marks are refused in linear time.', async () => {
  const caller = await service.client('long-ids');
  const long = ['\u0628' + '\u200d'.repeat(8_000) + '\u0628', `a${'\u0301\u0323'.repeat(4_000)}`];
  const started = performance.now();
  const answer = await caller.importProducts(Array.from({ length: 40 }, (_, index) => ({ __ID: long[index % 2] })));
  assert.deepEqual(counts(answer), [0, 0, 0, 40], answer.text);
  assert.ok(performance.now() - started < 5_000);
});

test('One attribute name in several invisible forms is one attribute, and each form is warned of once per body.', async () => {
  const caller = await service.client('clean-names');
  const forms = ['color', '\ufeffcolor', 'color\u200b', 'color\u00a0', ' color ', 'colo\u00adr'];
  const products = forms.flatMap((name, at) => [
    { __ID: `a${at}`, [name]: 'blue' },
    { __ID: `b${at}`, [name]: 'red' },
  ]);
  const answer = await caller.importProducts(products);
  assert.deepEqual(counts(answer), [12, 0, 0, 0], answer.text);
  assert.deepEqual(answer.body.createdAttributes, ['color']);
  assert.deepEqual(
    warnings(answer),
    forms.slice(1).map((name, at) => ['identifier-cleaned', name, 'color', (at + 1) * 2]),
  );
  const twice = await caller.importProducts([{ __ID: 'x', color: 'a', 'color\u200b': 'b' }]);
  assert.deepEqual([twice.body.rejected, twice.body.errors[0].code], [1, 'duplicate-field']);
});

test('A byte order mark before __ID does not hide the id.', async () => {
  const caller = await service.client('marked-id');
  assert.deepEqual(counts(await caller.importProducts([{ '\ufeff__ID': 'marked', a: '1' }])), [1, 0, 0, 0]);
  assert.deepEqual(await caller.product('marked'), { __ID: 'marked', a: '1' });
});

test('"." and ".." are refused as the id of a product, as a link, and as an asset.', async () => {
  const caller = await service.client('dots');
  await caller.define([{ id: 'pic', name: 'pic', type: { id: 'asset' } }]);
  for (const dots of ['.', '..', '. ', '..\u200b']) {
    for (const product of [{ __ID: dots }, { __ID: 'p', PRIMARY_ASSET: dots }, { __ID: 'p', pic: dots }]) {
      const answer = await caller.importProducts([product]);
      assert.deepEqual([answer.body.rejected, answer.body.errors[0]?.code], [1, 'invalid-id'], JSON.stringify(product));
    }
    const link = await caller.importProducts([{ __ID: 'p', PACKAGING: [dots] }]);
    assert.deepEqual([link.body.rejected, link.body.errors[0]?.code], [1, 'invalid-packaging']);
  }
});

test('Families and categories are stored clean and found in any form.', async () => {
  const caller = await service.client('families');
  const answer = await caller.importProducts([
    { __ID: 'nfc', __FAMILY: 'Cr\u00e8me', __CATEGORY: 'K\u00fcche' },
    { __ID: 'nfd', __FAMILY: 'Cre\u0300me', __CATEGORY: 'Ku\u0308che ' },
    { __ID: 'bom', __FAMILY: '\ufeffCr\u00e8me', __CATEGORY: 'K\u00fcche' },
  ]);
  assert.deepEqual(counts(answer), [3, 0, 0, 0], answer.text);
  for (const family of ['Cr\u00e8me', 'Cre\u0300me', ' Cr\u00e8me'])
    assert.deepEqual(await listIds(caller, { family }), ['bom', 'nfc', 'nfd'], JSON.stringify(family));
  assert.deepEqual(await listIds(caller, { category: 'Ku\u0308che' }), ['bom', 'nfc', 'nfd']);
  assert.deepEqual(await listIds(caller, { where: '__FAMILY=Cre\u0300me' }), ['bom', 'nfc', 'nfd']);
});

test('A family that an earlier version stored in NFD is found in both forms.', async () => {
  const caller = await service.client('old-families');
  await caller.importProducts([{ __ID: 'old', __FAMILY: 'x', __CATEGORY: 'y' }]);
  await sql`
    update product set family = ${'Cre\u0300me'}, category = ${'Ku\u0308che'}
    where client_id = 'old-families'`.execute(service.database);
  const edit = { __ID: 'old', a: '1', __EXPECTED: { __FAMILY: 'Cre\u0300me' } };
  assert.deepEqual(counts(await caller.importProducts([edit])), [0, 1, 0, 0]);
  for (const indexed of [false, true]) {
    if (indexed) await service.searchIndexing.drain();
    assert.deepEqual(await listIds(caller, { family: 'Cr\u00e8me' }), ['old']);
    assert.deepEqual(await listIds(caller, { family: 'Cre\u0300me' }), ['old']);
    assert.deepEqual(await listIds(caller, { category: 'K\u00fcche' }), ['old']);
  }
});

test('A product that an earlier version stored under an unclean id is found, changed and deleted by that id.', async () => {
  const caller = await service.client('old-ids');
  await caller.importProducts([{ __ID: 'ABC', a: 'clean' }, { __ID: 'old', a: 'unclean' }, { __ID: 'dot' }]);
  await sql`update product set product_id = 'ABC ' where client_id = 'old-ids' and product_id = 'old'`.execute(
    service.database,
  );
  await sql`update product set product_id = '.' where client_id = 'old-ids' and product_id = 'dot'`.execute(
    service.database,
  );
  assert.deepEqual(await caller.product('ABC '), { __ID: 'ABC ', a: 'unclean' });
  assert.deepEqual(await listIds(caller, { productId: 'ABC ' }), ['ABC ']);
  assert.deepEqual(await listIds(caller, { productId: '\ufeffABC' }), ['ABC']);
  assert.deepEqual(counts(await caller.importProducts([{ __ID: 'ABC ', a: 'changed' }])), [0, 1, 0, 0]);
  assert.deepEqual(counts(await caller.importProducts([{ __ID: '.', a: 'kept' }])), [0, 1, 0, 0]);
  assert.equal((await caller.product('ABC')).a, 'clean');
  assert.equal((await caller.product('ABC ')).a, 'changed');
  assert.equal((await caller.call('DELETE', `/api/products/v1/products/${encodeURIComponent('ABC ')}`)).status, 204);
  assert.deepEqual(await listIds(caller, { productId: 'ABC ' }), ['ABC']);
});

test('A new attribute that looks like another one is created with a warning.', async () => {
  const caller = await service.client('similar');
  await caller.importProducts([{ __ID: 'a', opt: '1' }]);
  const answer = await caller.importProducts([
    { __ID: 'a', Opt: '2', OPT: '3', 'o p t': '4', other: '5' },
    { __ID: 'b', Opt: '2' },
  ]);
  assert.deepEqual(answer.body.createdAttributes, ['Opt', 'OPT', 'o p t', 'other']);
  assert.deepEqual(
    answer.body.warnings.map((w: { code: string; params: object }) => [w.code, w.params]),
    ['Opt', 'OPT', 'o p t'].map((name) => ['similar-name', { name, existing: 'opt' }]),
  );
});

test('Ids and names of definitions are cleaned with a warning, and similar options and ids are named.', async () => {
  const caller = await service.client('definers');
  const define = (definitions: readonly unknown[]) => caller.define(definitions);
  await define([{ id: 'opt', name: 'opt', type: { id: 'string' } }]);
  const { status, body } = await define([
    { id: '\ufeffsize', name: '\ufeffsize', type: { id: 'string' } },
    { id: 'OPT', name: 'OPT', type: { id: 'string' } },
    {
      id: 'kind',
      name: 'kind',
      type: { id: 'string', restriction: { listOfValues: [{ value: 'a' }, { value: 'A' }] }, units: ['cm'] },
    },
  ]);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(
    body.warnings.map(({ code, path }: Record<string, string>) => [code, path]),
    [
      ['identifier-cleaned', '/0/id'],
      ['similar-name', '/2/restriction/listOfValues/1'],
      ['similar-name', '/1/id'],
    ],
  );
  assert.equal(body.attributes[0].id, 'size');
  assert.deepEqual(body.attributes[2].restriction, { listOfValues: [{ value: 'a' }, { value: 'A' }] });
  assert.deepEqual(body.attributes[2].units, ['cm']);
  const path = (id: string) => `/api/datastandards/v1/datastandards/attributes/${encodeURIComponent(id)}`;
  assert.equal((await caller.call('GET', path('size\u200b'))).body.id, 'size');
  await sql`
    update attribute set id = ${'\ufeffsize'}, attribute_key = ${'\ufeffsize'}
    where client_id = 'definers' and id = 'size'`.execute(service.database);
  const again = await define([{ id: '\ufeffsize', name: 'Size', type: { id: 'string' } }]);
  assert.deepEqual([again.body.updated, again.body.created], [1, 0], again.text);
  assert.equal((await caller.call('GET', path('\ufeffsize'))).body.name, 'Size');
});

test('Half a surrogate pair never becomes a name, a blank id is refused, and a long id is not cleaned.', async () => {
  const caller = await service.client('refused-ids');
  const answer = await caller.importBody(
    `{"products":[{"__ID":"\\ud800"},{"__ID":" "},{"__ID":"\\u200b"},{"__ID":"${'\u200b'.repeat(9_000)}a"}]}`,
  );
  assert.deepEqual(counts(answer), [0, 0, 0, 4]);
  assert.deepEqual(
    answer.body.errors.map(({ code }: { code: string }) => code),
    ['invalid-character', 'missing-id', 'invalid-id', 'invalid-id', 'invalid-id'],
  );
});
