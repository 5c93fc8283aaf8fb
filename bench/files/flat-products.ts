import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished, pipeline } from 'node:stream/promises';
import { columnsOf, writeCsv, writeXlsx } from '@pimento/files';

export type Kind = 'csv' | 'xlsx';

const words = ['steel', 'Küche', 'cordless', '"Pro"', 'blue', 'set of 3', 'compact; light', 'для дома', '10 mm', 'oak'];

/** Returns a product like those in most spreadsheets, with one row, about 20 columns and 600 bytes, and without lists. */
function productOf(index: number): Record<string, string> {
  const word = (shift: number) => words[(index * 7 + shift) % words.length] ?? '';
  const product: Record<string, string> = {
    __ID: `SKU-${String(index).padStart(8, '0')}`,
    __NAME: `${word(0)} ${word(3)} ${index}`,
    gtin: String(4_000_000_000_000 + index),
    brand: `Brand ${index % 97}`,
    price: `${index % 1000}.${String(index % 100).padStart(2, '0')}`,
    description: `${word(1)}, ${word(2)} and ${word(4)}. `.repeat(4),
  };
  for (let column = 1; column <= 14; column += 1)
    product[`feature_${column}`] = `${word(column)} ${index % (column * 13)}`;
  return product;
}

/** Writes products as NDJSON. */
export async function writeFlatProducts(path: string, count: number): Promise<void> {
  const out = createWriteStream(path, { highWaterMark: 1 << 20 });
  for (let index = 0; index < count; index += 1) {
    if (!out.write(`${JSON.stringify(productOf(index))}\n`)) await once(out, 'drain');
  }
  out.end();
  await finished(out);
}

/** Writes the same products as a table, as an export would write them. */
export async function writeFlatTable(path: string, kind: Kind, count: number): Promise<void> {
  const ids = Object.keys(productOf(0)).filter((key) => !key.startsWith('__'));
  const attributes = ids.map((id) => ({
    id,
    path: id,
    name: id,
    compositeAttribute: null,
    type: { id: 'string', multiValue: false },
  }));
  async function* products() {
    for (let index = 0; index < count; index += 1) yield productOf(index);
  }
  const content = (kind === 'csv' ? writeCsv : writeXlsx)(products(), columnsOf(attributes));
  await pipeline(content, createWriteStream(path, { highWaterMark: 1 << 20 }));
}
