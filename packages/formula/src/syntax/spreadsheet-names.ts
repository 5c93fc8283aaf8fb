import type { Span } from '../values/problem.ts';
import type { Node } from './tree.ts';

/**
 * Maps spreadsheet functions to the functions of formulas that have the same arguments. The names of spreadsheet functions are in lower
 * case.
 */
const sameArguments: ReadonlyMap<string, string> = new Map([
  ['coalesce', 'default'],
  ['counta', 'count'],
  ['datevalue', 'date'],
  ['iferror', 'attempt'],
  ['index', 'item'],
  ['len', 'length'],
  ['proper', 'title'],
  ['regexextract', 'match'],
  ['regexmatch', 'matches'],
  ['regexreplace', 'replaceMatch'],
  ['substitute', 'replace'],
  ['value', 'number'],
]);

type Rewrite = (given: readonly Node[], span: Span) => Node | undefined;

const text = (value: string, span: Span): Node => ({ kind: 'text', text: value, span });
const number = (value: string, span: Span): Node => ({ kind: 'number', text: value, span });
const call = (name: string, given: readonly Node[], span: Span): Node => ({
  kind: 'call',
  name,
  arguments: given,
  isPiped: false,
  span,
});

function chain(sign: 'and' | 'or', given: readonly Node[], span: Span): Node | undefined {
  const [first] = given;
  return given.length < 2 ? first : { kind: 'chain', sign, parts: given, span };
}

/** Spreadsheet functions that are written differently in formulas. The rewrites return undefined if a required argument is missing. */
const rewrites: ReadonlyMap<string, Rewrite> = new Map<string, Rewrite>([
  ['and', (given, span) => chain('and', given, span)],
  ['or', (given, span) => chain('or', given, span)],
  ['concat', (given, span) => call('join', [text('', span), ...given], span)],
  ['concatenate', (given, span) => call('join', [text('', span), ...given], span)],
  ['exact', ([left, right], span) => left && right && { kind: 'comparison', sign: '=', left, right, span }],
  ['int', ([value], span) => value && call('round', [value, number('0', span), text('floor', span)], span)],
  ['isblank', ([of], span) => of && { kind: 'not', of: call('filled', [of], span), span }],
  ['not', ([of], span) => of && { kind: 'not', of, span }],
  ['rounddown', ([value, digits], span) => value && roundBy(value, digits, 'down', span)],
  ['roundup', ([value, digits], span) => value && roundBy(value, digits, 'up', span)],
  // TEXTJOIN(separator, ignore empty, …): the second argument is dropped, because empty parts are always ignored.
  ['textjoin', ([separator, , ...parts], span) => separator && call('join', [separator, ...parts], span)],
  ['vlookup', ([key, table, ...rest], span) => key && table && call('lookup', [table, key, ...rest.slice(0, 1)], span)],
]);

function roundBy(value: Node, digits: Node | undefined, mode: string, span: Span): Node {
  return call('round', [value, digits ?? number('0', span), text(mode, span)], span);
}

/**
 * Returns the expression that is equivalent to a call with a spreadsheet name. Returns undefined if `name` is not a spreadsheet name or if
 * a required argument is missing.
 */
export function rewriteSpreadsheetCall(name: string, given: readonly Node[], span: Span): Node | undefined {
  const folded = name.toLowerCase();
  const same = sameArguments.get(folded);
  return same === undefined ? rewrites.get(folded)?.(given, span) : call(same, given, span);
}

/** The spreadsheet names of the functions that have any, in upper case. */
export const spreadsheetNames: ReadonlyMap<string, readonly string[]> = groupNames();

function groupNames(): Map<string, string[]> {
  const names = new Map([
    ['join', ['CONCAT', 'CONCATENATE', 'TEXTJOIN']],
    ['lookup', ['VLOOKUP']],
    ['round', ['INT', 'ROUNDDOWN', 'ROUNDUP']],
    ['filled', ['ISBLANK']],
  ]);
  for (const [alias, name] of sameArguments)
    if (alias !== name) names.set(name, [...(names.get(name) ?? []), alias.toUpperCase()]);
  return names;
}
