import type { FunctionDefinition } from '../functions/definition.ts';
import { functions } from '../functions/function-table.ts';
import { literalKinds, type Parameter } from '../functions/parameters.ts';
import type { CallNode, Node } from '../syntax/tree.ts';
import { Problem } from '../values/problem.ts';
import { type Argument, type ArgumentReader, applyTo } from './apply-call.ts';
import { convertArgument, emptyArgument, errorOfLiteral } from './argument.ts';
import { compileForm } from './form.ts';
import { checkColumn, readLiteralArgument } from './literal-argument.ts';
import { actualOf, sizeOf } from './operators.ts';
import type { Compiled, Scope } from './scope.ts';
import { anyType, canBe, emptyType, kindName, type Type, typeOfResult } from './type.ts';

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

/** Records which data a function reads in addition to the product's values. */
function recordEnvironment(name: string, node: CallNode, scope: Scope): void {
  const { dependencies } = scope.compilation;
  if (name === 'image') dependencies.readsAssets = true;
  if (name === 'packaging') dependencies.readsPackaging = true;
  if (name === 'categoryPath') dependencies.readsCategory = true;
  if (name === 'today' && node.arguments.length === 0) dependencies.zones.add('UTC');
}
