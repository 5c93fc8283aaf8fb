import type { MappedProduct } from '../mapping/map-rows.ts';
import type { RejectedRows } from '../write/write-rejected.ts';

/** A problem of an import about one of its products. */
export interface ProductReason {
  /** Place of the product in the import, from 0. */
  index?: number | undefined;
  message: string;
}

/**
 * Joins the products of a table with the reasons why an import rejected them.
 * @param mapped all products of the table
 * @param reasons in the order of the import
 * @param isSent whether the product was part of the import; products that were not are rejected for the problems of their rows
 */
export async function* rejectedProducts(
  mapped: AsyncIterable<MappedProduct>,
  reasons: AsyncIterableIterator<ProductReason>,
  isSent: (product: MappedProduct) => boolean,
): AsyncGenerator<RejectedRows, void, undefined> {
  let index = -1;
  let next = await reasons.next();
  for await (const product of mapped) {
    const { rows, problems } = product;
    if (!isSent(product)) {
      yield { rows, reasons: problems.map(({ message }) => message) };
      continue;
    }
    index += 1;
    const own: string[] = [];
    while (next.done !== true && (next.value.index ?? 0) <= index) {
      if (next.value.index === index) own.push(next.value.message);
      next = await reasons.next();
    }
    if (own.length > 0) yield { rows, reasons: own };
  }
}
