import type { BulkChange, BulkEdit, ProductFilter } from '@pimento/contract';
import type { ClientId, ProductId } from '../../platform/core.ts';

export interface BulkKey {
  clientId: ClientId;
  jobId: string;
}

export type BulkSample = BulkEdit['samples'][number];

/**
 * The products of a bulk edit. `ids`: the listed products; `filter`: the products that match the filter, existed when the edit was started
 * and are not in `except`; `deleted`: the products that a deletion has deleted.
 */
export type BulkChoice =
  | { kind: 'ids'; productIds: readonly string[] }
  | { kind: 'filter'; filter: ProductFilter; except: readonly ProductId[] }
  | { kind: 'deleted'; deletionId: string };

/** The changes and the chosen products of a bulk edit, as stored when the edit is started. */
export interface BulkPlan {
  /** Null for an undo. */
  changes: BulkChange[] | null;
  /** Id of the bulk edit, import or deletion that this bulk edit undoes. Null if this is not an undo. */
  undoes: string | null;
  /** True if the undone job is an import. */
  undoesImport: boolean;
  /** True if a deletion of products is undone. Its products are always stored as parts. */
  undoesDeletion: boolean;
  /** Null if the products were chosen by id, or if this is an undo. */
  filter: ProductFilter | null;
  except: ProductId[];
  /** True when all chosen products are stored as parts. */
  isFixed: boolean;
  dryRun: boolean;
  startedAt: Date;
}
