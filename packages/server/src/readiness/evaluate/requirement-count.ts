import type { RequirementLevel } from '@pimento/contract';
import { strongerLevel } from '../../standards/core.ts';
import type { EvaluationContext } from './evaluation-context.ts';
import type { RequirementCounts } from './evaluation-result.ts';
import { reportMissing } from './missing-value.ts';
import type { TargetPlan } from './target-plan.ts';
import type { TargetValue } from './target-value.ts';

export interface CountedTarget {
  plan: TargetPlan;
  value: TargetValue | undefined;
  /** True if the target has no value because of a problem. In that case, it is not also reported as missing. */
  hasFailed: boolean;
  /** The level to which a house rule raises the target for this product. Undefined if no rule raises it. */
  raisedTo: RequirementLevel | undefined;
  /** The message of a house rule that demands the missing value. Undefined if there is none, or if the target has a value. */
  message: string | undefined;
}

/** Returns the percentage of required targets that have a value, rounded down, or 100 if nothing is required. */
export function percentageOf({ required, filled }: Pick<RequirementCounts, 'required' | 'filled'>): number {
  return required === 0 ? 100 : Math.floor((100 * filled) / required);
}

/** Counts a top-level target. Reports the target if it has no value although its level requires or recommends a value. */
export function countTarget(counted: CountedTarget, counts: RequirementCounts, context: EvaluationContext): void {
  const { plan, value, hasFailed, raisedTo, message } = counted;
  const level = raisedTo === undefined ? plan.level : strongerLevel(plan.level, raisedTo);
  const isFilled = value?.isFilled === true;
  if (level === 'required') {
    counts.required += 1;
    if (isFilled) counts.filled += 1;
  } else if (level === 'recommended') {
    counts.recommended += 1;
    if (isFilled) counts.recommendedFilled += 1;
  }
  if (value === undefined && !hasFailed) reportMissing(plan, level, message, context);
}
