import type { CategoryReason } from '@pimento/contract';
import type { CategoryChoice } from './category-choice.ts';
import type { EvaluationContext } from './evaluation-context.ts';
import type { EvaluationProblem } from '../values/evaluation-problem.ts';
import { OutputHash } from '../values/output-hash.ts';
import { ShapeObject } from '../values/shape-value.ts';
import type { TargetValues } from './target-value.ts';

/** Outcomes of an evaluation. `checking` is not among them, because it means that there is no current evaluation. */
export type EvaluatedOutcome = 'ready' | 'incomplete' | 'invalid' | 'unmapped';

/** Counts of top-level targets. */
export interface RequirementCounts {
  required: number;
  filled: number;
  recommended: number;
  recommendedFilled: number;
}

/** The result for one product on one channel, as it is stored. */
export interface Verdict extends RequirementCounts {
  outcome: EvaluatedOutcome;
  /** True if no error reports a missing value. A required target whose value is refused has another error. */
  isComplete: boolean;
  /** True if there are no errors other than missing values and the outcome is not `unmapped`. */
  isValid: boolean;
  /** Id of the channel category. Null if there is none. */
  category: string | null;
  categoryReason: CategoryReason | null;
  errors: number;
  warnings: number;
  /** The first 100 problems, or those of the requested targets. */
  problems: readonly EvaluationProblem[];
  problemCount: number;
  outputHash: bigint;
}

export interface Evaluation extends Verdict {
  /** The product in the channel shape, in the order of the standard. Empty targets are absent. */
  shape: ShapeObject;
}

export interface EvaluationParts {
  choice: CategoryChoice;
  counts: RequirementCounts;
  values: TargetValues;
  context: EvaluationContext;
}

/** A product in the channel shape, without the result of any checks. */
export interface ShapedProduct {
  category: string | null;
  shape: ShapeObject;
  /** Number of steps that the formulas took. */
  steps: number;
}

export function shapedProductOf({ choice, values, context }: EvaluationParts): ShapedProduct {
  return { category: choice.category?.id ?? null, shape: shapeOf(values), steps: context.run.totalSteps };
}

export function evaluationOf(parts: EvaluationParts): Evaluation {
  return { ...verdictOf(parts), shape: shapeOf(parts.values) };
}

function shapeOf({ list, values }: TargetValues): ShapeObject {
  return new ShapeObject(
    list.shapeNames,
    values.map((value) => value?.shape),
  );
}

const hash = new OutputHash();
const categorySeed = hash.seedOf('');

function outputHashOf(category: string, { list: { plans }, values }: TargetValues): bigint {
  hash.reset();
  hash.add(categorySeed, category);
  for (let index = 0; index < plans.length; index += 1) {
    const plan = plans[index];
    const value = values[index];
    if (plan !== undefined && value !== undefined) hash.add(plan.hashSeed, value.shape);
  }
  return hash.value;
}

export function verdictOf({ choice, counts, values, context }: EvaluationParts): Verdict {
  const { category, reason } = choice;
  // A fault means that the standard has categories but the product got none.
  const isUnmapped = choice.fault !== undefined;
  const { isComplete, isValid, errors, warnings, problems, problemCount } = context;
  const ofChecks = isComplete ? (isValid ? 'ready' : 'invalid') : 'incomplete';
  return {
    outcome: isUnmapped ? 'unmapped' : ofChecks,
    isComplete,
    isValid: isValid && !isUnmapped,
    category: category?.id ?? null,
    categoryReason: reason,
    ...counts,
    errors,
    warnings,
    problems,
    problemCount,
    outputHash: outputHashOf(category?.id ?? '', values),
  };
}
