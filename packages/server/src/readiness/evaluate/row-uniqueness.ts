import type { EvaluationContext } from './evaluation-context.ts';
import { fault } from '../values/evaluation-problem.ts';
import { printShape, ShapeObject } from '../values/shape-value.ts';
import type { TargetPlan } from './target-plan.ts';
import type { TargetValue } from './target-value.ts';

/** Reports each row that has the same values in the children `uniqueBy` as an earlier row. */
export function judgeUniqueRows(
  { target }: TargetPlan,
  rows: readonly TargetValue[],
  context: EvaluationContext,
): void {
  if (target.uniqueBy.length === 0) return;
  const names = target.uniqueBy.map(({ shapeName }) => shapeName);
  const seen = new Map<string, number>();
  for (const [index, { shape }] of rows.entries()) {
    if (!(shape instanceof ShapeObject)) continue;
    const members = names.map((name) => {
      const member = shape.get(name);
      return member === undefined ? '' : printShape(member);
    });
    const identity = members.join('\u0000');
    const firstRow = seen.get(identity);
    if (firstRow === undefined) seen.set(identity, index + 1);
    else
      context.add('error', target.path, fault('rows-not-unique', { attribute: target.name, row: index + 1, firstRow }));
  }
}
