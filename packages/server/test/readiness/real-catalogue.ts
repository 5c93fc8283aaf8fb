import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataStandard, Mapping } from '@pimento/contract';
import type { FormulaAttribute } from '@pimento/formula';
import type { ProductFacts } from '../../src/readiness/evaluate/ruleset.ts';
import type { EvaluatedProduct } from '../../src/readiness/evaluate/ruleset-input.ts';
import { productOf } from './ruleset-fixture.ts';

const repository = join(import.meta.dirname, '../../../..');
export const sharedData = join(process.env['PIMENTO_SHARED'] ?? join(repository, '../shared'), 'data');

/** The catalogues for which `standards/mappings` contains mappings, with the attributes that refer to files. */
export const catalogues = {
  food: { folder: 'food-openfoodfacts', files: ['image_url', 'image_nutrition_url', 'image_ingredients_url'] },
  fashion: { folder: 'fashion-magento', files: [] },
  electronics: { folder: 'electronics-icecat-html', files: [] },
} as const;
export type CatalogueName = keyof typeof catalogues;

export const isThere = (name: CatalogueName): boolean => existsSync(join(sharedData, catalogues[name].folder));

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

export const standardDocument = (name: string) => read(join(repository, `standards/${name}.json`)) as DataStandard; // a file of this repository has this type
export const mappingDocument = (name: string) => read(join(repository, `standards/mappings/${name}.json`)) as Mapping; // a file of this repository has this type

interface Definition {
  id: string;
  name: string;
  compositeAttribute: string | null;
  type: { id: string; multiValue: boolean };
}
type SourceProduct = Record<string, unknown> & { __ID: string };

export interface Catalogue {
  attributes: FormulaAttribute[];
  products: EvaluatedProduct[];
}

const text = (value: unknown) => (typeof value === 'string' ? value : null);

/**
 * Loads a catalogue as an import would store it. An attribute without a definition is text, and multi-value if any product has a list for
 * it.
 */
export function loadCatalogue(name: CatalogueName): Catalogue {
  const { folder, files } = catalogues[name];
  const path = join(sharedData, folder);
  const definitions = ['attributes.json', 'attributes.multivalue.json']
    .map((file) => join(path, file))
    .filter((file) => existsSync(file))
    .flatMap((file) => read(file) as Definition[]); // the files contain these types
  const { products } = read(join(path, 'import.json')) as { products: SourceProduct[] }; // the files contain these types
  const attributes = attributesOf(definitions, products, new Set<string>(files));
  return { attributes, products: products.map(productFrom) };
}

/** Converts a product of a catalogue file. The files spell `__NAME` as `__Name`. Imports accept reserved fields in any letter case. */
function productFrom(source: SourceProduct): EvaluatedProduct {
  const { __ID, __Name, __FAMILY, __CATEGORY, PRIMARY_ASSET, ...values } = source;
  return productOf(values, {
    productId: __ID,
    name: text(__Name),
    family: text(__FAMILY),
    category: text(__CATEGORY),
    primaryAsset: text(PRIMARY_ASSET),
  });
}

function attributesOf(
  definitions: readonly Definition[],
  products: readonly SourceProduct[],
  files: ReadonlySet<string>,
): FormulaAttribute[] {
  const childrenOf = (parent: string): FormulaAttribute[] =>
    definitions.filter(({ compositeAttribute }) => compositeAttribute === parent).map((one) => attributeOf(one));
  const attributeOf = ({ id, name, type }: Definition): FormulaAttribute => ({
    key: id,
    id: name,
    storageName: name,
    type: type.id === 'composite' ? 'composite' : 'string',
    isMultiValue: type.multiValue,
    ...(type.id === 'composite' && { children: childrenOf(id) }),
  });
  const defined = definitions.filter(({ compositeAttribute }) => compositeAttribute === null).map(attributeOf);
  const known = new Set(defined.map(({ id }) => id));
  const found = new Map<string, FormulaAttribute>();
  for (const product of products)
    for (const [id, value] of Object.entries(product)) {
      if (known.has(id) || /^(?:__|PRIMARY_ASSET)/.test(id)) continue;
      const isMultiValue = Array.isArray(value) || (found.get(id)?.isMultiValue ?? false);
      found.set(id, { key: id, id, storageName: id, type: files.has(id) ? 'asset' : 'string', isMultiValue });
    }
  return [...defined, ...found.values()];
}

/**
 * Returns facts about every picture that a product names. The facts are invented, because most of the real pictures are not part of the
 * data.
 */
export function picturesOf({ primaryAsset, values }: EvaluatedProduct, name: CatalogueName): ProductFacts {
  const row = JSON.parse(values) as Record<string, unknown>; // `productOf` created this text
  const ids = [primaryAsset, ...catalogues[name].files.map((file) => row[file])].filter((id) => typeof id === 'string');
  const facts = (id: string) => ({
    address: id.startsWith('https://') ? id : null,
    type: 'image/jpeg',
    size: 40_000,
    width: 600,
    height: 600,
  });
  return {
    assets: new Map(ids.map((id) => [id, { state: 'ready' as const, fileName: id, facts: facts(id) }])),
    overrides: new Map(),
    categoryOverride: undefined,
  };
}
