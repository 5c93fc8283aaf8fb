import type { RawRow, RawValue } from '@pimento/formula';
import type { EvaluationContext } from './evaluation-context.ts';
import { evaluateScalar } from './scalar-evaluation.ts';
import { evaluateRow, isOutermostList, joinRows } from './target-evaluation.ts';
import type { TargetPlan } from './target-plan.ts';
import type { TargetValue } from './target-value.ts';

/**
 * A value that a person has set for one product. It is a string, a list of strings, a row or a list of rows. Children are named as in the
 * channel shape.
 */
export interface Override {
  value: RawValue;
  /** True if the product has changed since the value was set. */
  isOutdated: boolean;
}

/**
 * Converts and checks a value that a person has set, in the same way as the result of a formula.
 * @returns undefined if there is no value
 */
export function evaluateOverride(plan: TargetPlan, raw: RawValue, context: EvaluationContext): TargetValue | undefined {
  if (raw === null || raw === undefined || raw === '') return undefined;
  if (plan.scalar !== undefined) {
    const texts = (isRawList(raw) ? raw : [raw]).filter(
      (value): value is string => typeof value === 'string' && value !== '',
    );
    return texts.length === 0 ? undefined : evaluateScalar(plan, texts, undefined, context);
  }
  const rows: TargetValue[] = [];
  const isOutermost = isOutermostList(plan);
  for (const row of isRawList(raw) ? raw : [raw]) {
    if (typeof row !== 'object' || row === null || isRawList(row)) continue;
    if (isOutermost) context.row = rows.length + 1;
    const value = evaluateRow(plan, (child) => evaluateOverride(child, cellOf(row, child), context), context);
    if (value !== undefined) rows.push(value);
  }
  if (isOutermost) context.row = undefined;
  return joinRows(plan, rows, context);
}

function isRawList(raw: RawValue): raw is readonly RawValue[] {
  return Array.isArray(raw);
}

function cellOf(row: RawRow, { target }: TargetPlan): RawValue {
  return Object.hasOwn(row, target.shapeName) ? row[target.shapeName] : undefined;
}
