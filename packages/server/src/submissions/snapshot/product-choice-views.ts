import type { ClientId, ProductId } from '../../platform/core.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { matches, type ResolvedFilter } from '../../catalog/index.ts';
import type { ConnectionKey } from '../../channels/index.ts';
import { isDue, isDueGated, outputHash } from '../../readiness/index.ts';

/** The products that a request is about. */
export type ProductChoice =
  /** `invalidIds` are strings that cannot be product ids. */
  | { kind: 'ids'; productIds: readonly ProductId[]; invalidIds: readonly string[] }
  /** `candidates` are the only products that can match. They were found with an index. Undefined if no index was used. */
  | { kind: 'filter'; filter: ResolvedFilter; candidates: readonly ProductId[] | undefined }
  /** Products that are Ready or have changed since they were last submitted. */
  | { kind: 'due' }
  /** Products that a submission failed to deliver, and that no later submission contains. */
  | { kind: 'failed'; submissionId: string };

/**
 * The products to withdraw. `deleted` means all products on the channel that were deleted and whose withdrawal has not been requested yet.
 */
export type WithdrawalChoice = Exclude<ProductChoice, { kind: 'due' }> | { kind: 'deleted' };

/** Joins product ids to one text with U+001F, which no id contains. The driver would take 0.3 s to serialize an array of 100,000 ids. */
export const listed = (productIds: readonly ProductId[]) =>
  sql<string[]>`string_to_array(${productIds.join('\u001f')}, E'\\x1f')`;

/** SQL condition on `product` that a product is on a channel. */
export const isOnChannel = (key: ConnectionKey) => sql<boolean>`exists (
  select 1
  from channel_product
  where channel_product.client_id = ${key.clientId} and channel_product.channel_id = ${key.channelId}
    and channel_product.product_id = product.product_id
)`;

/** Converts the choice to a condition on table `product`. The query must add the condition on the client. */
export function isChosen(
  key: ConnectionKey,
  choice: ProductChoice,
  { isGated = false }: { isGated?: boolean } = {},
): RawBuilder<boolean> {
  switch (choice.kind) {
    case 'ids':
      return sql`product.product_id = any (${listed(choice.productIds)})`;
    case 'filter':
      return choice.candidates === undefined
        ? matches(key.clientId, choice.filter)
        : sql`(product.product_id = any (${listed(choice.candidates)}) and ${matches(key.clientId, choice.filter)})`;
    case 'due':
      return sql`exists (
        select 1
        from channel_product
        where channel_product.client_id = ${key.clientId}
          and channel_product.channel_id = ${key.channelId}
          and channel_product.product_id = product.product_id
          and ${isGated ? isDueGated({ outputHash: outputHash(key) }) : isDue}
      )`;
    case 'failed':
      return sql`product.product_id in (${failedIds(key.clientId, choice.submissionId)})`;
  }
}

export function failedIds(clientId: ClientId, submissionId: string): RawBuilder<string> {
  return sql`
    select submission_product.product_id
    from submission
    join submission_product
      on submission_product.client_id = ${clientId} and submission_product.submission_id = ${submissionId}::uuid
    left join lateral (
      select submission_item.status
      from submission_item
      where submission_item.client_id = ${clientId}
        and submission_item.submission_id = ${submissionId}::uuid
        and submission_item.product_id = submission_product.product_id
      offset 0
    ) as item on true
    where submission.client_id = ${clientId}
      and submission.submission_id = ${submissionId}::uuid
      and case coalesce(item.status, submission.rest_result, 'Submitted')
        when 'Accepted' then false
        when 'Returned' then true
        when 'Rejected' then true
        when 'Pending' then submission.status = 'Failed'
        else submission.finished_at is not null and submission.status in ('Failed', 'Partial')
      end
      and not exists (
        select 1
        from channel_product
        where channel_product.client_id = ${clientId}
          and channel_product.channel_id = submission.channel_id
          and channel_product.product_id = submission_product.product_id
          and channel_product.submission_id <> submission.submission_id
      )`;
}

/** Builds a query for the product ids of a choice, including ids without a product. The query returns nothing for `filter` and `due`. */
export function namedIds(key: ConnectionKey, choice: ProductChoice): RawBuilder<{ productId: ProductId }> {
  switch (choice.kind) {
    case 'ids':
      return sql`select distinct named.product_id from unnest(${listed(choice.productIds)}) as named (product_id)`;
    case 'failed':
      return failedIds(key.clientId, choice.submissionId) as RawBuilder<never>; // a query with the single column product_id
    case 'filter':
    case 'due':
      return sql`select null::text as product_id where false`;
  }
}
