import type { Span } from '../values/problem.ts';
import { rewriteSpreadsheetCall } from './spreadsheet-names.ts';
import { TokenReader } from './token-reader.ts';
import type { Token } from './token.ts';
import type { Node } from './tree.ts';

/** Maximum nesting depth of parentheses, arguments, `not` and `-`. */
const maxDepth = 32;
const maxNodes = 500;

/** Reads operands: literals, references, calls and expressions in parentheses. */
export abstract class OperandParser {
  protected readonly tokens: TokenReader;
  readonly #functionNames: ReadonlyMap<string, string>;
  #depth = 0;
  #nodes = 0;

  constructor(tokens: readonly Token[], functionNames: ReadonlyMap<string, string>) {
    this.tokens = new TokenReader(tokens);
    this.#functionNames = functionNames;
  }

  get error(): TokenReader['error'] {
    return this.tokens.error;
  }

  protected abstract readExpression(): Node | undefined;

  protected readUnary(): Node | undefined {
    const { span } = this.tokens.current;
    if (!this.tokens.take('sign', '-')) return this.#readMembers();
    const of = this.nested(() => this.readUnary());
    return of && this.counted({ kind: 'negation', of, span: this.tokens.spanFrom(span) });
  }

  /** Reads the call after a `|`. Its first argument is the expression before the `|`. */
  protected readPipe(first: Node, start: Span): Node | undefined {
    const name = this.tokens.current;
    if (name.kind !== 'name') {
      this.tokens.fail('expected', name.span, { expected: 'function', found: name.text });
      return undefined;
    }
    this.tokens.next();
    const given = this.tokens.is('sign', '(') ? this.#readArguments() : [];
    const node = given && this.#makeCall(name.text, [first, ...given], name.span, start);
    return node?.kind === 'call' && node.arguments[0] === first ? { ...node, isPiped: true } : node;
  }

  /** Parses a nested part one level deeper than the current level. */
  protected nested(read: () => Node | undefined): Node | undefined {
    if (this.#depth > maxDepth) {
      this.tokens.fail('too-deep', this.tokens.current.span, { maxDepth });
      return undefined;
    }
    this.#depth += 1;
    const node = read();
    this.#depth -= 1;
    return node;
  }

  protected counted(node: Node): Node | undefined {
    this.#nodes += 1;
    if (this.#nodes <= maxNodes) return node;
    this.tokens.fail('too-many-nodes', node.span, { maxNodes });
    return undefined;
  }

  #readMembers(): Node | undefined {
    const { span } = this.tokens.current;
    let node = this.#readPrimary();
    while (node !== undefined && this.tokens.take('sign', '.')) {
      const name = this.tokens.current;
      if (name.kind !== 'name' && name.kind !== 'path') {
        this.tokens.fail('expected', name.span, { expected: 'name', found: name.text });
        return undefined;
      }
      this.tokens.next();
      node = this.counted({ kind: 'member', of: node, name: name.text, span: this.tokens.spanFrom(span) });
    }
    return node;
  }

  #readPrimary(): Node | undefined {
    const { kind, text, span } = this.tokens.current;
    if (kind === 'name') return this.#readName();
    if (kind === 'text' || kind === 'number') {
      this.tokens.next();
      return this.counted({ kind, text, span });
    }
    if (kind === 'path') {
      this.tokens.next();
      return this.counted({ kind: 'reference', path: text, isBracketed: true, isOfProduct: false, span });
    }
    if (kind === 'keyword' && (text === 'true' || text === 'false' || text === 'empty' || text === 'it')) {
      this.tokens.next();
      return this.counted({ kind: 'word', word: text, span });
    }
    if (this.tokens.take('sign', '(')) {
      const node = this.readExpression();
      return node && this.tokens.expect(')') ? node : undefined;
    }
    this.tokens.fail(kind === 'end' ? 'expected' : 'unexpected', span, { expected: 'expression', found: text });
    return undefined;
  }

  #readName(): Node | undefined {
    const { text, span } = this.tokens.next();
    if (this.tokens.is('sign', '(')) {
      const given = this.#readArguments();
      return given && this.#makeCall(text, given, span, span);
    }
    const isBeforePoint = this.tokens.is('sign', '.');
    const isReserved = (text === 'family' || text === 'parent') && isBeforePoint;
    if (isReserved || this.tokens.is('sign', '@')) {
      this.tokens.fail('reserved-syntax', this.tokens.spanFrom(span), { found: isReserved ? `${text}.` : `${text}@` });
      return undefined;
    }
    if (text === 'product' && isBeforePoint) return this.#readOfProduct(span);
    return this.counted({ kind: 'reference', path: text, isBracketed: false, isOfProduct: false, span });
  }

  #readOfProduct(start: Span): Node | undefined {
    this.tokens.next();
    const name = this.tokens.current;
    if (name.kind !== 'name' && name.kind !== 'path') {
      this.tokens.fail('expected', name.span, { expected: 'name', found: name.text });
      return undefined;
    }
    this.tokens.next();
    const span = this.tokens.spanFrom(start);
    return this.counted({
      kind: 'reference',
      path: name.text,
      isBracketed: name.kind === 'path',
      isOfProduct: true,
      span,
    });
  }

  #readArguments(): Node[] | undefined {
    this.tokens.expect('(');
    const given: Node[] = [];
    if (this.tokens.take('sign', ')')) return given;
    do {
      const argument = this.readExpression();
      if (argument === undefined) return undefined;
      given.push(argument);
    } while (this.tokens.take('sign', ','));
    return this.tokens.expect(')') ? given : undefined;
  }

  /**
   * Creates a call with the canonical name of the function. A call with a spreadsheet name becomes the equivalent expression. If the name
   * is unknown, the span of the call covers only the name, so that the error refers to the name.
   */
  #makeCall(name: string, given: readonly Node[], nameSpan: Span, start: Span): Node | undefined {
    const span = this.tokens.spanFrom(start);
    const canonical = this.#functionNames.get(name.toLowerCase());
    const rewritten = canonical === undefined ? rewriteSpreadsheetCall(name, given, span) : undefined;
    if (rewritten !== undefined) return this.counted(rewritten);
    const call: Node = {
      kind: 'call',
      name: canonical ?? name,
      arguments: given,
      isPiped: false,
      span: canonical === undefined ? nameSpan : span,
    };
    return this.counted(call);
  }
}
