import { problem } from '@pimento/contract/problem';
import { readProductId } from '../catalog/index.ts';
import { PimentoError } from '../platform/index.ts';

const cursorOf = (productId: string) => Buffer.from(productId).toString('base64url');

/** The product after which a page begins; null for the first page. @throws PimentoError invalid-parameter */
export function readCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const productId = Buffer.from(cursor, 'base64url').toString();
  if (cursorOf(productId) === cursor && readProductId(productId) === productId) return productId;
  throw new PimentoError(problem('invalid-parameter', { kind: 'next', parameter: 'startingAfter' }), {
    parameter: 'startingAfter',
  });
}

/** Where the next page begins. */
export function nextCursor(hasMore: boolean, last: { productId: string } | undefined): string | null {
  return hasMore && last ? cursorOf(last.productId) : null;
}
