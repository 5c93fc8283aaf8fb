import type { Client } from '@pimento/client';
import { listProducts } from '@pimento/contract/wire';
import { saveValues, ValuesRefusedError } from '../values/save-values.ts';

/** Thrown if there is already a product with the id. */
export class ProductExistsError extends Error {
  override readonly name = 'ProductExistsError';
}

/** Checks whether there is a product with the id. The list is read, because some ids are addresses of other operations, such as `changes`. */
export async function productExists(api: Client, productId: string, signal: AbortSignal): Promise<boolean> {
  const { products } = await api.call(listProducts, {
    query: { productId: [productId], limit: 1, fields: [] },
    signal,
  });
  return products.length > 0;
}

/**
 * Creates a product, and changes none: if another person creates a product with this id at the same time, one of the two is refused.
 * @param values all values but the id; empty strings are left out
 * @returns the id as it is stored
 * @throws ProductExistsError, ValuesRefusedError, ProblemError, ConnectionError, UnexpectedAnswerError
 */
export async function createProduct(api: Client, productId: string, values: Record<string, unknown>): Promise<string> {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  try {
    const report = await saveValues(api, productId, given, null);
    // a product that has exactly these values already is not an error of the import
    if (report.created === 0) throw new ProductExistsError();
    return productId;
  } catch (error) {
    const isTaken =
      error instanceof ValuesRefusedError && error.errors.some(({ code }) => code === 'changed-meanwhile');
    throw isTaken ? new ProductExistsError() : error;
  }
}
