import { sql } from 'kysely';
import type { ClientId, ProductId, Transaction } from '../../platform/core.ts';

/**
 * Records the products that a batch writes while changed definitions are being checked, so that these products are checked again. Runs in
 * the transaction that writes the products, under the structure lock that returned `watchedChange`.
 */
export async function appendWrittenProducts(
  connection: Transaction,
  clientId: ClientId,
  watchedChange: string,
  productIds: readonly ProductId[],
): Promise<void> {
  if (productIds.length === 0) return;
  await sql`
    insert into definition_change_write (client_id, change_id, write_id, product_ids)
    values (${clientId}, ${watchedChange}::uuid, gen_random_uuid(), ${productIds}::text[])`.execute(connection);
}
