import type { SkippedProduct } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import type { EvaluationProblem } from '../../readiness/index.ts';
import type { ProductChoice, WithdrawalChoice } from '../snapshot/product-choice-views.ts';
import { maxListedSkips, type Skip, type Snapshot } from '../snapshot/snapshot-types.ts';

/** The skipped products, as a limited list and a total count. */
export interface Skips {
  skipped: SkippedProduct[];
  skippedCount: number;
}

/** Counts the skipped products of a choice, and lists the first `maxListedSkips` of them, invalid ids first. */
export function skipsOf(
  choice: ProductChoice | WithdrawalChoice,
  snapshot: Pick<Snapshot, 'skipped' | 'skippedCount'>,
): Skips {
  const invalidIds = choice.kind === 'ids' ? choice.invalidIds : [];
  const invalid = invalidIds
    .slice(0, maxListedSkips)
    .map((productId) => skippedView({ productId, code: 'unknown-product', missing: null }));
  return {
    skipped: [...invalid, ...snapshot.skipped.map(skippedView)].slice(0, maxListedSkips),
    skippedCount: invalidIds.length + snapshot.skippedCount,
  };
}

function skippedView({
  productId,
  code,
  missing,
  reason,
  more,
}: Omit<Skip, 'productId'> & { productId: string }): SkippedProduct {
  switch (code) {
    case 'unknown-product':
      return { productId, ...problem(code, { kind: 'catalog', productId }) };
    case 'not-on-channel':
      return { productId, ...problem(code, { productId }) };
    case 'unresolved-packaging':
      return { productId, ...problem(code, { missing: missing ?? '' }) };
    case 'checking':
    case 'held':
    case 'unchanged':
      return { productId, ...problem(code, {}) };
    case 'not-ready':
      return { productId, ...notReady(reason ?? undefined, more ?? 0) };
  }
}

/**
 * Returns the problem of a product that is not ready. The problem contains the first error and the number of further errors. A product that
 * is not ready has at least one error.
 */
function notReady(reason: EvaluationProblem = noReason, more: number) {
  const { code, params, explanation = null } = reason;
  return problem('not-ready', { problem: { code, params }, explanation, more });
}

const noReason: EvaluationProblem = { level: 'error', code: 'no-category', target: null, params: { value: null } };
