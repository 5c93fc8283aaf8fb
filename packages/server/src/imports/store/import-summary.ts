import type { ItemProblem } from '@pimento/contract';
import type { PreparedProduct, StoredBatch } from '../judge/import-types.ts';
import type { PreparedBatch } from './import-prepare.ts';
import type { MergedProducts } from './product-merge.ts';

const sum = (counts: Iterable<number>): number => [...counts].reduce((total, count) => total + count, 0);

/** Summarizes the results of a batch that passed all stages. `copied` are the products that were stored without a lookup. */
export function summarize(
  batch: PreparedBatch,
  { copied, cycles, categories }: { copied: readonly PreparedProduct[]; cycles: ItemProblem[]; categories: string[] },
  { folded, problems: unsatisfied, existing }: MergedProducts,
): StoredBatch {
  const problems = [...batch.problems, ...cycles, ...unsatisfied].sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
  const count = (of: 'created' | 'updated' | 'unchanged') => sum(folded.map((item) => item[of]));
  const tally = {
    handled: batch.items.length,
    created: count('created') + copied.length,
    updated: count('updated'),
    unchanged: count('unchanged') + batch.unchanged,
    rejected: batch.rejected + cycles.length + new Set(unsatisfied.map(({ index }) => index)).size,
    errors: problems.length + sum(batch.unlisted.values()),
    warnings: batch.warnings.length,
  };
  return {
    tally,
    problems,
    unlisted: batch.unlisted,
    warnings: batch.warnings,
    createdAttributes: batch.seen.map(({ id }) => id),
    categories,
    foundStored: batch.fresh.some(({ productId }) => existing.has(productId)),
  };
}

export const referencesOf = (copied: readonly PreparedProduct[]) =>
  copied
    .filter(({ references }) => references.size > 0)
    .map(({ productId, references }) => ({ productId, isNew: true, references }));
