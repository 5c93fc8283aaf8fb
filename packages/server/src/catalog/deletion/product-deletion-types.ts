import type { ClientId, ProductId } from '../../platform/core.ts';
import type { ProductDeletion, ProductFilter } from '@pimento/contract';

export type DeletionProblem = ProductDeletion['problems'][number];

/** A deleted product, and the history entry that has its last state. */
export interface DeletedProduct {
  productId: ProductId;
  historyId: string;
}

/**
 * The products to delete. These are products with the given ids, or products that match a filter, existed at the time of the request and
 * are not in `except`. With a filter, products that were changed after `asOf` are kept. If `asOf` is null, changed products are deleted
 * too. With `created`, these are the products that an import created and that have not changed since.
 */
export type DeletionChoice =
  | { kind: 'ids'; productIds: readonly ProductId[] }
  | { kind: 'created'; jobId: string }
  | { kind: 'filter'; filter: ProductFilter; except: readonly ProductId[]; asOf: Date | null };

/** An open deletion, locked by the transaction that processes it. */
export interface Deletion {
  clientId: ClientId;
  deletionId: string;
  actor: string;
  choice: DeletionChoice;
  chosen: number | null;
  /** The last processed id, or '' before the first batch. */
  reached: string;
  startedAt: Date;
}
