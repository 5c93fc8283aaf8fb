import type { ProductObject } from '../columns/product-lines.ts';

/** Returns true if a value has the form that the rows of a composite have in an export. */
export const isRowList = (value: unknown): value is ProductObject[] =>
  Array.isArray(value) && value.some((one) => typeof one === 'object' && one !== null);

/** Returns a single string, or undefined for lists, rows and absent values. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Returns the items of a list. A single string counts as a list with one item. Returns undefined for rows and absent values. */
export function listOf(value: unknown): string[] | undefined {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) && !isRowList(value) ? value.map(String) : undefined;
}

export const isAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text);

const reservedNames = new Set(['__ID', '__NAME', '__FAMILY', '__CATEGORY', 'PRIMARY_ASSET', 'PACKAGING']);
export const isReserved = (name: string): boolean => reservedNames.has(name);
