import type ts from 'typescript';

/** What is known about an expression without running it. */
export type Value =
  /** A fragment of SQL, in each form that it can have. */
  | { kind: 'sql'; texts: readonly string[]; isOpen: boolean }
  | { kind: 'text'; texts: readonly string[] }
  | { kind: 'list'; items: Value[] }
  | { kind: 'object'; members: Map<string, Value> }
  | { kind: 'function'; node: FunctionNode; scope: Scope; name: string }
  /** Anything else. `isOpen` means that it may be a fragment of SQL that depends on the caller. */
  | { kind: 'unknown'; isOpen: boolean };

export type FunctionNode = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction | ts.MethodDeclaration;

/** The names that are visible at one position in the source. */
export interface Scope {
  find(name: string): Value | undefined;
}

export const unknown: Value = { kind: 'unknown', isOpen: false };
export const open: Value = { kind: 'unknown', isOpen: true };

/** Maximum number of forms of one statement. Parts are varied one at a time, so the number grows only linearly with the parts. */
const maxForms = 40;

const distinct = (texts: readonly string[]) => [...new Set(texts)].slice(0, maxForms);

export const sqlOf = (texts: readonly string[], isOpen = false): Value => ({
  kind: 'sql',
  texts: distinct(texts),
  isOpen,
});

/**
 * Combines two values that an expression can have. Two texts or two fragments keep the forms of both. Of two lists, only the longer one is
 * kept. Of other values, the first one is kept, unless it is unknown and not open.
 */
export function either(first: Value, second: Value): Value {
  if (first.kind === 'sql' && second.kind === 'sql')
    return sqlOf([...first.texts, ...second.texts], first.isOpen || second.isOpen);
  if (first.kind === 'text' && second.kind === 'text')
    return { kind: 'text', texts: distinct([...first.texts, ...second.texts]) };
  if (first.kind === 'list' && second.kind === 'list')
    return { kind: 'list', items: first.items.length >= second.items.length ? first.items : second.items };
  return first.kind === 'unknown' && !first.isOpen ? second : first;
}

/**
 * Joins parts that can have several forms. The first form of the result has the first form of every part. Each further form differs from it
 * in one part.
 */
export function joined(parts: readonly (readonly string[])[]): string[] {
  const first = parts.map(([text = '']) => text);
  const varied = parts.flatMap((texts, index) =>
    texts.slice(1).map((text) => first.toSpliced(index, 1, text).join('')),
  );
  return distinct([first.join(''), ...varied]);
}

/** Returns the forms of a value in a statement. A value that is not SQL is a parameter. */
export const formsOf = (value: Value): readonly string[] => (value.kind === 'sql' ? value.texts : ['$1']);

export const isOpen = (value: Value): boolean => (value.kind === 'sql' || value.kind === 'unknown') && value.isOpen;
