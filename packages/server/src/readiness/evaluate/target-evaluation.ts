import { Problem, type Result, type Value } from '@pimento/formula';
import { judgeDependencies } from './dependency-check.ts';
import type { EvaluationContext } from './evaluation-context.ts';
import { fault, faultOfFormula } from '../values/evaluation-problem.ts';
import { ShapeObject, type ShapeValue } from '../values/shape-value.ts';
import { judgeItems } from './item-count.ts';
import { reportMissing } from './missing-value.ts';
import { elementsOf, enterFrame, frameInside } from './row-scope.ts';
import { evaluateScalar } from './scalar-evaluation.ts';
import { judgeUniqueRows } from './row-uniqueness.ts';
import type { PlanList, RowFrame, TargetPlan, ValueSource } from './target-plan.ts';
import type { TargetValue } from './target-value.ts';

/** Computes the value of a target. Adds problems to the context. @returns undefined if the target has no value */
export function evaluateTarget(plan: TargetPlan, frame: RowFrame, context: EvaluationContext): TargetValue | undefined {
  const { source, target } = plan;
  switch (source.kind) {
    case 'unmapped':
    case 'empty':
      return undefined;
    case 'broken':
      context.add('error', target.path, source.fault);
      return undefined;
    case 'formula':
      enterFrame(context.run, frame);
      return evaluateScalar(plan, source.evaluate(context.run), source.mapper, context);
    case 'rows':
      return evaluateRows(plan, source, frame, context);
  }
}

function evaluateRows(
  plan: TargetPlan,
  source: Extract<ValueSource, { kind: 'rows' }>,
  frame: RowFrame,
  context: EvaluationContext,
): TargetValue | undefined {
  const { target } = plan;
  if (source.evaluate === undefined) return rowsOf(plan, [frame], context);
  enterFrame(context.run, frame);
  const found: Result = source.evaluate(context.run);
  const elements: readonly Value[] | Problem = found instanceof Problem ? found : elementsOf(found);
  const problem =
    elements instanceof Problem ? elements : context.run.countSteps(elements.length * plan.children.plans.length);
  if (problem !== undefined || elements instanceof Problem) {
    if (problem !== undefined) context.add('error', target.path, faultOfFormula(problem, target.name));
    return undefined;
  }
  return rowsOf(
    plan,
    elements.map((element) => frameInside(frame, element, source.addsRow)),
    context,
  );
}

/** Returns true if problems in the rows of a composite name the number of the row. */
export const isOutermostList = ({ target }: TargetPlan): boolean => target.parent === undefined && target.isMultiValue;

/** Evaluates the children for each row. Omits a row in which no child has a value. @returns undefined if no row is left */
function rowsOf(plan: TargetPlan, frames: readonly RowFrame[], context: EvaluationContext): TargetValue | undefined {
  const rows: TargetValue[] = [];
  const isOutermost = isOutermostList(plan);
  for (const frame of frames) {
    if (isOutermost) context.row = rows.length + 1;
    const row = evaluateRow(plan, (child) => evaluateTarget(child, frame, context), context);
    if (row !== undefined) rows.push(row);
  }
  if (isOutermost) context.row = undefined;
  return joinRows(plan, rows, context);
}

/**
 * Combines the rows of a composite into its value. Adds problems to the context, for example if a single-valued composite has several rows.
 * @returns undefined if there are no rows, or if a single-valued composite has several
 */
export function joinRows(
  plan: TargetPlan,
  rows: readonly TargetValue[],
  context: EvaluationContext,
): TargetValue | undefined {
  const { target } = plan;
  const [first] = rows;
  if (first === undefined) return undefined;
  const isFilled = rows.every((row) => row.isFilled);
  if (!target.isMultiValue) {
    if (rows.length === 1) return first;
    context.add('error', target.path, fault('several-values', { attribute: target.name, count: rows.length }));
    return undefined;
  }
  judgeItems(plan, rows.length, context);
  judgeUniqueRows(plan, rows, context);
  return { shape: rows.map(({ shape }) => shape), raw: plan.isRead ? rows.map(({ raw }) => raw) : undefined, isFilled };
}

/** Evaluates the children of one row. @returns undefined if no child has a value */
export function evaluateRow(
  plan: TargetPlan,
  evaluateChild: (child: TargetPlan) => TargetValue | undefined,
  context: EvaluationContext,
): TargetValue | undefined {
  const { plans, shapeNames } = plan.children;
  let failed: Set<TargetPlan> | undefined;
  let isEmpty = true;
  const values: (TargetValue | undefined)[] = [];
  const members: (ShapeValue | undefined)[] = [];
  for (const child of plans) {
    const before = context.problemCount;
    const value = evaluateChild(child);
    if (value !== undefined) isEmpty = false;
    else if (context.problemCount > before) (failed ??= new Set()).add(child);
    values.push(value);
    members.push(value?.shape);
  }
  if (isEmpty) return undefined;
  judgeDependencies(plan.children, values, context);
  const isFilled = judgeMissing(plan.children, values, failed, context);
  const raw = plan.isRead ? rawRow(plan.children, values) : undefined;
  return { shape: new ShapeObject(shapeNames, members), raw, isFilled };
}

/**
 * Reports the children of a row that have no value, except children with another problem.
 * @returns true if all required children are filled (see `TargetValue.isFilled`)
 */
function judgeMissing(
  { plans }: PlanList,
  values: readonly (TargetValue | undefined)[],
  failed: ReadonlySet<TargetPlan> | undefined,
  context: EvaluationContext,
): boolean {
  let isFilled = true;
  for (let index = 0; index < plans.length; index += 1) {
    const child = plans[index];
    const value = values[index];
    if (child === undefined || value?.isFilled === true) continue;
    if (child.level === 'required') isFilled = false;
    if (value === undefined && failed?.has(child) !== true) reportMissing(child, child.level, undefined, context);
  }
  return isFilled;
}

/** Converts a row to a raw value. Object.fromEntries creates an own property even for a child called `__proto__`. */
function rawRow({ shapeNames }: PlanList, values: readonly (TargetValue | undefined)[]): TargetValue['raw'] {
  const filled = values.flatMap((value, index) => (value === undefined ? [] : [[shapeNames[index] ?? '', value.raw]]));
  return Object.fromEntries(filled) as TargetValue['raw']; // the entries are the filled children of one row
}
