import { hash } from 'node:crypto';
import type { ChannelId } from '../../platform/core.ts';
import type { Verdict } from '../evaluate/evaluation-result.ts';
import type { EvaluationRow } from './evaluation-types.ts';
import { kindName } from './problem-number-rules.ts';

/** Converts an evaluation to a row. `numbers` maps each kind of problem to its number. */
export function evaluationRow(
  { channelId, rulesetNo }: { channelId: ChannelId; rulesetNo: number },
  product: { productId: string; revision: number; createdAt: string },
  evaluation: Verdict,
  numbers: ReadonlyMap<string, number>,
): EvaluationRow {
  const { outcome, isComplete, isValid, category, errors, warnings } = evaluation;
  const problems = JSON.stringify(evaluation.problems);
  const { required, filled, recommended, recommendedFilled } = evaluation;
  const counts = { required, filled, recommended, recommendedFilled, errors, warnings };
  const outputHash = String(evaluation.outputHash);
  const result = [outcome, isComplete, isValid, category, counts, outputHash, problems];
  const found = evaluation.problems.map((problem) => numbers.get(kindName(problem)) ?? 0);
  return {
    channelId,
    productId: product.productId,
    rulesetNo,
    productRevision: product.revision,
    productCreatedAt: product.createdAt,
    outcome,
    isComplete,
    isValid,
    channelCategory: category,
    ...counts,
    problems,
    problemIds: [...new Set(found)].toSorted((a, b) => a - b),
    outputHash,
    resultHash: hash('sha256', JSON.stringify(result)).slice(0, 32),
  };
}
