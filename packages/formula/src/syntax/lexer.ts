import type { Span } from '../values/problem.ts';
import type { FormulaError, FormulaErrorCode } from './formula-error.ts';
import { readDelimited } from './delimited.ts';
import { isKeyword, type Token, type TokenKind } from './token.ts';

/** Maximum number of characters of a formula. */
const maxFormulaLength = 4_000;

/** U+0000 and lone surrogates, which the database cannot store. */
const unstorable = /\0|\p{Cs}/u;
const blank = /[\s\ufeff]+/uy;
const comment = /#[^\n]*/y;
const name = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy;
const number = /\d+(?:\.\d+)?/y;
const sign = /<>|<=|>=|[=<>&+\-*/|.,;()@]/y;

/**
 * Splits a formula into tokens. If there is no error, the last token is `end`. If there is an error, returns the tokens before it, or none
 * if the text is too long or contains a character that cannot be stored.
 */
export function tokenize(text: string): { tokens: Token[]; error: FormulaError | undefined } {
  const reader = new Lexer(text);
  if (text.length > maxFormulaLength)
    return { tokens: [], error: reader.errorAt('too-long', 0, 0, { maxCharacters: maxFormulaLength }) };
  const stranger = text.search(unstorable);
  if (stranger !== -1)
    return { tokens: [], error: reader.errorAt('unexpected-character', stranger, stranger + 1, { character: '' }) };
  const tokens: Token[] = [];
  for (;;) {
    const token = reader.next();
    if (!('kind' in token)) return { tokens, error: token };
    tokens.push(token);
    if (token.kind === 'end') return { tokens, error: undefined };
  }
}

class Lexer {
  readonly #text: string;
  #offset = 0;
  #line = 1;
  #lineStart = 0;

  constructor(text: string) {
    this.#text = text;
  }

  next(): Token | FormulaError {
    const comments = this.#skip();
    const start = this.#offset;
    const first = this.#text.charAt(start);
    if (first === '') return this.#token('end', '', start, comments);
    if (first === '"' || first === '[') return this.#delimited(start, first, comments);
    const word = this.#match(name);
    if (word !== undefined) return this.#token(isKeyword(word) ? 'keyword' : 'name', word, start, comments);
    const digits = this.#match(number);
    if (digits !== undefined) return this.#token('number', digits, start, comments);
    const signs = this.#match(sign);
    if (signs !== undefined) return this.#token('sign', signs, start, comments);
    const character = String.fromCodePoint(this.#text.codePointAt(start) ?? 0);
    return this.errorAt('unexpected-character', start, start + character.length, { character });
  }

  /** Creates an error whose position is on the current line. */
  errorAt(
    code: FormulaErrorCode,
    start: number,
    end: number,
    params: Record<string, string | number> = {},
  ): FormulaError {
    return { code, params, span: this.#span(start, end) };
  }

  #delimited(start: number, opening: '"' | '[', comments: string[]): Token | FormulaError {
    const found = readDelimited(this.#text, start);
    if ('code' in found) return this.errorAt(found.code, found.start, found.end, { opening });
    const token = this.#token(opening === '"' ? 'text' : 'path', found.text, start, comments, found.end);
    this.#passLines(start, found.end);
    return token;
  }

  /** Skips white space and comments. Returns the comments. */
  #skip(): string[] {
    const comments: string[] = [];
    for (;;) {
      const start = this.#offset;
      if (this.#match(blank) !== undefined) this.#passLines(start, this.#offset);
      const found = this.#match(comment);
      if (found !== undefined) comments.push(found.slice(1).trim());
      if (this.#offset === start) return comments;
    }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#offset;
    const found = pattern.exec(this.#text)?.[0];
    this.#offset += found?.length ?? 0;
    return found;
  }

  #token(kind: TokenKind, text: string, start: number, comments: string[], end = start + text.length): Token {
    this.#offset = end;
    return { kind, text, span: this.#span(start, end), comments };
  }

  #span(start: number, end: number): Span {
    const column = Array.from(this.#text.slice(this.#lineStart, start)).length + 1;
    return { start, end, line: this.#line, column };
  }

  #passLines(start: number, end: number): void {
    for (
      let index = this.#text.indexOf('\n', start);
      index !== -1 && index < end;
      index = this.#text.indexOf('\n', index + 1)
    ) {
      this.#line += 1;
      this.#lineStart = index + 1;
    }
  }
}
