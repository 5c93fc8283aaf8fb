import { shown } from '@pimento/formula';
import type { EvaluationContext } from './evaluation-context.ts';
import { fault } from '../values/evaluation-problem.ts';
import { rawTexts } from './scalar-evaluation.ts';
import type { TargetPlan } from './target-plan.ts';
import type { TargetValue } from './target-value.ts';

/** Judges values whose `parentValue` must be the value of another target in the same row (or at the top level). */
export function judgeDependencies(values: ReadonlyMap<TargetPlan, TargetValue>, context: EvaluationContext): void {
  for (const [plan, value] of values) {
    const { dependsOn } = plan.demands.restriction;
    const list = plan.scalar?.list;
    if (dependsOn === undefined || list === undefined) continue;
    const parents = new Set(rawTexts(findByPath(values, dependsOn)?.raw));
    for (const text of rawTexts(value.raw)) {
      const parent = list.values.get(text)?.parentValue;
      if (parent === undefined || parents.has(parent)) continue;
      const { path, name } = plan.target;
      context.add(
        plan.demands.levels.get('dependsOn') ?? 'error',
        path,
        fault('not-in-list', { attribute: name, value: shown(text) }),
      );
    }
  }
}

function findByPath(values: ReadonlyMap<TargetPlan, TargetValue>, path: string): TargetValue | undefined {
  for (const [plan, value] of values) if (plan.target.path === path) return value;
  return undefined;
}
