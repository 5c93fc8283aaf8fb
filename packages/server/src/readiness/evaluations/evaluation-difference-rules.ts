import type { EvaluationRow, StoredEvaluation, TallyDifference } from './evaluation-types.ts';

type Counted = Pick<StoredEvaluation, 'outcome' | 'channelCategory' | 'problemIds'>;

/**
 * Adds the difference between two evaluations of a product to the tallies of their channel. `before` is undefined if the product had no
 * evaluation, and `after` if it has none now.
 */
export function countDifference(
  tallies: TallyDifference,
  before: Counted | undefined,
  after: Counted | undefined,
): void {
  if (before !== undefined) count(tallies, before, -1);
  if (after !== undefined) count(tallies, after, 1);
}

function count(tallies: TallyDifference, { outcome, channelCategory, problemIds }: Counted, by: 1 | -1): void {
  add(tallies, 'outcome', outcome, by);
  if (channelCategory !== null) add(tallies, 'category', channelCategory, by);
  for (const id of problemIds) add(tallies, 'problem', String(id), by);
}

function add(tallies: TallyDifference, kind: 'outcome' | 'problem' | 'category', key: string, by: 1 | -1): void {
  const name = `${kind} ${key}`;
  const tally = tallies.get(name);
  if (tally === undefined) tallies.set(name, { kind, key, products: by });
  else tally.products += by;
}

/** Returns true if the result of a row, or its version of the product, differs from the stored row. */
export function differs(row: EvaluationRow, stored: StoredEvaluation | undefined): boolean {
  return (
    stored === undefined ||
    stored.resultHash !== row.resultHash ||
    stored.productRevision !== row.productRevision ||
    stored.productCreatedAt !== row.productCreatedAt
  );
}
