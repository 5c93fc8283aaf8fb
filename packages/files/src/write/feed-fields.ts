/** Attributes that mean the same as a field of a feed, by their name in lower case without blanks and punctuation. */
const meanings: Record<string, string> = {
  description: 'description',
  longdescription: 'description',
  beschreibung: 'description',
  brand: 'brand',
  marke: 'brand',
  vendor: 'brand',
  manufacturer: 'brand',
  hersteller: 'brand',
  price: 'price',
  preis: 'price',
  gtin: 'gtin',
  gtin13: 'gtin',
  gtin14: 'gtin',
  ean: 'gtin',
  ean13: 'gtin',
  upc: 'gtin',
  barcode: 'gtin',
  mpn: 'mpn',
  sku: 'sku',
  color: 'color',
  colour: 'color',
  farbe: 'color',
  size: 'size',
  material: 'material',
  url: 'link',
  link: 'link',
};

const folded = (name: string): string => name.toLowerCase().replaceAll(/[\s._:#()/-]+/g, '');

/**
 * Finds the field for each attribute: the one with its name, otherwise the one with its meaning if no other attribute takes that.
 * @param names of the attributes, in the order of their definitions
 * @param fieldOf the field with a name
 * @param byMeaning fields of the feed by meaning
 */
export function assignFields(
  names: Iterable<string>,
  fieldOf: (name: string) => string | undefined,
  byMeaning: Readonly<Record<string, string>>,
): Map<string, string> {
  const all = [...names];
  const assigned = new Map<string, string>();
  const taken = new Set<string>();
  for (const name of all) {
    const field = fieldOf(name);
    if (field === undefined || taken.has(field)) continue;
    assigned.set(name, field);
    taken.add(field);
  }
  for (const name of all) {
    const field = byMeaning[meanings[folded(name)] ?? ''];
    if (assigned.has(name) || field === undefined || taken.has(field)) continue;
    assigned.set(name, field);
    taken.add(field);
  }
  return assigned;
}
