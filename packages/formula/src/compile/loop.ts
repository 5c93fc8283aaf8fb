import type { FunctionDefinition } from '../functions/definition.ts';
import { judgeLength, type Run } from '../functions/run.ts';
import type { CallNode, Node } from '../syntax/tree.ts';
import { toList, toTruth } from '../values/convert-value.ts';
import { Problem } from '../values/problem.ts';
import { isList, type Result, type Value } from '../values/value.ts';
import { actualOf, locate, sizeOf } from './operators.ts';
import type { Compiled, Scope } from './scope.ts';
import { canBe, elementOf, type Type } from './type.ts';

/** Maximum nesting depth of `filter` and `each`. */
const maxLoops = 3;
const anyList: Type = { kinds: [], isList: true };

export function checkTruth(node: Node, type: Type, scope: Scope): void {
  if (type.isList === true || !canBe(type, 'truth'))
    scope.fail('wrong-type', node.span, { expected: 'truth', actual: actualOf(type) });
}

/** Compiles `filter` or `each`, whose second argument is computed for each element. */
export function compileLoop(definition: FunctionDefinition, node: CallNode, scope: Scope): Compiled {
  const [listNode, bodyNode] = node.arguments;
  if (listNode === undefined || bodyNode === undefined) return { evaluate: () => undefined, type: anyList, size: 1 };
  if (scope.visible.loops >= maxLoops) scope.fail('too-deep', node.span, { maxDepth: maxLoops });
  const list = scope.compile(listNode);
  const local = scope.takeLocal();
  const body = scope.withElement(elementOf(list.type), local).compile(bodyNode);
  const isFilter = definition.name === 'filter';
  if (isFilter) checkTruth(bodyNode, body.type, scope);
  const evaluate = locate(node, (run) => {
    const value = list.evaluate(run);
    if (value instanceof Problem || value === undefined) return value;
    return isFilter ? filter(toList(value), body, local, run) : each(toList(value), body, local, run);
  });
  const type = { ...(isFilter ? list.type : body.type), isList: true };
  return { evaluate, type, size: sizeOf([list, body]) };
}

export function filter(list: readonly Value[], body: Compiled, local: number, run: Run): Result {
  const kept: Value[] = [];
  for (const element of list) {
    const problem = run.countSteps(body.size);
    if (problem !== undefined) return problem;
    run.locals[local] = element;
    const value = body.evaluate(run);
    const truth = value instanceof Problem ? value : toTruth(value);
    if (truth instanceof Problem) return truth;
    if (truth) kept.push(element);
  }
  return kept.length === 0 ? undefined : kept;
}

function each(list: readonly Value[], body: Compiled, local: number, run: Run): Result {
  const results: Value[] = [];
  for (const element of list) {
    const problem = run.countSteps(body.size);
    if (problem !== undefined) return problem;
    run.locals[local] = element;
    const value = body.evaluate(run);
    if (value instanceof Problem) return value;
    if (isList(value)) results.push(...value);
    else if (value !== undefined) results.push(value);
    const tooMany = judgeLength(results.length);
    if (tooMany !== undefined) return tooMany;
  }
  return results.length === 0 ? undefined : results;
}
