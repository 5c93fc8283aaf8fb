import { sql } from 'kysely';
import type { Connection, ProductId, Transaction } from '../../platform/index.ts';
import type { ItemWrite, StoredItem, SubmissionKey } from '../submission-types.ts';

const asList = (productIds: readonly ProductId[]) =>
  sql<string[]>`string_to_array(${productIds.join('\u001f')}, E'\\x1f')`;

/** Returns the given ids that are products of the submission. */
export async function findSubmittedIds(
  connection: Connection,
  key: SubmissionKey,
  productIds: readonly ProductId[],
): Promise<Set<string>> {
  const { rows } = await sql<{ productId: ProductId }>`
    select submission_product.product_id as "productId"
    from submission_product
    where submission_product.client_id = ${key.clientId}
      and submission_product.submission_id = ${key.submissionId}::uuid
      and submission_product.product_id = any (${asList(productIds)})`.execute(connection);
  return new Set(rows.map((row) => row.productId));
}

/** Returns the stored items of the given products, by product id. */
export async function findItems(
  connection: Connection,
  key: SubmissionKey,
  productIds: readonly ProductId[],
): Promise<Map<string, StoredItem>> {
  const { rows } = await sql<StoredItem>`
    select
      submission_item.product_id as "productId",
      submission_item.part_status as "partStatus",
      submission_item.status,
      submission_item.changed_after_end as "changedAfterEnd"
    from submission_item
    where submission_item.client_id = ${key.clientId}
      and submission_item.submission_id = ${key.submissionId}::uuid
      and submission_item.product_id = any (${asList(productIds)})`.execute(connection);
  return new Map(rows.map((row) => [row.productId, row]));
}

/** Saves items. Keeps the stored external id if an item has none. */
export async function saveItems(
  connection: Transaction,
  key: SubmissionKey,
  items: readonly ItemWrite[],
  at: Date,
): Promise<void> {
  await sql`
    insert into submission_item (
      client_id, submission_id, product_id, part_status, status, message, errors, external_id, changed_after_end, reported_at
    )
    select
      ${key.clientId}, ${key.submissionId}::uuid, given."productId", given."partStatus", given.status, given.message,
      given.errors, given."externalId", given."changedAfterEnd", ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as given (
      "productId" text, "partStatus" text, status text, message text, errors jsonb, "externalId" text, "changedAfterEnd" boolean
    )
    on conflict (client_id, submission_id, product_id) do update
    set
      part_status = excluded.part_status,
      status = excluded.status,
      message = excluded.message,
      errors = excluded.errors,
      external_id = coalesce(excluded.external_id, submission_item.external_id),
      changed_after_end = excluded.changed_after_end,
      reported_at = excluded.reported_at
    where (submission_item.part_status, submission_item.status, submission_item.message, submission_item.errors)
        is distinct from (excluded.part_status, excluded.status, excluded.message, excluded.errors)
      or submission_item.external_id is distinct from coalesce(excluded.external_id, submission_item.external_id)`.execute(
    connection,
  );
}
