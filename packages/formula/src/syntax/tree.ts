import type { Span } from '../values/problem.ts';

/** A parsed formula, which consists of its definitions in order and the expression after them. */
export interface FormulaTree {
  lets: readonly Binding[];
  body: Node;
  /** Comments before, in and after the expression. */
  comments: readonly string[];
}

export interface Binding {
  name: string;
  value: Node;
  comments: readonly string[];
  span: Span;
}

export type ComparisonSign = '=' | '<>' | '<' | '<=' | '>' | '>=' | 'in';
export type ArithmeticSign = '+' | '-' | '*' | '/';

export interface TextNode {
  kind: 'text';
  text: string;
  span: Span;
}
export interface NumberNode {
  kind: 'number';
  text: string;
  span: Span;
}
export interface WordNode {
  kind: 'word';
  word: 'true' | 'false' | 'empty' | 'it';
  span: Span;
}
/** A name: a `let` name, a child of an enclosing row (inside a condition on rows), or an attribute of the product. */
export interface ReferenceNode {
  kind: 'reference';
  path: string;
  /** True if the name is written in brackets. Such a name never refers to a `let` definition. */
  isBracketed: boolean;
  /** True if written as `product.name`, which is always an attribute of the product. */
  isOfProduct: boolean;
  span: Span;
}
export interface MemberNode {
  kind: 'member';
  of: Node;
  name: string;
  span: Span;
}
export interface CallNode {
  kind: 'call';
  /** The canonical name of the function. */
  name: string;
  arguments: readonly Node[];
  /** True if written as `a | f(b)`. */
  isPiped: boolean;
  span: Span;
}
export interface NegationNode {
  kind: 'negation';
  of: Node;
  span: Span;
}
export interface NotNode {
  kind: 'not';
  of: Node;
  span: Span;
}
export interface ComparisonNode {
  kind: 'comparison';
  sign: ComparisonSign;
  left: Node;
  right: Node;
  span: Span;
}
export interface ArithmeticNode {
  kind: 'arithmetic';
  sign: ArithmeticSign;
  left: Node;
  right: Node;
  span: Span;
}
/** Two or more parts with the same operator `&`, `and` or `or` between them. */
export interface ChainNode {
  kind: 'chain';
  sign: '&' | 'and' | 'or';
  parts: readonly Node[];
  span: Span;
}

export type Node =
  | TextNode
  | NumberNode
  | WordNode
  | ReferenceNode
  | MemberNode
  | CallNode
  | NegationNode
  | NotNode
  | ComparisonNode
  | ArithmeticNode
  | ChainNode;
