import type { ProductFilter } from '@pimento/contract';
import { readFilter, readProductId } from '../catalog/index.ts';
import type { Connection } from '../platform/index.ts';
import { loadStructure } from '../structure/index.ts';
import type { ProductChoice } from './product-choice-views.ts';

/** Products named by their ids; those that no product can have are set apart. */
export function chooseIds(asked: readonly string[]): ProductChoice {
  const productIds: string[] = [];
  const unreadable: string[] = [];
  for (const text of new Set(asked)) {
    const productId = readProductId(text);
    if (productId === undefined) unreadable.push(text);
    else productIds.push(productId);
  }
  return { kind: 'ids', productIds, unreadable };
}

/**
 * The products that a request names by id or describes by a filter.
 * @throws PimentoError invalid-parameter
 */
export async function readChoice(
  connection: Connection,
  clientId: string,
  wish: { productIds?: string[] | undefined; filter?: ProductFilter | undefined },
): Promise<ProductChoice> {
  if (wish.productIds !== undefined) return chooseIds(wish.productIds);
  return { kind: 'filter', filter: readFilter(await loadStructure(connection, clientId), wish.filter ?? {}) };
}
