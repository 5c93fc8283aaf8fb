import type { Attribute } from '../columns/attribute-tree.ts';

/** Maps names of attributes to their meaning. Names are compared in lower case without spaces and punctuation. */
const meanings: ReadonlyMap<string, string> = new Map([
  ['description', 'description'],
  ['longdescription', 'description'],
  ['beschreibung', 'description'],
  ['brand', 'brand'],
  ['marke', 'brand'],
  ['vendor', 'brand'],
  ['manufacturer', 'brand'],
  ['hersteller', 'brand'],
  ['price', 'price'],
  ['preis', 'price'],
  ['gtin', 'gtin'],
  ['gtin13', 'gtin'],
  ['gtin14', 'gtin'],
  ['ean', 'gtin'],
  ['ean13', 'gtin'],
  ['upc', 'gtin'],
  ['barcode', 'gtin'],
  ['mpn', 'mpn'],
  ['sku', 'sku'],
  ['color', 'color'],
  ['colour', 'color'],
  ['farbe', 'color'],
  ['size', 'size'],
  ['material', 'material'],
  ['url', 'link'],
  ['link', 'link'],
]);

const folded = (name: string): string => name.toLowerCase().replaceAll(/[\s._:#()/-]+/g, '');

/**
 * Assigns fields to attributes. Each attribute gets the field with the same name or, if there is none, the field with the same meaning. No
 * field is assigned twice.
 * @param attributes all definitions, in their order. Children of composites get no field
 * @param fieldOf returns the field with a name, or undefined if there is none
 * @param byMeaning fields of the feed by meaning
 * @returns the fields by the id of their attribute
 */
export function assignFields(
  attributes: readonly Attribute[],
  fieldOf: (name: string) => string | undefined,
  byMeaning: Readonly<Record<string, string>>,
): Map<string, string> {
  const all = attributes.filter(({ compositeAttribute }) => compositeAttribute === null);
  const assigned = new Map<string, string>();
  const taken = new Set<string>();
  const meaningOf = (name: string) => byMeaning[meanings.get(folded(name)) ?? ''];
  for (const find of [fieldOf, meaningOf])
    for (const { id, name } of all) {
      const field = find(id) ?? find(name);
      if (assigned.has(id) || field === undefined || taken.has(field)) continue;
      assigned.set(id, field);
      taken.add(field);
    }
  return assigned;
}
