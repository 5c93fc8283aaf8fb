import type { RequirementLevel } from '@pimento/contract';
import type { EvaluationContext } from './evaluation-context.ts';
import { fault } from '../values/evaluation-problem.ts';
import type { TargetPlan } from './target-plan.ts';

/** Reports a target without a value, if the level of the target requires or recommends a value. */
export function reportMissing(
  plan: TargetPlan,
  level: RequirementLevel,
  explanation: string | undefined,
  context: EvaluationContext,
): void {
  const { target, source } = plan;
  const attribute = target.name;
  if (level === 'optional') return;
  if (level === 'recommended')
    context.add('warning', target.path, fault('recommended-missing', { attribute }), explanation);
  else if (source.kind === 'unmapped')
    context.add('error', target.path, fault('required-unmapped', { attribute }), explanation);
  else if (plan.isDemandedByCategory) {
    const category = context.run.environment.categoryPath.join(' > ');
    context.add('error', target.path, fault('required-in-category', { attribute, category }), explanation);
  } else context.add('error', target.path, fault('required-missing', { attribute }), explanation);
}
