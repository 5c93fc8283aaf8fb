import {
  type Attribute,
  bytesInMemory,
  detectFormat,
  type FormatChoices,
  guessMapping,
  mapTable,
  openRows,
} from '../src/index.ts';
import type { GuessedMapping, MappedProduct, MappingChoices, Row } from '../src/index.ts';

export async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}

export async function* each<T>(values: Iterable<T>): AsyncGenerator<T> {
  yield* values;
}

/**
 * Returns a file that is read in chunks of a few bytes, so that tests cover chunk boundaries. A file of more than 10,000 bytes is read in
 * chunks of 64 KiB.
 */
export function fileOf(content: string | Uint8Array, chunkBytes = 7) {
  const bytes = Buffer.from(content as Uint8Array);
  return {
    size: bytes.length,
    async *read(start: number, end: number) {
      const step = bytes.length > 10_000 ? 64 * 1024 : chunkBytes;
      for (let at = start; at < end; at += step) yield bytes.subarray(at, Math.min(at + step, end));
    },
  };
}

export async function rowsOf(content: string | Uint8Array, choices: FormatChoices = {}): Promise<Row[]> {
  const file = fileOf(content);
  return collect(openRows(file, await detectFormat(file, choices)));
}

export interface ReadTable extends GuessedMapping {
  products: MappedProduct[];
}

/** Reads a file to its end, in the same way as the command line. */
export async function readTable(
  content: Uint8Array | string,
  attributes: readonly Attribute[] = [],
  choices: MappingChoices & FormatChoices = {},
): Promise<ReadTable> {
  const file = bytesInMemory(Buffer.from(content as Uint8Array));
  const format = await detectFormat(file, choices);
  const rows = await collect(openRows(file, format));
  const guessed = guessMapping(rows.slice(0, 1000), attributes, { ...choices, kind: format.kind });
  return { ...guessed, products: await collect(mapTable(() => each(rows), guessed.mapping)) };
}

/** Converts products to plain JSON, because the objects of this package have no prototype. */
export const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Creates a definition. `price/amount` is a child of `price`. */
export function attribute(path: string, typeId = 'string', multiValue = typeId === 'composite'): Attribute {
  const steps = path.split('/');
  const id = steps.at(-1) ?? '';
  return { id, path, name: id, compositeAttribute: steps.at(-2) ?? null, type: { id: typeId, multiValue } };
}
