import { countCodePoints, isSimple, offsetAfter, utf8Length } from '../values/code-points.ts';
import { wholeNumber } from '../values/decimal.ts';
import { textValue } from '../values/value.ts';
import { define } from './definition.ts';
import { judgeLength } from './run.ts';
import { trim } from './text-space.ts';

const text = { name: 't', kind: 'text' } as const;
const count = { name: 'n', kind: 'integer' } as const;
const mark = { name: 'mark', kind: 'text' } as const;
const result = { of: 'text' } as const;

export const partFunctions = [
  define('left', {
    parameters: [text, count],
    result,
    apply: (run, t, n) => run.countRead(t.length) ?? textValue(t.slice(0, offsetAfter(t, n))),
  }),
  define('right', {
    parameters: [text, count],
    result,
    apply: (run, t, n) => run.countRead(t.length) ?? textValue(right(t, n)),
  }),
  define('mid', {
    parameters: [text, { name: 'start', kind: 'integer' }, count],
    result,
    apply: (run, t, start, n) => run.countRead(t.length) ?? textValue(middle(t, start, n)),
  }),
  define('before', {
    parameters: [text, mark],
    result,
    apply: (run, t, found) => run.countRead(t.length) ?? textValue(before(t, found)),
  }),
  define('after', {
    parameters: [text, mark],
    result,
    apply: (run, t, found) => run.countRead(t.length) ?? textValue(after(t, found)),
  }),
  define('pad', {
    parameters: [
      text,
      count,
      { name: 'char', kind: 'text', isOptional: true, fallback: '"0"' },
      { name: 'side', kind: 'choice', isOptional: true, choices: ['left', 'right'], fallback: '"left"' },
    ],
    result,
    apply: (run, t, n, char = '0', side = 'left') => {
      const missing = n - countCodePoints(t);
      if (missing <= 0 || char === '') return t;
      const [first = ''] = char;
      const problem = run.countText(missing * first.length + t.length);
      if (problem !== undefined) return problem;
      return side === 'left' ? first.repeat(missing) + t : t + first.repeat(missing);
    },
  }),
  define('length', {
    parameters: [text],
    result: { of: 'number' },
    apply: (run, t) => run.countRead(t.length) ?? wholeNumber(countCodePoints(t)),
  }),
  define('bytes', {
    parameters: [text],
    result: { of: 'number' },
    apply: (run, t) => run.countRead(t.length) ?? wholeNumber(utf8Length(t)),
  }),
  define('split', {
    parameters: [text, { name: 'sep', kind: 'text' }],
    result: { of: 'text', isList: true },
    apply: (run, t, sep) => {
      const problem = run.countText(t.length);
      if (problem !== undefined) return problem;
      const parts = sep === '' ? [t] : t.split(sep);
      const kept = parts.map(trim).filter((part) => part !== '');
      return judgeLength(kept.length) ?? run.countSteps(kept.length) ?? kept;
    },
  }),
];

function right(text: string, count: number): string {
  if (count <= 0) return '';
  if (isSimple(text)) return text.slice(-count);
  return text.slice(offsetAfter(text, Math.max(0, countCodePoints(text) - count)));
}

/**
 * Returns `count` characters from position `start`. Positions before the first character count as well, so `middle(text, 0, 3)` returns the
 * first two characters.
 */
function middle(text: string, start: number, count: number): string {
  const length = start < 1 ? count + start - 1 : count;
  const from = offsetAfter(text, Math.max(0, start - 1));
  return length <= 0 ? '' : text.slice(from, offsetAfter(text, length, from));
}

function before(text: string, mark: string): string {
  const index = mark === '' ? -1 : text.indexOf(mark);
  return index === -1 ? text : text.slice(0, index);
}

function after(text: string, mark: string): string {
  const index = mark === '' ? -1 : text.indexOf(mark);
  return index === -1 ? '' : text.slice(index + mark.length);
}
