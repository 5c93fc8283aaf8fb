import type { MappedProduct } from '../mapping/map-rows.ts';
import type { RejectedRows } from '../write/write-rejected.ts';

/** The reason why an import rejected one of its products. */
export interface ProductReason {
  /** Index of the product in the import, from 0. */
  index?: number | undefined;
  message: string;
}

/**
 * Joins the products of a table or feed with the reasons why an import rejected them.
 * @param mapped all products of the file
 * @param reasons in the order of the import
 * @param isSent returns true if the product was part of the import. Other products are rejected because of the problems of their rows
 */
export async function* rejectedProducts<Product extends Pick<MappedProduct, 'rows' | 'problems'>>(
  mapped: AsyncIterable<Product>,
  reasons: AsyncIterableIterator<ProductReason>,
  isSent: (product: Product) => boolean,
): AsyncGenerator<RejectedRows, void, undefined> {
  let index = -1;
  let next = await reasons.next();
  let open: { rows: RejectedRows['rows']; reasons: string[] } | undefined;
  for await (const product of mapped) {
    const { rows, problems } = product;
    const own: string[] = [];
    if (!isSent(product)) own.push(...problems.map(({ message }) => message));
    else {
      index += 1;
      while (next.done !== true && (next.value.index ?? 0) <= index) {
        if (next.value.index === index) own.push(next.value.message);
        next = await reasons.next();
      }
    }
    // In a feed, a product and its variants can share the same rows.
    if (open?.rows === rows) open.reasons.push(...own);
    else {
      if (open !== undefined && open.reasons.length > 0) yield open;
      open = { rows, reasons: own };
    }
  }
  if (open !== undefined && open.reasons.length > 0) yield open;
}
