import type { FormulaError } from './formula-error.ts';
import { tokenize } from './lexer.ts';
import { OperandParser } from './operand-parser.ts';
import type { ArithmeticSign, Binding, ChainNode, ComparisonSign, FormulaTree, Node } from './tree.ts';

export type Parsed = { tree: FormulaTree } | { error: FormulaError };

/**
 * Parses a formula.
 * @param functionNames name in lower case → canonical name of the function
 */
export function parse(text: string, functionNames: ReadonlyMap<string, string>): Parsed {
  const { tokens, error } = tokenize(text);
  if (error !== undefined) return { error };
  const parser = new Parser(tokens, functionNames);
  const tree = parser.readFormula();
  const found = parser.error;
  return tree === undefined || found !== undefined ? { error: found ?? unreadable } : { tree };
}

/** A fallback that is never returned, because the parser has recorded an error if no tree was parsed. */
const unreadable: FormulaError = { code: 'unexpected', params: {}, span: { start: 0, end: 0, line: 1, column: 1 } };

const comparisonSigns: ReadonlyMap<string, ComparisonSign> = new Map(
  (['=', '<>', '<', '<=', '>', '>=', 'in'] as const).map((sign) => [sign, sign]),
);

/** Reads operators. Each method reads one level of the grammar, from the weakest to the strongest binding. */
class Parser extends OperandParser {
  readFormula(): FormulaTree | undefined {
    const lets: Binding[] = [];
    const names = new Set<string>();
    while (this.tokens.is('keyword', 'let')) {
      const binding = this.#readBinding();
      if (binding === undefined) return undefined;
      if (names.has(binding.name)) this.tokens.fail('duplicate-let', binding.span, { name: binding.name });
      names.add(binding.name);
      lets.push(binding);
    }
    const body = this.readExpression();
    if (body === undefined) return undefined;
    const { current } = this.tokens;
    if (current.kind !== 'end') this.tokens.fail('unexpected', current.span, { found: current.text });
    this.tokens.next();
    return { lets, body, comments: this.tokens.takeComments() };
  }

  protected override readExpression(): Node | undefined {
    return this.nested(() => {
      const { span } = this.tokens.current;
      let node = this.#readChain('or', () => this.#readChain('and', () => this.#readNot()));
      while (node !== undefined && this.tokens.take('sign', '|')) node = this.readPipe(node, span);
      return node;
    });
  }

  #readBinding(): Binding | undefined {
    const { span } = this.tokens.next();
    const name = this.tokens.current;
    if (name.kind !== 'name') {
      this.tokens.fail('expected', name.span, { expected: 'name', found: name.text });
      return undefined;
    }
    this.tokens.next();
    if (!this.tokens.expect('=')) return undefined;
    const value = this.readExpression();
    if (value === undefined || !this.tokens.expect(';')) return undefined;
    return { name: name.text, value, comments: this.tokens.takeComments(), span: this.tokens.spanFrom(span) };
  }

  #readChain(sign: ChainNode['sign'], readPart: () => Node | undefined): Node | undefined {
    const { span } = this.tokens.current;
    const first = readPart();
    if (first === undefined || !this.#takeOperator(sign)) return first;
    const parts = [first];
    do {
      const part = readPart();
      if (part === undefined) return undefined;
      parts.push(part);
    } while (this.#takeOperator(sign));
    return this.counted({ kind: 'chain', sign, parts, span: this.tokens.spanFrom(span) });
  }

  #takeOperator(sign: ChainNode['sign']): boolean {
    return this.tokens.take(sign === '&' ? 'sign' : 'keyword', sign);
  }

  #readNot(): Node | undefined {
    const { span } = this.tokens.current;
    if (!this.tokens.take('keyword', 'not')) return this.#readComparison();
    const of = this.nested(() => this.#readNot());
    return of && this.counted({ kind: 'not', of, span: this.tokens.spanFrom(span) });
  }

  #readComparison(): Node | undefined {
    const { span } = this.tokens.current;
    const left = this.#readConcat();
    const { kind, text } = this.tokens.current;
    const sign = kind === 'sign' || kind === 'keyword' ? comparisonSigns.get(text) : undefined;
    if (left === undefined || sign === undefined) return left;
    this.tokens.next();
    const right = this.#readConcat();
    return right && this.counted({ kind: 'comparison', sign, left, right, span: this.tokens.spanFrom(span) });
  }

  #readConcat(): Node | undefined {
    return this.#readChain('&', () => this.#readArithmetic(['+', '-'], () => this.#readTerm()));
  }

  #readTerm(): Node | undefined {
    return this.#readArithmetic(['*', '/'], () => this.readUnary());
  }

  #readArithmetic(signs: readonly ArithmeticSign[], readOperand: () => Node | undefined): Node | undefined {
    const { span } = this.tokens.current;
    let left = readOperand();
    for (;;) {
      const sign = signs.find((one) => this.tokens.is('sign', one));
      if (left === undefined || sign === undefined) return left;
      this.tokens.next();
      const right = readOperand();
      if (right === undefined) return undefined;
      left = this.counted({ kind: 'arithmetic', sign, left, right, span: this.tokens.spanFrom(span) });
    }
  }
}
