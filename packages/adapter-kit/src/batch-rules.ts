import { createHash } from 'node:crypto';
import type { ItemResult } from './adapter.ts';

/** Returns the key of a batch, which is equal only for the same products of the same submission. */
export function batchKey(submissionId: string, products: readonly { __ID: string }[]): string {
  const ids = JSON.stringify(products.map((product) => product.__ID));
  return `${submissionId}/${createHash('sha256').update(ids).digest('base64url').slice(0, 22)}`;
}

/** Returns one result per product, in page order. This is the product's last result, or Accepted if it has none. */
export function pageResults(
  products: readonly { __ID: string }[],
  settled: ReadonlyMap<string, ItemResult>,
  answered: readonly ItemResult[],
): ItemResult[] {
  const results = new Map([...settled, ...answered.map((item) => [item.productId, item] as const)]);
  return products.map(({ __ID: productId }) => results.get(productId) ?? { productId, status: 'Accepted' });
}

/** Returns the status of a page: Sent while the result of any product is pending, otherwise Success. */
export function pageStatus(items: readonly ItemResult[]): 'Success' | 'Sent' {
  return items.some((item) => item.status === 'Pending') ? 'Sent' : 'Success';
}
