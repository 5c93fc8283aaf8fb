import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { plain } from '../tables.ts';
import { type PlainProduct, readFeedOf, writeFeedOf } from './feed-files.ts';

/** Text with all characters that have a special meaning in at least one of the formats. */
const text = fc
  .array(fc.constantFrom(...'aä漢😀 ,;:|\t\n"\'\\<>&=+-@#%{}[]'.split(''), '\r\n', '😀', ']]>', '&amp;', 'x'), {
    minLength: 1,
    maxLength: 12,
  })
  .map((units) =>
    units.join('').replaceAll(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, ''),
  )
  .filter((one) => one !== '');
/** Text without white space at its ends, because parsers of XML and tables remove it. */
const trimmed = text.map((one) => one.trim()).filter((one) => one !== '');
const list = (member: fc.Arbitrary<string>) => fc.array(member, { minLength: 1, maxLength: 3 });
const optional = (members: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<PlainProduct> =>
  fc.record(members, { requiredKeys: [] });

const forms = {
  'json-ld': optional({
    __NAME: text,
    __CATEGORY: text,
    PRIMARY_ASSET: text,
    heat: text,
    claims: list(text),
    color: text,
    rows: fc.array(fc.record({ amount: text, of: list(text) }), { minLength: 1, maxLength: 2 }),
    PACKAGING: fc.constant([{ __ID: 'x', QUANTITY: '1.50' }]),
  }),
  bmecat: optional({
    __CATEGORY: trimmed,
    __FAMILY: trimmed,
    heat: text,
    claims: list(text),
    'DESCRIPTION_LONG-deu': trimmed,
    KEYWORD: list(trimmed),
    PRODUCT_REFERENCE: fc.array(fc.record({ type: fc.constant('accessories'), PROD_ID_TO: trimmed }), {
      minLength: 1,
      maxLength: 2,
    }),
  }).chain((product) => trimmed.map((name) => ({ __NAME: name, ...product }))),
  'google-xml': optional({
    __NAME: trimmed,
    __CATEGORY: trimmed,
    description: trimmed,
    product_highlight: list(trimmed),
    product_detail: fc.array(fc.record({ attribute_name: trimmed, attribute_value: trimmed }), {
      minLength: 1,
      maxLength: 2,
    }),
  }),
  'google-tsv': optional({ __NAME: text, description: text, link: text }),
  'shopify-csv': optional({ __NAME: text, 'Body (HTML)': text, Vendor: text, 'Variant Price': text }),
} as const;

for (const [feed, form] of Object.entries(forms) as [keyof typeof forms, fc.Arbitrary<PlainProduct>][])
  test(`an export as ${feed} imports as the same products`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(form, { minLength: 1, maxLength: 3 }), async (members) => {
        const products = members.map((product, at) => ({ __ID: `p${at}`, ...product }));
        const read = await readFeedOf(await writeFeedOf(products, feed), { feed });
        const left = new Set(feed === 'bmecat' ? ['CATALOG_GROUP_ID'] : []);
        const same = read.products.map((product) =>
          Object.fromEntries(Object.entries(product).filter(([name]) => !left.has(name))),
        );
        assert.deepEqual([same, read.problems], [plain(products), []]);
      }),
      { numRuns: 40 },
    );
  });
