import type { FunctionDefinition } from '../functions/definition.ts';
import { functions } from '../functions/function-table.ts';
import { literalKinds, type Parameter } from '../functions/parameters.ts';
import { judgeLength, type Run } from '../functions/run.ts';
import type { CallNode, Node } from '../syntax/tree.ts';
import { Problem } from '../values/problem.ts';
import { isList, type Result, type Value } from '../values/value.ts';
import { convertArgument, emptyArgument, errorOfLiteral } from './argument.ts';
import { compileForm } from './form.ts';
import { checkColumn, readLiteralArgument } from './literal-argument.ts';
import { actualOf, sizeOf } from './operators.ts';
import type { Compiled, Scope } from './scope.ts';
import { anyType, canBe, emptyType, kindName, type Type, typeOfResult } from './type.ts';

/** Reads and converts an argument. Returns a problem if the conversion fails, and the value of `emptyArgument` if the argument is empty. */
type ArgumentReader = (run: Run) => unknown;

interface Argument {
  parameter: Parameter;
  compiled: Compiled;
  read: ArgumentReader;
}

export function compileCall(node: CallNode, scope: Scope): Compiled {
  const definition = functions.get(node.name);
  if (definition === undefined) {
    scope.fail('unknown-function', node.span, { name: node.name }, functions.keys());
    return { evaluate: () => undefined, type: anyType, size: 1 };
  }
  if (!hasRightCount(node, definition, scope)) return { evaluate: () => undefined, type: anyType, size: 1 };
  recordEnvironment(definition.name, node, scope);
  if (definition.form !== undefined) return compileForm(definition, definition.form, node, scope);
  const given = node.arguments.map((argument, index) => compileArgument(argument, index, definition, scope));
  if (definition.name === 'lookup') checkColumn(node, scope);
  const types = given.map(({ compiled }) => compiled.type);
  const [first] = types;
  const isMapped = mapsFirst(definition) && first?.isList !== false;
  const type = typeOfResult(definition.result, types);
  return {
    evaluate: applyTo(definition, given, node, mapsFirst(definition)),
    type: isMapped && type.isList === false ? { ...type, isList: first?.isList } : type,
    size: sizeOf(given.map(({ compiled }) => compiled)),
  };
}

/** Returns true if the first parameter takes a single value. For a list, the function is then applied to each element. */
function mapsFirst({ parameters }: FunctionDefinition): boolean {
  const [first] = parameters;
  return first !== undefined && first.isRest !== true && !unmapped.has(first.kind) && !literalKinds.has(first.kind);
}

const unmapped: ReadonlySet<string> = new Set(['any', 'list']);

function parameterAt({ parameters }: FunctionDefinition, index: number): Parameter | undefined {
  const last = parameters.at(-1);
  return parameters[index] ?? (last?.isRest === true ? last : undefined);
}

function hasRightCount(node: CallNode, definition: FunctionDefinition, scope: Scope): boolean {
  const { parameters, name } = definition;
  const count = node.arguments.length;
  const least = parameters.filter(({ isOptional, isRest }) => isOptional !== true && isRest !== true).length;
  const hasRest = parameters.at(-1)?.isRest === true;
  if (count < least) scope.fail('too-few-arguments', node.span, { function: name, min: least, count });
  else if (!hasRest && count > parameters.length)
    scope.fail('too-many-arguments', node.span, { function: name, max: parameters.length, count });
  else return true;
  return false;
}

function compileArgument(node: Node, index: number, definition: FunctionDefinition, scope: Scope): Argument {
  const parameter = parameterAt(definition, index) ?? { name: '', kind: 'any' };
  if (literalKinds.has(parameter.kind)) {
    const literal = readLiteralArgument(parameter, node, scope, definition.name);
    const compiled: Compiled = { evaluate: () => undefined, type: emptyType, size: 1 };
    return { parameter, compiled, read: () => literal };
  }
  const compiled = scope.compile(node);
  checkType(node, compiled.type, parameter, index === 0 && mapsFirst(definition), scope);
  return { parameter, compiled, read: argumentReader(node, compiled, parameter, scope) };
}

/**
 * Records an error if the argument has the wrong kind. A list is an error too if the parameter takes one value, unless the function is
 * applied to each element.
 */
function checkType(node: Node, type: Type, parameter: Parameter, isMapped: boolean, scope: Scope): void {
  const takesList = isMapped || unmapped.has(parameter.kind);
  if ((takesList || type.isList !== true) && canBe(type, parameter.kind)) return;
  scope.fail('wrong-type', node.span, { expected: kindName(parameter.kind), actual: actualOf(type) });
}

function argumentReader(node: Node, compiled: Compiled, parameter: Parameter, scope: Scope): ArgumentReader {
  const { constant, evaluate } = compiled;
  if (constant !== undefined && !(constant instanceof Problem)) {
    const converted = convertArgument(parameter, constant);
    if (converted instanceof Problem) {
      const { code, candidates } = errorOfLiteral(parameter, converted);
      const name = node.kind === 'text' ? node.text : '';
      scope.fail(
        code,
        node.span,
        { name, expected: kindName(parameter.kind), actual: actualOf(compiled.type) },
        candidates,
      );
    }
    return () => converted;
  }
  const empty = emptyArgument(parameter);
  return (run) => {
    const value = evaluate(run);
    if (value === undefined) return empty;
    return value instanceof Problem ? value : convertArgument(parameter, value);
  };
}

/**
 * Returns a closure that calls a function with converted arguments. If an argument is a problem, the result is that problem. If a required
 * argument is empty, the result is empty.
 */
function applyTo(
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

function applier(
  { parameters, apply }: FunctionDefinition,
  first: Argument | undefined,
  given: readonly Argument[],
  { span }: CallNode,
): (run: Run, value: unknown) => Result {
  const others = given.filter((argument) => argument !== first && argument.parameter.isRest !== true);
  const rest = given.filter(({ parameter }) => parameter.isRest === true);
  const hasRest = parameters.at(-1)?.isRest === true;
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
    const result = apply?.(run, values);
    if (result instanceof Problem) return result.at(span);
    return result === '' || isNothing(result) ? undefined : result;
  };
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

/** Records which data a function reads in addition to the product's values. */
function recordEnvironment(name: string, node: CallNode, scope: Scope): void {
  const { dependencies } = scope.compilation;
  if (name === 'image') dependencies.readsAssets = true;
  if (name === 'packaging') dependencies.readsPackaging = true;
  if (name === 'categoryPath') dependencies.readsCategory = true;
  if (name === 'today' && node.arguments.length === 0) dependencies.zones.add('UTC');
}
