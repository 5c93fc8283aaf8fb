import type { FunctionDefinition } from '../functions/definition.ts';
import type { Parameter } from '../functions/parameters.ts';
import { judgeLength, type Run } from '../functions/run.ts';
import type { CallNode } from '../syntax/tree.ts';
import { Problem } from '../values/problem.ts';
import { isList, type Result, type Value } from '../values/value.ts';
import { convertArgument, emptyArgument } from './argument.ts';
import type { Compiled } from './scope.ts';

/** Reads and converts an argument. Returns a problem if the conversion fails, and the value of `emptyArgument` if the argument is empty. */
export type ArgumentReader = (run: Run) => unknown;

export interface Argument {
  parameter: Parameter;
  compiled: Compiled;
  read: ArgumentReader;
}

/**
 * Returns a closure that calls a function with converted arguments. If an argument is a problem, the result is that problem. If the first
 * argument is empty, the result is empty, unless the function has `readsEmpty`. If another required argument is empty, the result is empty
 * too, unless its kind is `any` or `one`, or `emptyArgument` has a value for its kind. If `isMapped` and the first argument is a list, the
 * function is called for each element.
 */
export function applyTo(
  definition: FunctionDefinition,
  given: readonly Argument[],
  node: CallNode,
  isMapped: boolean,
): (run: Run) => Result {
  const [first] = given.filter(({ parameter }) => parameter.isRest !== true);
  const apply = applier(definition, first, given, node);
  if (first === undefined) return (run) => apply(run, undefined);
  const { parameter, compiled, read } = first;
  const { readsEmpty } = definition;
  if (!isMapped) {
    return (run) => {
      const value = read(run);
      return !readsEmpty && isNothing(value) ? undefined : apply(run, value);
    };
  }
  return (run) => {
    const value = compiled.evaluate(run);
    if (value instanceof Problem) return value;
    if (value === undefined) return readsEmpty ? apply(run, emptyArgument(parameter)) : undefined;
    if (!isList(value)) return apply(run, convertArgument(parameter, value));
    const results = applyToElements(value, (element) => apply(run, convertArgument(parameter, element)), run);
    return results instanceof Problem ? results.at(node.span) : results;
  };
}

type Application = (run: Run, value: unknown) => Result;

/** Returns a closure that calls a function with the value of its first argument, after it has read the other arguments. */
function applier(
  { parameters, apply }: FunctionDefinition,
  first: Argument | undefined,
  given: readonly Argument[],
  { span }: CallNode,
): Application {
  const others = given.filter((argument) => argument !== first && argument.parameter.isRest !== true);
  const rest = given.filter(({ parameter }) => parameter.isRest === true);
  const hasRest = parameters.at(-1)?.isRest === true;
  const [second] = others;
  if (first !== undefined && !hasRest && others.length <= 1) return applyToFew(apply, second, span);
  return (run, value) => {
    if (value instanceof Problem) return value.at(span);
    const values = first === undefined ? [] : [value];
    for (const { parameter, read } of others) {
      const other = read(run);
      if (other instanceof Problem) return other.at(span);
      if (other === undefined && isNeeded(parameter)) return undefined;
      values.push(other);
    }
    if (hasRest) {
      const list = readAll(rest, run);
      if (list instanceof Problem) return list.at(span);
      values.push(list);
    }
    return resultOf(apply?.(run, ...values), span);
  };
}

/** Like `applier`, for the one or two arguments that most calls have. Passing them without a list halves the time of a call. */
function applyToFew(
  apply: FunctionDefinition['apply'],
  second: Argument | undefined,
  span: CallNode['span'],
): Application {
  if (second === undefined)
    return (run, value) => (value instanceof Problem ? value.at(span) : resultOf(apply?.(run, value), span));
  const { read, parameter } = second;
  const isSecondNeeded = isNeeded(parameter);
  return (run, value) => {
    if (value instanceof Problem) return value.at(span);
    const other = read(run);
    if (other instanceof Problem) return other.at(span);
    if (other === undefined && isSecondNeeded) return undefined;
    return resultOf(apply?.(run, value, other), span);
  };
}

function resultOf(result: Result, span: CallNode['span']): Result {
  if (result instanceof Problem) return result.at(span);
  return result === '' || isNothing(result) ? undefined : result;
}

function readAll(rest: readonly Argument[], run: Run): unknown[] | Problem {
  const values: unknown[] = [];
  for (const { read } of rest) {
    const value = read(run);
    if (value instanceof Problem) return value;
    values.push(value);
  }
  return values;
}

function isNeeded({ isOptional, kind }: Parameter): boolean {
  return isOptional !== true && kind !== 'any' && kind !== 'one';
}

function isNothing(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

function applyToElements(
  list: readonly Value[],
  apply: (element: Exclude<Value, undefined>) => Result,
  run: Run,
): Result {
  const problem = run.countSteps(list.length);
  if (problem !== undefined) return problem;
  const results: Value[] = [];
  for (const element of list) {
    const result = element === undefined ? undefined : apply(element);
    if (result instanceof Problem) return result;
    if (isList(result)) results.push(...result);
    else if (result !== undefined) results.push(result);
  }
  return judgeLength(results.length) ?? (results.length === 0 ? undefined : results);
}
