import type { ProductObject } from '../columns/product-lines.ts';

/** Rows of a composite, as exports hold them. */
export const isRowList = (value: unknown): value is ProductObject[] =>
  Array.isArray(value) && value.some((one) => typeof one === 'object' && one !== null);

/** The text of a single value; undefined for lists, rows, and what is absent. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The members of a list; a single value is a list of one. */
export function listOf(value: unknown): string[] | undefined {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) && !isRowList(value) ? value.map(String) : undefined;
}

export const isAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text);

const reservedNames = new Set(['__ID', '__NAME', '__FAMILY', '__CATEGORY', 'PRIMARY_ASSET', 'PACKAGING']);
export const isReserved = (name: string): boolean => reservedNames.has(name);
