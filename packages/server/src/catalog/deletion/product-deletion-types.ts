import type { ClientId, ProductId } from '../../platform/core.ts';
import type { ProductDeletion, ProductFilter } from '@pimento/contract';

export type DeletionProblem = ProductDeletion['problems'][number];

/** Which products a deletion is about: named by their ids, or all that match a filter and existed when it was asked for; what was changed after `asOf` is kept. */
export type DeletionChoice =
  | { kind: 'ids'; productIds: readonly ProductId[] }
  | { kind: 'filter'; filter: ProductFilter; except: readonly ProductId[]; asOf: Date | null };

/** A deletion that is under way, locked by the transaction that works on it. */
export interface Deletion {
  clientId: ClientId;
  deletionId: string;
  actor: string;
  choice: DeletionChoice;
  chosen: number | null;
  /** The last product that was gone through; '' at first. */
  reached: string;
  startedAt: Date;
}
