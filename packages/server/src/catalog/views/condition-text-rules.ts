import type { UnitScales } from '../../structure/core.ts';
import type { OrderKind } from './value-order-rules.ts';

const comparisons = ['<', '<=', '>', '>='] as const;
type Comparison = (typeof comparisons)[number];

/** The test that a condition applies to a value. A range compares numbers or times. Its `order` is `text` until the attribute is known. */
export type ConditionTest =
  | { kind: 'equals' | 'differs'; text: string }
  | { kind: 'contains' | 'begins'; text: string }
  | { kind: 'any-of'; texts: string[] }
  | { kind: 'range'; comparison: Comparison; text: string; order: OrderKind; scales?: UnitScales }
  | { kind: 'empty' | 'present' };

/** A condition with names that are not resolved yet. */
export interface ConditionText {
  names: string[];
  test: ConditionTest;
}

const escaped: Record<string, string> = {
  '2F': '/',
  '3D': '=',
  '7E': '~',
  '21': '!',
  '2A': '*',
  '25': '%',
  '3C': '<',
  '3E': '>',
  '7C': '|',
  '5E': '^',
};

const unescapeName = (name: string): string =>
  name.replaceAll(/%(2F|3D|7E|21|2A|25|3C|3E|7C|5E)/gi, (whole, code: string) => escaped[code.toUpperCase()] ?? whole);

export const namesIn = (path: string) => path.split('/').map(unescapeName);

/** Splits the list of an "any of" condition. "|" and "%" inside a value are written as %7C and %25. */
const textsIn = (list: string): string[] =>
  list.split('|').map((text) => text.replaceAll(/%(7C|25)/gi, (_, code: string) => (code === '25' ? '%' : '|')));

/**
 * Reads `name=text`, `name~text`, `name!` and `name*`. The first operator counts.
 * @returns undefined for any other text, and for an empty name
 */
export function readPlainCondition(text: string): ConditionText | undefined {
  const [, comparedPath, operator, wanted = ''] = /^([^=~]*)([=~])(.*)$/s.exec(text) ?? [];
  const [, lonePath, mark] = /^(.*)([!*])$/s.exec(text) ?? [];
  const path = comparedPath ?? lonePath;
  if (path === undefined || path === '') return undefined;
  const names = namesIn(path);
  if (operator !== undefined) return { names, test: { kind: operator === '=' ? 'equals' : 'contains', text: wanted } };
  return { names, test: { kind: mark === '!' ? 'empty' : 'present' } };
}

function testOf(operator: string, text: string): ConditionTest {
  if (operator === '|=') return { kind: 'any-of', texts: textsIn(text) };
  if (operator === '!=') return { kind: 'differs', text };
  if (operator === '^=') return { kind: 'begins', text };
  const comparison = comparisons.find((one) => one === operator);
  if (comparison === undefined) throw new Error(`unknown operator ${operator}`);
  return { kind: 'range', comparison, text, order: 'text' };
}

/**
 * Reads a condition with one of the operators `>=`, `<=`, `>`, `<`, `|=` (any of), `!=` and `^=` (begins with). For compatibility, try
 * `readPlainCondition` first, because it can read some of these texts with an older meaning.
 */
export function readTypedCondition(text: string): ConditionText | undefined {
  const [, path, operator, wanted = ''] = /^([^=~<>|^!]+)(>=|<=|>|<|\|=|!=|\^=)(.*)$/s.exec(text) ?? [];
  if (path === undefined || operator === undefined) return undefined;
  return { names: namesIn(path), test: testOf(operator, wanted) };
}

/** Returns true if a test compares only with empty texts. */
export const lacksText = (test: ConditionTest): boolean =>
  'texts' in test ? test.texts.every((text) => text === '') : 'text' in test && test.text === '';
