import { shown } from '@pimento/formula';
import type { EvaluationContext } from './evaluation-context.ts';
import { fault } from '../values/evaluation-problem.ts';
import { rawTexts } from './scalar-evaluation.ts';
import type { PlanList } from './target-plan.ts';
import type { TargetValue } from './target-value.ts';

/**
 * Judges list values that have a `parentValue`. The target on which they depend must have this value. Both targets are in the same row, or
 * both are at the top level.
 */
export function judgeDependencies(
  { plans, indexes, dependent }: PlanList,
  values: readonly (TargetValue | undefined)[],
  context: EvaluationContext,
): void {
  for (const index of dependent) {
    const plan = plans[index];
    const value = values[index];
    const list = plan?.scalar?.list;
    if (plan === undefined || value === undefined || list === undefined) continue;
    const parent = values[indexes.get(plan.demands.restriction.dependsOn ?? '') ?? -1];
    const parents = new Set(rawTexts(parent?.raw));
    for (const text of rawTexts(value.raw)) {
      const needed = list.values.get(text)?.parentValue;
      if (needed === undefined || parents.has(needed)) continue;
      const { path, name } = plan.target;
      context.add(
        plan.demands.levels.get('dependsOn') ?? 'error',
        path,
        fault('not-in-list', { attribute: name, value: shown(text) }),
      );
    }
  }
}
