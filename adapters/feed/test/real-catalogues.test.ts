import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import type { Batch } from '@pimento/adapter-kit';
import { parseCsv } from './csv-reader.ts';
import { batch, configuration, context, newFolder, startFeed } from './feed-world.ts';

const repository = join(import.meta.dirname, '../../..');
const shared = join(process.env['PIMENTO_SHARED'] ?? join(repository, '../shared'), 'data');
const catalogues = ['food-openfoodfacts', 'fashion-magento', 'electronics-icecat-html', 'unicode-ingredients'];

const files = [
  { name: 'a', format: 'csv' },
  { name: 'a-tsv', format: 'tsv', columns: ['__ID', 'name'] },
  { name: 'b', format: 'ndjson' },
  { name: 'c', format: 'json' },
  { name: 'd', format: 'xml', xml: { start: '<feed>', item: '<p id="{{__ID}}">{{__Name}}</p>\n', end: '</feed>' } },
];

const textOf = (value: unknown) =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const decode = (text = '') => text.replaceAll(/&(\w+);/g, (_, name: string) => signs[name] ?? '?');

for (const catalogue of catalogues) {
  const file = join(shared, catalogue, 'import.json');
  const skip = existsSync(file) ? false : `no ${catalogue} in ${shared}; set PIMENTO_SHARED to its folder`;
  it(`writes ${catalogue} in every format, so that readers get exactly the same values`, { skip }, async (test) => {
    const source = JSON.parse(readFileSync(file, 'utf8')) as { products: Batch['products'] }; // the file's description declares this type
    const products = [...new Map(source.products.map((product) => [product.__ID, product])).values()];
    const sorted = products.toSorted((a, b) => (a.__ID < b.__ID ? -1 : 1));
    const { adapter, feeds, read } = await startFeed(
      await newFolder(test),
      configuration(files, { writeAfterSeconds: 3600 }),
    );
    for (let start = 0; start < products.length; start += 500)
      await adapter.deliver(batch(`s${start}`, products.slice(start, start + 500)), context);
    await feeds.writeAll();
    const [names = [], ...rows] = parseCsv(await read('a.csv'));
    assert.deepEqual(new Set(names), new Set(products.flatMap((product) => Object.keys(product))));
    assert.deepEqual(
      rows,
      sorted.map((product) => names.map((name) => textOf(product[name]))),
    );
    const lines = (await read('b.ndjson')).trim().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      sorted,
    );
    assert.deepEqual(JSON.parse(await read('c.json')), sorted);
    assert.equal((await read('a-tsv.tsv')).trimEnd().split('\n').length, sorted.length + 1);
    const items = [...(await read('d.xml')).matchAll(/<p id="([^"]*)">([^<]*)<\/p>\n/g)];
    assert.deepEqual(
      items.map(([, id, name]) => [decode(id), decode(name)]),
      sorted.map(({ __ID, ...product }) => [__ID, textOf(product['__Name'])]),
    );
    const summary = JSON.parse(await read('summary.json'));
    assert.deepEqual([summary.products, summary.created], [sorted.length, sorted.length]);
    await feeds.close();
  });
}
