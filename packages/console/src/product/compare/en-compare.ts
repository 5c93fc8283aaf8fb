/** English texts of the comparison of products. */
export const enCompare = {
  title: 'Compare products',
  hint: 'Choose 2 to 4 products to see their values side by side.',
  one: 'Add another product to compare with.',
  add: 'Add product',
  addPlaceholder: 'ID or name',
  full: 'Up to 4 products can be compared.',
  only: 'Only differences',
  table: 'Values side by side',
  attribute: 'Attribute',
  remove: (name: string) => `Remove ${name} from the comparison`,
  differs: 'different',
  rows: (count: number) => (count === 1 ? '1 row' : `${count} rows`),
  row: (position: number) => `Row ${position}`,
  noRow: 'missing',
  same: 'These products have the same values.',
  differences: (count: number) => (count === 1 ? '1 attribute differs' : `${count} attributes differ`),
  missing: (ids: string) => `Not found: ${ids}`,
  more: (count: string) => `Show ${count} more lines`,
};
export type CompareTexts = typeof enCompare;
