import type { CategoryReason } from '@pimento/contract';
import type { CategoryChoice } from './category-choice.ts';
import type { EvaluationContext } from './evaluation-context.ts';
import type { EvaluationProblem } from '../values/evaluation-problem.ts';
import { OutputHash } from '../values/output-hash.ts';
import type { TargetValues } from './rule-check.ts';
import type { ShapeObject, ShapeValue } from '../values/shape-value.ts';

/** Outcomes of an evaluation. The outcome `checking` is missing, because it means that there is no current evaluation. */
export type EvaluatedOutcome = 'ready' | 'incomplete' | 'invalid' | 'unmapped';

/** Numbers of top-level targets. */
export interface RequirementCounts {
  required: number;
  filled: number;
  recommended: number;
  recommendedFilled: number;
}

/** The result for one product on one channel. */
export interface Evaluation extends RequirementCounts {
  outcome: EvaluatedOutcome;
  /** True if every required target has a value. */
  isComplete: boolean;
  /** True if there are no errors besides missing values. */
  isValid: boolean;
  /** Id of the channel category. */
  category: string | null;
  categoryReason: CategoryReason | null;
  errors: number;
  warnings: number;
  /** The first 100 problems. */
  problems: readonly EvaluationProblem[];
  problemCount: number;
  outputHash: bigint;
  /** The product in the channel shape, in the order of the standard. Empty targets are absent. */
  shape: ShapeObject;
}

export interface EvaluationParts {
  choice: CategoryChoice;
  counts: RequirementCounts;
  values: TargetValues;
  context: EvaluationContext;
}

/** A product in the channel shape, without what was found out about its values. */
export interface ShapedProduct {
  category: string | null;
  shape: ShapeObject;
  /** Number of steps that the formulas took. */
  steps: number;
}

export function shapedProductOf({ choice, values, context }: EvaluationParts): ShapedProduct {
  const shape = new Map<string, ShapeValue>();
  for (const { plan, value } of values.values()) if (value !== undefined) shape.set(plan.target.shapeName, value.shape);
  return { category: choice.category?.id ?? null, shape, steps: context.run.totalSteps };
}

const hash = new OutputHash();

export function evaluationOf({ choice, counts, values, context }: EvaluationParts): Evaluation {
  const { category, reason } = choice;
  // The standard has categories and none was found.
  const isUnmapped = choice.fault !== undefined;
  const { isComplete, isValid, errors, warnings, problems, problemCount } = context;
  const shape = new Map<string, ShapeValue>();
  hash.reset();
  hash.add('', category?.id ?? '');
  for (const { plan, value } of values.values()) {
    if (value === undefined) continue;
    shape.set(plan.target.shapeName, value.shape);
    hash.add(plan.target.path, value.shape);
  }
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
    outputHash: hash.value,
    shape,
  };
}
