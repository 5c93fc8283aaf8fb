import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type PlainProduct, readFeedOf } from './feed-files.ts';

/** A folder beside the repository. It contains real catalogues, and the files from which they were made. */
const shared = join(process.env['PIMENTO_SHARED'] ?? join(import.meta.dirname, '../../../../../shared'), 'data');

/** Runs a test on a real file. Skips the test if the file does not exist on this machine. */
function real(
  name: string,
  file: string,
  check: (read: Awaited<ReturnType<typeof readFeedOf>>, catalogue: Map<unknown, PlainProduct>) => void,
) {
  const path = join(shared, file);
  test(name, { skip: existsSync(path) ? false : `${path} is not here` }, async () => {
    const catalogue = JSON.parse(readFileSync(join(path, '../../import.json'), 'utf8')) as { products: PlainProduct[] }; // the file contains the body of an import
    check(
      await readFeedOf(readFileSync(path)),
      new Map(catalogue.products.map((product) => [product['__ID'], product])),
    );
  });
}

real(
  'tablets of Icecat, exported by Akeneo',
  'electronics-icecat-html/raw/tablets.csv',
  ({ format, products, problems }, catalogue) => {
    assert.deepEqual([format.feed, problems], ['akeneo', []]);
    assert.ok(products.length === 25);
    for (const product of products) {
      const known = catalogue.get(product['__ID']);
      for (const key of ['__FAMILY', 'categories', 'vendor', 'release_date', 'description-en_US-print'])
        assert.deepEqual(product[key], known?.[key], `${key} of ${String(product['__ID'])}`);
      assert.equal(product['__NAME'], known?.['__Name']);
      assert.equal(product['PRIMARY_ASSET'], known?.['picture']);
    }
  },
);

for (const file of ['cin_from_other_dp.xml', 'test_CIN_10036016500279.xml'])
  real(`the GDSN message ${file}`, `packaging-gs1-gdsn/raw/${file}`, ({ format, products, problems }, catalogue) => {
    assert.deepEqual([format.feed, problems], ['gdsn', []]);
    const known = [...catalogue.values()].filter((product) => product['source_file'] === file);
    assert.deepEqual(new Set(products.map(({ __ID }) => __ID)), new Set(known.map(({ __ID }) => __ID)));
    for (const product of products) {
      const expected = catalogue.get(product['__ID']);
      const links = (expected?.['PACKAGING'] ?? []) as { __ID: string; QUANTITY: number }[]; // products have packaging links of this type in the import format
      assert.deepEqual(
        product['PACKAGING'] ?? [],
        links.map(({ __ID, QUANTITY }) => ({ __ID, QUANTITY: String(QUANTITY) })),
      );
      assert.equal(product['__CATEGORY'], expected?.['__CATEGORY']);
      assert.deepEqual(leaves(product['tradeItemInformation']), leaves(expected?.['tradeItemInformation']));
    }
  });

/** Returns all strings inside a value with their paths, ignoring whether a value is a list. */
function leaves(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return [`${path.replace(/\/text$/, '')}=${value.trim()}`];
  if (Array.isArray(value)) return value.flatMap((one) => leaves(one, path)).toSorted();
  return Object.entries(value ?? {})
    .flatMap(([key, one]) => leaves(one, `${path}/${key}`))
    .toSorted();
}

const names = (value: unknown): string[] => leaves(value).filter((leaf) => /(?:name|unit|id|text)=/.test(leaf));

real(
  'products of Open Food Facts',
  'food-openfoodfacts/raw/products.sample150.scrubbed.jsonl.gz',
  ({ format, products, problems }, catalogue) => {
    assert.deepEqual([format.feed, format.packing, problems], ['open-food-facts', 'gzip', []]);
    assert.equal(products.length, 138);
    let compared = 0;
    for (const product of products) {
      const known = catalogue.get(product['__ID']);
      if (known === undefined) continue;
      compared += 1;
      for (const key of ['brands', 'categories_tags', 'quantity', 'created_t', 'allergens_tags', 'lang'])
        assert.deepEqual(product[key], known[key], `${key} of ${String(product['__ID'])}`);
      // the numbers of the catalogue are rounded, so only names are compared
      for (const key of ['nutriments', 'ingredients'])
        assert.deepEqual(names(product[key]), names(known[key]), `${key} of ${String(product['__ID'])}`);
    }
    assert.ok(compared > 100, `${compared} products compared`);
  },
);
