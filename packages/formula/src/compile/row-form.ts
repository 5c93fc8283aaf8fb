import type { CallNode, Node } from '../syntax/tree.ts';
import { toAmount, toList } from '../values/convert-value.ts';
import { integerOf } from '../values/decimal.ts';
import { Problem } from '../values/problem.ts';
import type { Result } from '../values/value.ts';
import type { Run } from '../functions/run.ts';
import { checkTruth, filter } from './loop.ts';
import { actualOf, locate, sizeOf } from './operators.ts';
import type { Closure, Compiled, Scope } from './scope.ts';
import { emptyType, type Type } from './type.ts';

interface CompiledRows extends Compiled {
  parts: readonly Compiled[];
}

/** `rows(composite, cond?)`: the rows that satisfy the condition. The condition can read the children of the row. */
export function compileRows(node: CallNode, scope: Scope): Compiled {
  return selectRows(node, scope);
}

/** `row(composite, cond?, n = 1)`: the n-th row that satisfies the condition. */
export function compileRow(node: CallNode, scope: Scope): Compiled {
  const rows = selectRows(node, scope);
  const numberNode = node.arguments[2];
  const number = numberNode === undefined ? undefined : scope.compile(numberNode);
  const type: Type = { ...rows.type, isList: false };
  const evaluate = locate(node, (run) => {
    const found = rows.evaluate(run);
    if (found instanceof Problem) return found;
    const n = positionOf(number?.evaluate, run);
    if (n instanceof Problem) return n;
    const list = toList(found);
    const row = n >= 1 ? list[n - 1] : undefined;
    return row === undefined && n !== 1 ? new Problem('no-such-item', { n, count: list.length }) : row;
  });
  return { evaluate, type, size: sizeOf(number === undefined ? rows.parts : [...rows.parts, number]) };
}

function selectRows(node: CallNode, scope: Scope): CompiledRows {
  const [listNode, conditionNode] = node.arguments;
  if (listNode === undefined) return { evaluate: () => undefined, type: emptyType, size: 1, parts: [] };
  const list = scope.compile(listNode);
  checkRows(listNode, list.type, scope);
  const type: Type = { ...list.type, isList: true };
  if (conditionNode === undefined)
    return { evaluate: (run) => listOf(list.evaluate(run)), type, size: list.size, parts: [list] };
  const local = scope.takeLocal();
  const condition = scope.withRow(list.type, list.type.composite, local).compile(conditionNode);
  checkTruth(conditionNode, condition.type, scope);
  const evaluate = locate(node, (run) => {
    const value = list.evaluate(run);
    if (value instanceof Problem || value === undefined) return value;
    return filter(toList(value), condition, local, run);
  });
  return { evaluate, type, size: sizeOf([list, condition]), parts: [list, condition] };
}

function listOf(value: Result): Result {
  return value instanceof Problem || value === undefined ? value : toList(value);
}

function checkRows(node: Node, type: Type, scope: Scope): void {
  if (type.kinds.length > 0 && !type.kinds.includes('row'))
    scope.fail('wrong-type', node.span, { expected: 'row', actual: actualOf(type) });
}

function positionOf(evaluate: Closure | undefined, run: Run): number | Problem {
  const value = evaluate?.(run);
  if (value instanceof Problem) return value;
  if (value === undefined) return 1;
  const number = toAmount(value);
  if (number instanceof Problem) return number;
  return integerOf(number) ?? new Problem('not-a-whole-number', {});
}
