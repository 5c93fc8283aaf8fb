import type { Client } from '@pimento/client';
import { listProducts } from '@pimento/contract/wire';
import { saveValues, ValuesRefusedError } from '../saving/save-values.ts';

/** Thrown if a product with the id already exists. */
export class ProductExistsError extends Error {
  override readonly name = 'ProductExistsError';
}

/**
 * Returns true if a product with the id exists. Queries the list of products, because the path of a product with an id such as `changes`
 * belongs to a different operation.
 */
export async function productExists(api: Client, productId: string, signal: AbortSignal): Promise<boolean> {
  const { products } = await api.call(listProducts, {
    query: { productId: [productId], limit: 1, fields: [] },
    signal,
  });
  return products.length > 0;
}

/**
 * Creates a product, and never changes an existing one. If two users create a product with the same id at the same time, one of them gets a
 * `ProductExistsError`.
 * @param values all values except the id. Empty strings are omitted
 * @returns `productId`
 * @throws ProductExistsError, ValuesRefusedError, ProblemError, ConnectionError, UnexpectedAnswerError
 */
export async function createProduct(api: Client, productId: string, values: Record<string, unknown>): Promise<string> {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  try {
    const report = await saveValues(api, productId, given, null);
    // if a product with exactly these values already exists, the import reports no error
    if (report.created === 0) throw new ProductExistsError();
    return productId;
  } catch (error) {
    const isTaken =
      error instanceof ValuesRefusedError && error.errors.some(({ code }) => code === 'changed-meanwhile');
    throw isTaken ? new ProductExistsError() : error;
  }
}
