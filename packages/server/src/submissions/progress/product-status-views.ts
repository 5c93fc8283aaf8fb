import type { ChannelProduct, ProductStatus } from '@pimento/contract';
import type { ConnectionKey } from '../../channels/index.ts';
import type { Connection } from '../../platform/index.ts';
import { findDataErrors } from '../../readiness/index.ts';
import { addLatestSubmissions } from './channel-product-views.ts';

/** Adds the newest submission of each product and, on a gated connection, the findings of the product's evaluation. */
export async function listProductStatuses(
  connection: Connection,
  key: ConnectionKey,
  products: readonly ChannelProduct[],
): Promise<ProductStatus[]> {
  const statuses = await addLatestSubmissions(connection, key.clientId, products);
  const productIds = products.map(({ productId }) => productId);
  const found = productIds.length === 0 ? undefined : await findDataErrors(connection, key, productIds);
  return statuses.map((status) => ({ ...status, dataErrors: [], ...found?.get(status.productId) }));
}
