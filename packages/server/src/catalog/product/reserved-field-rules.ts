import { reservedNames } from './product-types.ts';

/** The column that stores a reserved field. */
export type ReservedColumn = 'productId' | keyof typeof reservedNames;

const columns = new Map<string, ReservedColumn>([
  ['__ID', 'productId'],
  [reservedNames.name, 'name'],
  [reservedNames.family, 'family'],
  [reservedNames.category, 'category'],
  [reservedNames.primaryAsset, 'primaryAsset'],
  [reservedNames.packaging, 'packaging'],
]);

/**
 * Finds a reserved field by its name. Names that begin with "__" match case-insensitively. All other names must match exactly.
 * @returns undefined if there is none
 */
export function findReservedField(name: string): { name: string; column: ReservedColumn } | undefined {
  const spelling = name.startsWith('__') ? name.toUpperCase() : name;
  const column = columns.get(spelling);
  return column && { name: spelling, column };
}
