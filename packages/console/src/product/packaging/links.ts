import type { PackagingNode } from '@pimento/contract';

export interface Link {
  productId: string;
  name: string | null;
  exists: boolean;
  /** The quantity with all stored digits, unrounded. */
  quantity: string;
}

export const linksOf = ({ links }: PackagingNode): Link[] =>
  links.map(({ productId, name, quantity, resolved }) => ({
    productId,
    name,
    exists: resolved,
    quantity: quantity ?? '1',
  }));

/** Returns links in the format of the import, or null if there are none. */
export const packagingValue = (links: readonly Link[]): { __ID: string; QUANTITY: string }[] | null =>
  links.length === 0 ? null : links.map(({ productId, quantity }) => ({ __ID: productId, QUANTITY: quantity.trim() }));

/** Returns true if two lists of links are equal in the format of the import. */
export const areSameLinks = (a: readonly Link[], b: readonly Link[]): boolean =>
  JSON.stringify(packagingValue(a)) === JSON.stringify(packagingValue(b));

/** Returns true if any quantity is empty. Such links must not be sent, because the import would read the empty quantity as 1. */
export const lacksQuantity = (links: readonly Link[]): boolean => links.some(({ quantity }) => quantity.trim() === '');
