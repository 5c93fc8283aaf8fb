import type { PackagingNode } from '@pimento/contract';

/** A packaging link as it is edited. */
export interface Link {
  productId: string;
  name: string | null;
  exists: boolean;
  /** The stored digits, unrounded. */
  quantity: string;
}

export const linksOf = ({ links }: PackagingNode): Link[] =>
  links.map(({ productId, name, quantity, resolved }) => ({
    productId,
    name,
    exists: resolved,
    quantity: quantity ?? '1',
  }));

/** Links as the import reads them; null for none. */
export const packagingValue = (links: readonly Link[]): { __ID: string; QUANTITY: string }[] | null =>
  links.length === 0 ? null : links.map(({ productId, quantity }) => ({ __ID: productId, QUANTITY: quantity.trim() }));

/** True for links that are the same to the import. */
export const areSameLinks = (a: readonly Link[], b: readonly Link[]): boolean =>
  JSON.stringify(packagingValue(a)) === JSON.stringify(packagingValue(b));

/** Whether a quantity is empty. The import would read it as 1. */
export const lacksQuantity = (links: readonly Link[]): boolean => links.some(({ quantity }) => quantity.trim() === '');
