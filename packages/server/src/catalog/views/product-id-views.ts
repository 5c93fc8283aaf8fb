import { sql } from 'kysely';
import type { ClientId, Connection, ProductId } from '../../platform/index.ts';
import { parseProductId, sentProductId } from './product-filter-rules.ts';

/**
 * Converts strings from a request to product ids. A query is needed only for strings that cleaning changes. If an earlier version of
 * Pimento stored a product under the string as it was sent, the result is that string. Otherwise, it is the cleaned id.
 * @returns string → id; undefined for a string that cannot be an id
 */
export async function findProductIds(
  connection: Connection,
  clientId: ClientId,
  texts: readonly string[],
): Promise<Map<string, ProductId | undefined>> {
  const sent = texts.flatMap((text) => sentProductId(text) ?? []);
  const stored = sent.length === 0 ? new Set<ProductId>() : await findStoredIds(connection, clientId, sent);
  return new Map(
    texts.map((text) => {
      const asSent = sentProductId(text);
      return [text, asSent !== undefined && stored.has(asSent) ? asSent : parseProductId(text)];
    }),
  );
}

/** Converts one string from a request to a product id. @returns undefined if the string cannot be an id */
export async function findProductId(
  connection: Connection,
  clientId: ClientId,
  text: string,
): Promise<ProductId | undefined> {
  return (await findProductIds(connection, clientId, [text])).get(text);
}

/** Returns the ids that belong to a product or to the history of a product. */
async function findStoredIds(
  connection: Connection,
  clientId: ClientId,
  productIds: readonly ProductId[],
): Promise<Set<ProductId>> {
  const { rows } = await sql<{ productId: ProductId }>`
    select asked.value as "productId"
    from jsonb_array_elements_text(${JSON.stringify(productIds)}::jsonb) as asked (value)
    where exists (
        select 1
        from product
        where product.client_id = ${clientId} and product.product_id = asked.value
      )
      or exists (
        select 1
        from product_history
        where product_history.client_id = ${clientId} and product_history.product_id = asked.value
      )`.execute(connection);
  return new Set(rows.map(({ productId }) => productId));
}
