import { bracketPath, quoteText } from './delimited.ts';
import { isBareName } from './token.ts';
import type { FormulaTree, MemberNode, Node, ReferenceNode } from './tree.ts';

/** Returns the current name of an attribute, which may have been renamed. */
export type NameOf = (node: ReferenceNode | MemberNode) => string;

const writtenName: NameOf = (node) => (node.kind === 'member' ? node.name : node.path);

/** The binding strength of each level of the grammar, from the weakest to the strongest. */
const levels = { pipe: 0, or: 1, and: 2, not: 3, comparison: 4, '&': 5, sum: 6, term: 7, unary: 8, primary: 9 };

/** Prints a formula in its canonical form, with each definition and each comment on a separate line. */
export function print(tree: FormulaTree, nameOf: NameOf = writtenName): string {
  const letNames = new Set<string>();
  const printer = new Printer(letNames, nameOf);
  const lines: string[] = [];
  for (const { name, value, comments } of tree.lets) {
    lines.push(...comments.map(printComment), `let ${name} = ${printer.print(value, levels.pipe)};`);
    // The name of a `let` definition hides an attribute only after the end of the definition.
    letNames.add(name);
  }
  return [...lines, ...tree.comments.map(printComment), printer.print(tree.body, levels.pipe)].join('\n');
}

function printComment(comment: string): string {
  return comment === '' ? '#' : `# ${comment}`;
}

class Printer {
  readonly #letNames: ReadonlySet<string>;
  readonly #nameOf: NameOf;

  constructor(letNames: ReadonlySet<string>, nameOf: NameOf) {
    this.#letNames = letNames;
    this.#nameOf = nameOf;
  }

  /** Prints a node, in parentheses if it binds more weakly than its position requires. */
  print(node: Node, level: number): string {
    const text = this.#printBare(node);
    return levelOf(node) < level ? `(${text})` : text;
  }

  #printBare(node: Node): string {
    switch (node.kind) {
      case 'text':
        return quoteText(node.text);
      case 'number':
        return node.text;
      case 'word':
        return node.word;
      case 'reference':
        return this.#printReference(node);
      case 'member':
        return `${this.print(node.of, levels.primary)}.${printName(this.#nameOf(node))}`;
      case 'call':
        return this.#printCall(node.name, node.arguments, node.isPiped);
      case 'negation':
        return `-${this.print(node.of, levels.unary)}`;
      case 'not':
        return `not ${this.print(node.of, levels.not)}`;
      case 'comparison':
        return `${this.print(node.left, levels['&'])} ${node.sign} ${this.print(node.right, levels['&'])}`;
      case 'arithmetic':
        return `${this.print(node.left, levelOf(node))} ${node.sign} ${this.print(node.right, levelOf(node) + 1)}`;
      case 'chain':
        return node.parts.map((part) => this.print(part, levels[node.sign] + 1)).join(` ${node.sign} `);
    }
  }

  #printCall(name: string, given: readonly Node[], isPiped: boolean): string {
    const [first, ...rest] = given;
    if (!isPiped || first === undefined) return `${name}(${this.#printArguments(given)})`;
    const call = rest.length === 0 ? name : `${name}(${this.#printArguments(rest)})`;
    return `${this.print(first, levels.pipe)} | ${call}`;
  }

  #printArguments(given: readonly Node[]): string {
    return given.map((argument) => this.print(argument, levels.pipe)).join(', ');
  }

  /**
   * Prints a reference. An attribute with the same name as a `let` definition is printed in brackets, so that the reference still refers to
   * the attribute.
   */
  #printReference(node: ReferenceNode): string {
    const isLet = !node.isBracketed && !node.isOfProduct && this.#letNames.has(node.path);
    if (isLet) return node.path;
    const name = this.#nameOf(node);
    if (node.isOfProduct) return `product.${printName(name)}`;
    return this.#letNames.has(name) ? bracketPath(name) : printName(name);
  }
}

/** Returns an id or path in the form in which formulas write it: in brackets, unless it is a bare name. */
export function printName(name: string): string {
  return isBareName(name) ? name : bracketPath(name);
}

function levelOf(node: Node): number {
  switch (node.kind) {
    case 'chain':
      return levels[node.sign];
    case 'arithmetic':
      return node.sign === '+' || node.sign === '-' ? levels.sum : levels.term;
    case 'comparison':
      return levels.comparison;
    case 'not':
      return levels.not;
    case 'negation':
      return levels.unary;
    case 'call':
      return node.isPiped ? levels.pipe : levels.primary;
    default:
      return levels.primary;
  }
}
