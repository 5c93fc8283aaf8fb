import type { Span } from '../values/problem.ts';

export type TokenKind = 'text' | 'number' | 'name' | 'path' | 'keyword' | 'sign' | 'end';

export interface Token {
  kind: TokenKind;
  /** The decoded content of a text literal or path, or the characters of any other token. */
  text: string;
  span: Span;
  /** Comments between the previous token and this one, without `#`. */
  comments: readonly string[];
}

const keywords: ReadonlySet<string> = new Set(['let', 'or', 'and', 'not', 'in', 'true', 'false', 'empty', 'it']);
/** Names that have a special meaning before a dot. */
const prefixes: ReadonlySet<string> = new Set(['product', 'family', 'parent']);
const bareName = /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u;

export function isKeyword(text: string): boolean {
  return keywords.has(text);
}

/** Returns true if an id can be written without brackets. */
export function isBareName(id: string): boolean {
  return bareName.test(id) && !keywords.has(id) && !prefixes.has(id);
}
