import { judgeLength, type Run } from '../functions/run.ts';
import { tooMuch } from '../functions/number-text.ts';
import type {
  ArithmeticSign,
  ArithmeticNode,
  ChainNode,
  ComparisonNode,
  NegationNode,
  NotNode,
} from '../syntax/tree.ts';
import { toNumber, toText, toTruth } from '../values/convert-value.ts';
import { addDecimals, Decimal, multiplyDecimals, negateDecimal, signOf, subtractDecimals } from '../values/decimal.ts';
import { divideDecimals } from '../values/decimal-rounding.ts';
import { Problem } from '../values/problem.ts';
import { isList, type Result, type Value } from '../values/value.ts';
import { compareValues, equalValues } from './compare.ts';
import type { Closure, Compiled, Scope } from './scope.ts';
import { canBe, kindName, single, type Type } from './type.ts';
import type { ParameterKind } from '../functions/parameters.ts';
import type { Node } from '../syntax/tree.ts';

export function compileChain(node: ChainNode, scope: Scope): Compiled {
  const kind = node.sign === '&' ? 'text' : 'truth';
  const parts = node.parts.map((part) => compileOperand(part, kind, scope));
  const closures = parts.map(({ evaluate }) => evaluate);
  const size = sizeOf(parts);
  if (node.sign === '&') return { evaluate: locate(node, concat(closures)), type: single('text'), size };
  return { evaluate: locate(node, decide(closures, node.sign === 'or')), type: single('truth'), size };
}

export function compileNot(node: NotNode, scope: Scope): Compiled {
  const of = compileOperand(node.of, 'truth', scope);
  const evaluate = locate(node, (run) => {
    const value = of.evaluate(run);
    const truth = value instanceof Problem ? value : toTruth(value);
    return typeof truth === 'boolean' ? !truth : truth;
  });
  return { evaluate, type: single('truth'), size: of.size + 1 };
}

export function compileNegation(node: NegationNode, scope: Scope): Compiled {
  const of = compileOperand(node.of, 'number', scope);
  const evaluate = locate(node, (run) => {
    const value = of.evaluate(run);
    if (value === undefined || value instanceof Problem) return value;
    const number = toNumber(value);
    return number instanceof Problem ? number : negateDecimal(number);
  });
  const type = single('number');
  return of.constant === undefined
    ? { evaluate, type, size: of.size + 1 }
    : { evaluate, type, size: 1, constant: negated(of) };
}

export function compileArithmetic(node: ArithmeticNode, scope: Scope): Compiled {
  const left = compileOperand(node.left, 'number', scope);
  const right = compileOperand(node.right, 'number', scope);
  const evaluate = locate(node, (run) => {
    const a = left.evaluate(run);
    if (a instanceof Problem) return a;
    const b = right.evaluate(run);
    if (b instanceof Problem) return b;
    return a === undefined || b === undefined ? undefined : calculate(node.sign, a, b);
  });
  return { evaluate, type: single('number'), size: sizeOf([left, right]) };
}

export function compileComparison(node: ComparisonNode, scope: Scope): Compiled {
  const left = compileOperand(node.left, 'one', scope);
  const right = node.sign === 'in' ? scope.compile(node.right) : compileOperand(node.right, 'one', scope);
  const { sign } = node;
  const evaluate = locate(node, (run) => {
    const a = left.evaluate(run);
    if (a instanceof Problem) return a;
    const b = right.evaluate(run);
    if (b instanceof Problem) return b;
    return sign === 'in' ? isIn(a, b, run) : compareValues(sign, a, b);
  });
  return { evaluate, type: single('truth'), size: sizeOf([left, right]) };
}

/** Compiles an operand. Records an error if the operand is a list, or if its kind can never be converted to `kind`. */
function compileOperand(node: Node, kind: ParameterKind, scope: Scope): Compiled {
  const compiled = scope.compile(node);
  const { type } = compiled;
  if (type.isList === true || !canBe(type, kind)) {
    const expected = kind === 'one' ? 'value' : kindName(kind);
    scope.fail('wrong-type', node.span, { expected, actual: actualOf(type) });
  }
  return compiled;
}

export function actualOf(type: Type): string {
  return type.isList === true ? 'list' : type.kinds.join(', ');
}

export function sizeOf(parts: readonly Compiled[]): number {
  return parts.reduce((sum, { size }) => sum + size, 1);
}

/** Adds the position of the node to problems that have none. */
export function locate(node: Node, evaluate: Closure): Closure {
  return (run) => {
    const result = evaluate(run);
    return result instanceof Problem ? result.at(node.span) : result;
  };
}

function negated({ constant }: Compiled): Result {
  return constant instanceof Decimal ? negateDecimal(constant) : undefined;
}

/** Concatenates the parts of `&`. An empty part counts as `""`. The result is empty if all parts are empty. */
function concat(parts: readonly Closure[]): Closure {
  return (run) => {
    let joined = '';
    for (const part of parts) {
      const value = part(run);
      const text = value instanceof Problem ? value : toText(value);
      if (text instanceof Problem) return text;
      joined += text;
    }
    return joined === '' ? undefined : (run.countText(joined.length) ?? joined);
  };
}

/** Compiles `and` or `or`. Parts are computed only until the result is certain. */
function decide(parts: readonly Closure[], decisive: boolean): Closure {
  return (run) => {
    for (const part of parts) {
      const value = part(run);
      const truth = value instanceof Problem ? value : toTruth(value);
      if (truth instanceof Problem || truth === decisive) return truth;
    }
    return !decisive;
  };
}

function calculate(sign: ArithmeticSign, left: Exclude<Value, undefined>, right: Exclude<Value, undefined>): Result {
  const a = toNumber(left);
  if (a instanceof Problem) return a;
  const b = toNumber(right);
  if (b instanceof Problem) return b;
  switch (sign) {
    case '+':
      return tooMuch(addDecimals(a, b));
    case '-':
      return tooMuch(subtractDecimals(a, b));
    case '*':
      return tooMuch(multiplyDecimals(a, b));
    case '/':
      return signOf(b) === 0 ? new Problem('division-by-zero') : tooMuch(divideDecimals(a, b));
  }
}

function isIn(value: Value, list: Value, run: Run): Result {
  if (list === undefined || value === undefined) return false;
  const elements = isList(list) ? list : [list];
  const problem = judgeLength(elements.length) ?? run.countSteps(elements.length >> 3);
  if (problem !== undefined) return problem;
  for (const element of elements) {
    const isEqual = equalValues(value, element);
    if (isEqual !== false) return isEqual;
  }
  return false;
}
