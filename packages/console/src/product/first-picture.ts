import type { Product } from '@pimento/contract';
import type { Structure } from '../session/structure.ts';

/**
 * Returns the id of the asset that represents a product. This is its main image, or else the first value of the first filled asset
 * attribute outside composites. Returns '' if there is none. Pure.
 */
export function firstPicture(product: Product, structure: Structure): string {
  if (product.PRIMARY_ASSET !== undefined && product.PRIMARY_ASSET !== '') return product.PRIMARY_ASSET;
  for (const { id, name, type } of structure.topLevel) {
    if (type.id.toLowerCase() !== 'asset') continue;
    const value = [id, name]
      .map((key): unknown => (Object.hasOwn(product, key) ? product[key] : undefined))
      .find(Boolean);
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first === 'string' && first !== '') return first;
  }
  return '';
}
