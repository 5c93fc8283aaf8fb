import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '../../../..');
const catalogues = join(process.env['PIMENTO_SHARED'] ?? join(repository, '../shared'), 'data');

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

export interface Catalogue {
  definitions: unknown[];
  products: Record<string, unknown>[];
}

const composite = (id: string, parent: string | null) => ({
  id,
  name: id,
  compositeAttribute: parent,
  type: { id: 'composite', multiValue: true },
});
const text = (id: string, parent: string | null) => ({
  id,
  name: id,
  compositeAttribute: parent,
  type: { id: 'string', multiValue: false },
});

/** Returns a small catalogue with composites in four levels, for machines that do not have the real catalogues. */
function madeUp(): Catalogue {
  const levels = ['one', 'two', 'three', 'four'];
  const definitions = levels.flatMap((id, place) => [composite(id, levels[place - 1] ?? null), text(`${id}.text`, id)]);
  const rows = (place: number): unknown[] => {
    const id = levels[place];
    const below = levels[place + 1];
    if (id === undefined) return [];
    return [{ [`${id}.text`]: 'x', ...(below === undefined ? {} : { [below]: rows(place + 1) }) }, {}];
  };
  const products = Array.from({ length: 3_000 }, (_, place) => ({ __ID: `p${place}`, __Name: 'x', one: rows(0) }));
  return { definitions, products };
}

/**
 * Returns two real catalogues as one. One has the deepest composites, and the other has thousands of products and packaging links. If one
 * of them is missing, returns a small made-up catalogue.
 */
export function readCatalogue(): Catalogue {
  const names = ['packaging-gs1-gdsn', 'packaging-hierarchy-sealed'];
  if (!names.every((name) => existsSync(join(catalogues, name)))) return madeUp();
  const definitions = names.flatMap((name) =>
    ['attributes.json', 'attributes.multivalue.json'].flatMap((file) => {
      const path = join(catalogues, name, file);
      return existsSync(path) ? readJson(path) : []; // each of these files contains an array
    }),
  );
  const products = names.flatMap((name) => {
    const body = readJson(join(catalogues, name, 'import.json')) as { products: Record<string, unknown>[] }; // the file contains the body of an import
    return body.products;
  });
  return { definitions, products };
}
