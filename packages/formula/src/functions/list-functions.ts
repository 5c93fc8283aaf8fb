import { compareTexts } from '../values/code-points.ts';
import { toNumber, toText } from '../values/convert-value.ts';
import { compareDecimals, Decimal, wholeNumber } from '../values/decimal.ts';
import { Problem } from '../values/problem.ts';
import { isList, Quantity, type Result, type Value } from '../values/value.ts';
import { define } from './definition.ts';
import { identityOf } from './identity.ts';
import { flatten } from './number-functions.ts';
import { judgeLength, type Run } from './run.ts';

const l = { name: 'l', kind: 'list' } as const;
const count = { name: 'n', kind: 'integer' } as const;

export const listFunctions = [
  define('list', {
    parameters: [{ name: 'a', kind: 'any', isRest: true }],
    result: { anyFrom: 0 },
    readsEmpty: true,
    apply: (run, values) => listValue(run, flatten(values)),
  }),
  define('join', {
    parameters: [
      { name: 'sep', kind: 'text' },
      { name: 'a', kind: 'any', isRest: true },
    ],
    result: { of: 'text' },
    readsEmpty: true,
    apply: (run, separator, values) => join(run, separator, values),
  }),
  define('first', { parameters: [l], result: { like: 'element' }, apply: (_run, list) => list[0] }),
  define('last', { parameters: [l], result: { like: 'element' }, apply: (_run, list) => list.at(-1) }),
  define('item', {
    parameters: [l, count],
    result: { like: 'element' },
    apply: (_run, list, n) =>
      (n >= 1 ? list[n - 1] : undefined) ?? new Problem('no-such-item', { n, count: list.length }),
  }),
  define('take', {
    parameters: [l, count],
    result: { like: 'elements' },
    apply: (run, list, n) => listValue(run, list.slice(0, Math.max(0, n))),
  }),
  define('unique', {
    parameters: [l],
    result: { like: 'elements' },
    apply: (run, list) => run.countSteps(stepsOfUnique(list)) ?? listValue(run, unique(list)),
  }),
  define('sort', {
    parameters: [l, { name: 'order', kind: 'choice', isOptional: true, choices: ['asc', 'desc'], fallback: '"asc"' }],
    result: { like: 'elements' },
    apply: (run, list, order = 'asc') => run.countSteps(list.length) ?? sort(list, order === 'desc' ? -1 : 1),
  }),
  define('count', {
    parameters: [l],
    result: { of: 'number' },
    readsEmpty: true,
    apply: (_run, list) => wholeNumber(list.length),
  }),
  define('filled', {
    parameters: [{ name: 'x', kind: 'any' }],
    result: { of: 'truth' },
    readsEmpty: true,
    apply: (_run, value) => value !== undefined,
  }),
];

/** Returns a list as a value. A list without elements becomes empty (undefined). */
export function listValue(run: Run, list: readonly Value[]): Result {
  if (list.length === 0) return undefined;
  return judgeLength(list.length) ?? run.countSteps(list.length >> 3) ?? list;
}

function join(run: Run, separator: string, values: readonly Value[]): Result {
  let joined = '';
  let isFirst = true;
  for (const value of values) {
    for (const one of isList(value) ? value : [value]) {
      const text = toText(one);
      if (text instanceof Problem) return text;
      if (text === '') continue;
      joined += isFirst ? text : separator + text;
      isFirst = false;
      const problem = run.countText(text.length + separator.length);
      if (problem !== undefined) return problem;
    }
  }
  return isFirst ? undefined : joined;
}

/** Number of decimal places of a quantity that count as one step. Reducing a quantity with 1,000 decimal places takes about 0.5 ms. */
const decimalsPerStep = 50;

function stepsOfUnique(list: readonly Value[]): number {
  const decimals = list.map((value) => (value instanceof Quantity ? value.amount.scale : 0));
  return decimals.reduce((steps, scale) => steps + Math.floor(scale / decimalsPerStep), list.length);
}

function unique(list: readonly Value[]): Value[] {
  const seen = new Map<unknown, Value>();
  for (const value of list) {
    const identity = identityOf(value);
    if (!seen.has(identity)) seen.set(identity, value);
  }
  return [...seen.values()];
}

function sort(list: readonly Value[], direction: 1 | -1): Result {
  const numbers = list.map((value) => (value === undefined ? undefined : toNumber(value)));
  if (numbers.every((number) => number instanceof Decimal)) {
    const order = list.map((value, index) => ({ value, number: numbers[index] ?? wholeNumber(0) }));
    return order.sort((a, b) => direction * compareDecimals(a.number, b.number)).map(({ value }) => value);
  }
  const texts: { value: Value; text: string }[] = [];
  for (const value of list) {
    const text = toText(value);
    if (text instanceof Problem) return text;
    texts.push({ value, text });
  }
  return texts.sort((a, b) => direction * compareTexts(a.text, b.text)).map(({ value }) => value);
}
