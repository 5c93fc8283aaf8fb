import { parseDecimal } from '../values/decimal-text.ts';
import { asComputed } from '../values/decimal.ts';
import type { Node } from '../syntax/tree.ts';
import { Problem } from '../values/problem.ts';
import { textValue } from '../values/value.ts';
import { compileCall } from './call.ts';
import { compileArithmetic, compileChain, compileComparison, compileNegation, compileNot } from './operators.ts';
import { compileMember, compileReference, compileWord } from './reference.ts';
import type { Compiled, Scope } from './scope.ts';
import { emptyType, single } from './type.ts';

export function compileNode(node: Node, scope: Scope): Compiled {
  switch (node.kind) {
    case 'text':
      return compileText(node.text);
    case 'number':
      return compileNumber(node.text);
    case 'word':
      return compileWord(node, scope);
    case 'reference':
      return compileReference(node, scope);
    case 'member':
      return compileMember(node, scope);
    case 'call':
      return compileCall(node, scope);
    case 'negation':
      return compileNegation(node, scope);
    case 'not':
      return compileNot(node, scope);
    case 'comparison':
      return compileComparison(node, scope);
    case 'arithmetic':
      return compileArithmetic(node, scope);
    case 'chain':
      return compileChain(node, scope);
  }
}

function compileText(text: string): Compiled {
  const constant = textValue(text);
  if (constant === undefined) return { evaluate: () => undefined, type: emptyType, size: 1 };
  return { evaluate: () => constant, type: single('text'), size: 1, constant };
}

/** Compiles a number. It is printed without trailing zeros, as computed numbers are. */
function compileNumber(text: string): Compiled {
  const number = parseDecimal(text);
  const constant = number === undefined ? new Problem('too-much-work', { limit: 'digits' }) : asComputed(number);
  return { evaluate: () => constant, type: single('number'), size: 1, constant };
}
