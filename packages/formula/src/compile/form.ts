import type { FormName, FunctionDefinition } from '../functions/definition.ts';
import type { Run } from '../functions/run.ts';
import type { CallNode } from '../syntax/tree.ts';
import { toTruth } from '../values/convert-value.ts';
import { Problem } from '../values/problem.ts';
import type { Result } from '../values/value.ts';
import { equalValues } from './compare.ts';
import { checkTruth, compileLoop } from './loop.ts';
import { locate, sizeOf } from './operators.ts';
import { compileRow, compileRows } from './row-form.ts';
import type { Closure, Compiled, Scope } from './scope.ts';
import { type Type, typeOfResult } from './type.ts';

export function compileForm(definition: FunctionDefinition, form: FormName, node: CallNode, scope: Scope): Compiled {
  if (form === 'filter' || form === 'each') return compileLoop(definition, node, scope);
  if (form === 'rows') return compileRows(node, scope);
  if (form === 'row') return compileRow(node, scope);
  const parts = node.arguments.map((argument) => scope.compile(argument));
  const [first] = node.arguments;
  const [condition] = parts;
  if (form === 'if' && first !== undefined && condition !== undefined) checkTruth(first, condition.type, scope);
  const closures = parts.map(({ evaluate }) => evaluate);
  const type = typeOfResult(definition.result, typesOf(form, parts));
  return { evaluate: locate(node, choose(form, closures)), type, size: sizeOf(parts) };
}

/**
 * Returns the types of the parts. The results of a `switch` are at every second position, except the default, which is the last argument.
 * The type of the default is therefore repeated at the position where the next result would be.
 */
function typesOf(form: FormName, parts: readonly Compiled[]): Type[] {
  const types = parts.map(({ type }) => type);
  const otherwise = form === 'switch' && types.length % 2 === 0 ? types.at(-1) : undefined;
  return otherwise === undefined ? types : [...types.slice(0, -1), otherwise, otherwise];
}

function choose(form: 'if' | 'switch' | 'default' | 'attempt', parts: readonly Closure[]): Closure {
  switch (form) {
    case 'if':
      return chooseBranch(parts);
    case 'switch':
      return (run) => chooseCase(parts, run);
    case 'default':
      return (run) => chooseFilled(parts, run);
    case 'attempt':
      return (run) => {
        const value = parts[0]?.(run);
        return value instanceof Problem ? parts[1]?.(run) : value;
      };
  }
}

function chooseBranch([condition, then, otherwise]: readonly Closure[]): Closure {
  return (run) => {
    const value = condition?.(run);
    const truth = value instanceof Problem ? value : toTruth(value);
    if (truth instanceof Problem) return truth;
    return truth ? then?.(run) : otherwise?.(run);
  };
}

function chooseCase(parts: readonly Closure[], run: Run): Result {
  const value = parts[0]?.(run);
  if (value instanceof Problem) return value;
  let index = 1;
  for (; index + 1 < parts.length; index += 2) {
    const key = parts[index]?.(run);
    if (key instanceof Problem) return key;
    const isEqual = equalValues(value, key);
    if (isEqual instanceof Problem) return isEqual;
    if (isEqual) return parts[index + 1]?.(run);
  }
  return parts[index]?.(run);
}

function chooseFilled(parts: readonly Closure[], run: Run): Result {
  for (const part of parts) {
    const value = part(run);
    if (value !== undefined) return value;
  }
  return undefined;
}
