import { Asset, isList, Problem, type RawValue, type Result, Row, shown, type Value } from '@pimento/formula';
import { type ChannelValue, isFault, judgedText, rawText } from '../values/channel-value.ts';
import type { EvaluationContext } from './evaluation-context.ts';
import { fault, faultOfFormula } from '../values/evaluation-problem.ts';
import { judgeItems } from './item-count.ts';
import type { ShapeValue } from '../values/shape-value.ts';
import type { ScalarSteps, TargetPlan } from './target-plan.ts';
import type { TargetValue } from './target-value.ts';
import { notInList } from '../values/value-list.ts';
import type { ValueMapper } from '../values/value-mapping.ts';

/**
 * Maps, converts, checks and outputs the value of a target that is not a composite. Adds problems to the context, and omits values that
 * cannot be converted or output.
 * @returns undefined if no value is left
 */
export function evaluateScalar(
  plan: TargetPlan,
  result: Result,
  mapper: ValueMapper | undefined,
  context: EvaluationContext,
): TargetValue | undefined {
  const { target, scalar } = plan;
  if (result === undefined || scalar === undefined) return undefined;
  if (result instanceof Problem) {
    context.add('error', target.path, faultOfFormula(result, target.name));
    return undefined;
  }
  if (!target.isMultiValue) {
    const one = oneOf(plan, result, context);
    return one === undefined ? undefined : evaluateOne(plan, scalar, one, mapper, context);
  }
  const values = (isList(result) ? result : [result]).flatMap((value) => {
    const evaluated = value === undefined ? undefined : evaluateOne(plan, scalar, value, mapper, context);
    return evaluated === undefined ? [] : [evaluated];
  });
  if (values.length === 0) return undefined;
  judgeItems(plan, values.length, context);
  const raw = plan.isRead ? values.map((value) => value.raw) : undefined;
  return { shape: values.map(({ shape }) => shape), raw, isFilled: true };
}

/** Returns the single value. Reports a problem if there are several values. */
function oneOf({ target }: TargetPlan, result: Value, context: EvaluationContext): Value {
  if (!isList(result) || result.length <= 1) return isList(result) ? result[0] : result;
  context.add('error', target.path, fault('several-values', { attribute: target.name, count: result.length }));
  return undefined;
}

function evaluateOne(
  plan: TargetPlan,
  scalar: ScalarSteps,
  value: Exclude<Value, undefined>,
  mapper: ValueMapper | undefined,
  context: EvaluationContext,
): TargetValue | undefined {
  if (scalar.isPlainText && typeof value === 'string' && mapper === undefined)
    return { shape: value, raw: plan.isRead ? value : undefined, isFilled: true };
  const { path, name } = plan.target;
  const mapped = mapper === undefined || isList(value) || value instanceof Row ? value : mapOne(value, mapper);
  if (mapped === undefined) {
    const text = isList(value) || value instanceof Row ? '' : rawText(value);
    context.add('error', path, notInList(name, text, scalar.list));
    return undefined;
  }
  if (mapped === '' || isList(mapped)) return undefined;
  const converted = scalar.convert(mapped);
  if (isFault(converted)) {
    context.add('error', path, converted);
    return undefined;
  }
  if (converted instanceof Asset && !checkAsset(plan, scalar, converted.id, context)) return undefined;
  return write(plan, scalar, converted, context);
}

/** Returns the mapped value. It is undefined if the value map refuses the value, and `''` if the map removes it. */
function mapOne(value: Exclude<ChannelValue, undefined>, mapper: ValueMapper): Value {
  const text = rawText(value);
  const mapped = mapper(text);
  return mapped === text ? value : mapped;
}

function write(
  plan: TargetPlan,
  scalar: ScalarSteps,
  value: ChannelValue,
  context: EvaluationContext,
): TargetValue | undefined {
  const { path } = plan.target;
  const faults = context.isJudging ? scalar.check?.(judgedText(value)) : undefined;
  if (faults !== undefined) for (const { level, fault: found } of faults) context.add(level, path, found);
  const shape = scalar.write(value);
  if (isShape(shape)) return { shape, raw: plan.isRead ? rawText(value) : undefined, isFilled: true };
  context.add('error', path, shape);
  return undefined;
}

function isShape(value: ReturnType<ScalarSteps['write']>): value is ShapeValue {
  return typeof value !== 'object' || !('code' in value);
}

/**
 * Checks the file of an asset, and adds problems to the context.
 * @returns false if the file is not ready, in which case the target has no value
 */
function checkAsset(plan: TargetPlan, { image }: ScalarSteps, id: string, context: EvaluationContext): boolean {
  const { path, name } = plan.target;
  const asset = context.assets.get(id);
  if (asset?.state !== 'ready') {
    const code = asset?.state === 'failed' ? 'asset-failed' : 'asset-not-ready';
    context.add('error', path, fault(code, { attribute: name, asset: shown(id) }));
    return false;
  }
  for (const { parameter, fault: found } of image?.(id, asset) ?? []) {
    const level = parameter === 'measurable' ? 'warning' : (plan.demands.levels.get(parameter) ?? 'error');
    context.add(level, path, found);
  }
  return true;
}

/** Returns all strings in a value of the form that formulas of the standard read. */
export function rawTexts(raw: RawValue): string[] {
  if (typeof raw === 'string') return [raw];
  return Array.isArray(raw) ? raw.flatMap((one: RawValue) => rawTexts(one)) : [];
}
