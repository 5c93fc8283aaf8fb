import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { foldText } from '@pimento/contract/text';
import { sql } from 'kysely';
import { startTestService, type TestCaller } from '../test-service.ts';

const service = await startTestService();
after(() => service[Symbol.asyncDispose]());

async function listIds(caller: TestCaller, query: Record<string, string>): Promise<string[]> {
  const { body, text } = await caller.call('GET', `/api/products/v1/products?${new URLSearchParams(query).toString()}`);
  assert.ok(body.products, text);
  return body.products.map(({ productId }: { productId: string }) => productId);
}

const products = [
  { __ID: 'N1', __NAME: 'Cr\u00e8me br\u00fbl\u00e9e', note: 'Cr\u00e8me' },
  { __ID: 'N2', __NAME: 'Cre\u0300me fraiche', note: 'Cre\u0300me' },
  { __ID: 'N3', __NAME: '\uff81\uff6f\uff8c\uff9f\uff7d \uff21\uff22\uff23', note: 'x' },
  { __ID: 'N4', __NAME: '\u039f\u0394\u039f\u03a3', note: 'x' },
  { __ID: 'N5', __NAME: 'Stra\u00dfe \u0130stanbul', note: '100%_\\' },
];

/** Search text → ids of the products whose name contains the text. */
const searches: [text: string, ids: string[]][] = [
  ['cr\u00e8me', ['N1', 'N2']],
  ['CRE\u0300ME', ['N1', 'N2']],
  ['\u30c1\u30c3\u30d7\u30b9', ['N3']],
  ['abc', ['N3']],
  ['\u03bf\u03b4\u03bf\u03c2', ['N4']],
  ['\u03bf\u03b4\u03bf\u03c3', ['N4']],
  ['STRASSE', ['N5']],
  ['stra\u00dfe', ['N5']],
  ['istanbul', ['N5']],
  [' \u200bcr\u00e8me\ufeff ', ['N1', 'N2']],
  ['%', []],
  ['\uff05', []],
];

test('Names are found in any Unicode form, letter case and width, with and without the index.', async () => {
  const caller = await service.client('folded');
  await caller.importProducts(products);
  for (const indexed of [false, true]) {
    if (indexed) await service.searchIndexing.drain();
    for (const [text, ids] of searches) {
      assert.deepEqual(await listIds(caller, { text }), ids, `${text} ${indexed}`);
      if (text.trim() === text)
        assert.deepEqual(await listIds(caller, { where: `__NAME~${text}` }), ids, `__NAME~${text} ${indexed}`);
    }
    assert.deepEqual(await listIds(caller, { where: 'note~cr\u00e8me' }), ['N1', 'N2']);
    assert.deepEqual(await listIds(caller, { where: 'note~0%_\\' }), ['N5']);
    assert.deepEqual(await listIds(caller, { where: 'note=Cr\u00e8me' }), ['N1']);
  }
});

test('A text without a visible character, and a condition without a text, are refused.', async () => {
  const caller = await service.client('blank');
  await caller.importProducts(products);
  for (const query of [{ text: ' ' }, { text: '\u200b' }, { where: '__NAME~' }, { where: 'note=' }]) {
    const search = new URLSearchParams(query as Record<string, string>).toString();
    const { status, body } = await caller.call('GET', `/api/products/v1/products?${search}`);
    assert.deepEqual([status, body.code], [400, 'invalid-parameter'], search);
  }
  assert.deepEqual(await listIds(caller, { where: 'note!' }), []);
});

test('Assets and deleted products are found by the same folding.', async () => {
  const caller = await service.client('folded-others');
  await caller.importProducts([{ __ID: 'Cre\u0300me', PRIMARY_ASSET: 'gro\u0308\u00dfe.jpg' }]);
  for (const text of ['GR\u00d6SSE', 'gro\u0308\u00dfe']) {
    const { body } = await caller.call('GET', `/api/asset/v1/assets?${new URLSearchParams({ text }).toString()}`);
    assert.deepEqual(
      body.assets.map(({ id }: { id: string }) => id),
      ['gr\u00f6\u00dfe.jpg'],
    );
  }
  assert.equal(
    (await caller.call('GET', `/api/asset/v1/assets/${encodeURIComponent('gro\u0308\u00dfe.jpg')}`)).status,
    200,
  );
  assert.equal(
    (await caller.call('DELETE', `/api/products/v1/products/${encodeURIComponent('Cre\u0300me')}`)).status,
    204,
  );
  for (const text of ['cr\u00e8', 'CRE\u0300']) {
    const { body } = await caller.call(
      'GET',
      `/api/products/v1/deleted-products?${new URLSearchParams({ text }).toString()}`,
    );
    assert.deepEqual(
      body.products.map(({ productId }: { productId: string }) => productId),
      ['Cr\u00e8me'],
      text,
    );
  }
});

test('Groups of an earlier folding are rebuilt, and searches find everything in the meantime.', async () => {
  const caller = await service.client('old-folding');
  await caller.importProducts(products);
  await service.searchIndexing.drain();
  await sql`update product_search set folding = 1, tokens = '{}' where client_id = 'old-folding'`.execute(
    service.database,
  );
  assert.deepEqual(await listIds(caller, { text: 'abc' }), ['N3']);
  await service.searchIndexing.drain();
  const { rows } = await sql<{ folding: number; tokens: number }>`
    select folding, cardinality(tokens) as tokens from product_search where client_id = 'old-folding'`.execute(
    service.database,
  );
  assert.ok(rows.length > 0);
  for (const { folding, tokens } of rows) assert.ok(folding === 2 && tokens > 0);
  assert.deepEqual(await listIds(caller, { text: 'abc' }), ['N3']);
});

test('Texts that the database folds to one text are folded to one text by the index.', async () => {
  const points = Array.from({ length: 0x2fa20 }, (_, at) => at).filter((at) => at > 0 && (at < 0xd800 || at > 0xdfff));
  const { rows } = await sql<{ text: string; folded: string }>`
    select given as text, fold_text(given) as folded
    from jsonb_array_elements_text(${JSON.stringify(points.map((at) => String.fromCodePoint(at)))}::jsonb) as s (given)`.execute(
    service.database,
  );
  const other = rows.filter(({ text, folded }) => foldText(folded) !== foldText(text)).map(({ text }) => text);
  assert.deepEqual(other, []);
});
