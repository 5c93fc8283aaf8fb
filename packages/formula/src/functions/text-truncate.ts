import { countCodePoints, graphemeStart, offsetAfter, offsetAfterBytes, utf8Length } from '../values/code-points.ts';
import { textValue } from '../values/value.ts';
import { define } from './definition.ts';

const text = { name: 't', kind: 'text' } as const;
const count = { name: 'n', kind: 'integer' } as const;
const result = { of: 'text' } as const;
/** Maximum share of the text that may be dropped so that it ends after a whole word. If more would be lost, the text ends inside a word. */
const maxLoss = 0.3;
const blank = /\s/;
const idle = /[\s\p{P}]/u;

export const truncateFunctions = [
  define('truncate', {
    parameters: [
      text,
      count,
      { name: 'end', kind: 'text', isOptional: true, fallback: '"…"' },
      { name: 'at', kind: 'choice', isOptional: true, choices: ['word', 'char'], fallback: '"word"' },
    ],
    result,
    apply: (run, t, n, end = '…', at = 'word') => {
      // No text has more characters than code units.
      if (t.length <= n || countCodePoints(t) <= n) return t;
      const problem = run.countRead(t.length);
      if (problem !== undefined) return problem;
      const room = n - countCodePoints(end);
      if (room <= 0) return textValue(t.slice(0, graphemeStart(t, offsetAfter(t, n))));
      return cut(t, offsetAfter(t, room), at === 'word') + end;
    },
  }),
  define('truncateBytes', {
    parameters: [text, count, { name: 'end', kind: 'text', isOptional: true, fallback: '""' }],
    result,
    apply: (run, t, n, end = '') => {
      const problem = run.countRead(t.length);
      if (problem !== undefined) return problem;
      if (utf8Length(t) <= n) return t;
      const room = n - utf8Length(end);
      if (room <= 0) return textValue(t.slice(0, graphemeStart(t, offsetAfterBytes(t, n))));
      return textValue(cut(t, offsetAfterBytes(t, room), true) + end);
    },
  }),
];

/**
 * Returns the text up to the offset or, if `atWord`, up to the last end of a word before it. Removes white space and punctuation at the
 * end.
 */
function cut(text: string, offset: number, atWord: boolean): string {
  const wordEnd = atWord ? endOfWord(text, offset) : undefined;
  let end = wordEnd ?? graphemeStart(text, offset);
  while (end > 0 && idle.test(lastCharacter(text, end))) end -= lastCharacter(text, end).length;
  return text.slice(0, end);
}

/** Returns the offset at which the last whole word ends, or undefined if too much text would be lost. */
function endOfWord(text: string, offset: number): number | undefined {
  if (blank.test(text.charAt(offset))) return offset;
  const earliest = offset * (1 - maxLoss);
  for (let end = offset - 1; end >= earliest && end > 0; end -= 1) if (blank.test(text.charAt(end))) return end;
  return undefined;
}

function lastCharacter(text: string, end: number): string {
  const unit = text.charCodeAt(end - 1);
  return unit >= 0xdc00 && unit <= 0xdfff && end > 1 ? text.slice(end - 2, end) : text.charAt(end - 1);
}
