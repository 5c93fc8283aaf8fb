import type { EvaluationContext } from './evaluation-context.ts';
import { fault } from '../values/evaluation-problem.ts';
import type { TargetPlan } from './target-plan.ts';

/**
 * Judges the number of values or rows of a target, and adds problems to the context. Call this only if there is at least one value or row.
 */
export function judgeItems({ target, demands }: TargetPlan, count: number, context: EvaluationContext): void {
  const { minItems: min, maxItems: max, levels } = demands;
  if (max !== undefined && count > max)
    context.add(
      levels.get('maxItems') ?? 'error',
      target.path,
      fault('too-many-items', { kind: 'product', attribute: target.name, count, max }),
    );
  if (min !== undefined && count < min)
    context.add(
      levels.get('minItems') ?? 'error',
      target.path,
      fault('too-few-items', { attribute: target.name, count, min }),
    );
}
