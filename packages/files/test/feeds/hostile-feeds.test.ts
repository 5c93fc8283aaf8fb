import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFeedOf, writeFeedOf } from './feed-files.ts';

const context = '"@context":"https://schema.org"';
const names = Array.from({ length: 20_001 }, (_, at) => `"n${at}":"x"`).join();

const refused: Record<string, [content: string, code: string, message: RegExp]> = {
  'names that are data': [
    `{${context},"@type":"Product","sku":"1",${names}}`,
    'file-too-large',
    /more than 20000 different names/,
  ],
  'few names with millions of characters': [
    `{${context},"@type":"Product","sku":"1",${Array.from({ length: 5 }, (_, at) => `"${String(at).repeat(1_000_000)}":"x"`).join()}}`,
    'file-too-large',
    /^The names of attributes in the feed have more than 4194304 characters altogether\.$/,
  ],
  'JSON nested without end': [
    `{${context},"@type":"Product","x":${'['.repeat(200_000)}`,
    'file-damaged',
    /has more than 100 levels in line 1/,
  ],
  'rows nested deeper than composites can be': [
    `{${context},"@type":"Product","sku":"1","x":${'{"x":'.repeat(40)}"y"${'}'.repeat(40)}}`,
    'file-too-large',
    /more than 32 levels of rows/,
  ],
  'text between products': [
    `{${context},"@type":"Product","sku":"1"} junk {"sku":"2"}`,
    'file-damaged',
    /something other than objects and lists in line 1/,
  ],
  'a bracket too many': [`{${context},"@type":"Product","sku":"1"}]`, 'file-damaged', /closes more than it opens/],
};
for (const [name, [content, code, message]] of Object.entries(refused))
  test(`a feed is refused: ${name}`, async () => {
    await assert.rejects(readFeedOf(content), { code, message });
  });

const strange = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
test('names that objects have by themselves are names like others', async () => {
  const tsv = `id\ttitle\tlink\tprice\tbrand\t${strange.join('\t')}\n1\tA\tx\t1\tB\t${strange.map(() => 'v').join('\t')}\n`;
  const csv = `Handle,Title,Variant SKU,${strange.join(',')}\n1,A,s,${strange.map(() => 'v').join(',')}\n`;
  const json = `{${context},"@type":"Product","sku":"1",${strange.map((name) => `"${name}":"v"`).join()}}`;
  for (const content of [tsv, csv, json]) {
    const [product = {}] = (await readFeedOf(content)).products;
    for (const name of strange.map((one) => (content === tsv ? one.toLowerCase() : one)))
      assert.equal(Object.getOwnPropertyDescriptor(product, name)?.value, 'v', name);
  }
  for (const feed of ['shopify-csv', 'google-tsv'] as const)
    await assert.rejects(writeFeedOf([{ __ID: '1', constructor: 'v', toString: 'v' }], feed), {
      code: 'format-cannot-carry',
    });
});

test('a picture with thousands of dots and question marks is written in linear time', async () => {
  const started = performance.now();
  await writeFeedOf([{ __ID: '1', __NAME: 'A', PRIMARY_ASSET: `${'.a?'.repeat(60_000)}\n` }], 'bmecat').catch(
    () => undefined,
  );
  assert.ok(performance.now() - started < 5000);
});

test('a beginning of thousands of comments is read once', async () => {
  const started = performance.now();
  await assert.rejects(readFeedOf('<!-- '.repeat(60_000)), { code: 'format-unknown' });
  assert.ok(performance.now() - started < 5000);
});

test('more rows of one handle than a product can have are a problem, and the next product is read', async () => {
  for (const option of ['', 'Red']) {
    const content = `Handle,Title,Option1 Value,Variant SKU\n${`a,,${option},x\n`.repeat(10_003)}b,B,,y\n`;
    const { products, problems } = await readFeedOf(content);
    assert.deepEqual(
      products.map(({ __ID }) => __ID),
      ['a', 'b'],
      option,
    );
    assert.match(problems.join('\n'), /^Row 10002, product "a": More than 10,000 rows[^\n]*$/);
  }
});
