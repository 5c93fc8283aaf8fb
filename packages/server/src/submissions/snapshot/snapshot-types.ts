import type { SkippedProduct } from '@pimento/contract';
import type { ProductId } from '../../platform/index.ts';
import type { EvaluationProblem } from '../../readiness/index.ts';

/** A chosen product that is not in the snapshot. */
export interface Skip {
  productId: ProductId;
  code: SkippedProduct['code'];
  /** The missing product, for the reason `unresolved-packaging`, otherwise null. */
  missing: string | null;
  /** The first error and the number of further errors, for the reason `not-ready`. */
  reason?: EvaluationProblem | null;
  more?: number | null;
}

export interface Snapshot {
  count: number;
  /** Hash of the definitions in the snapshot. */
  hash: Buffer;
  skipped: Skip[];
  skippedCount: number;
  /** Number of skipped products that have no current evaluation. They are included in `skippedCount`. */
  checkingCount?: number;
  /** Number of referenced files that have no content. Undefined if taking the snapshot did not pin the files. */
  missingAssets?: number;
}

/** Maximum number of skipped products in a response. */
export const maxListedSkips = 1_000;
