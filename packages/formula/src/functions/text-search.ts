import { textValue } from '../values/value.ts';
import { define } from './definition.ts';
import { countMatching, firstMatch, replaceMatches } from './pattern.ts';
import { maxText, type Run } from './run.ts';
import { Problem } from '../values/problem.ts';

const text = { name: 't', kind: 'text' } as const;
const pattern = { name: 'pattern', kind: 'pattern' } as const;
const part = { name: 'part', kind: 'text', isRest: true } as const;
const truth = { of: 'truth' } as const;
const result = { of: 'text' } as const;

export const searchFunctions = [
  define('replace', {
    parameters: [text, { name: 'find', kind: 'text' }, { name: 'with', kind: 'text' }],
    result,
    apply: (run, t, find, replacement) => {
      if (find === '' || !t.includes(find)) return run.countRead(t.length) ?? t;
      const parts = t.split(find);
      const length = t.length + (parts.length - 1) * (replacement.length - find.length);
      return run.countText(length) ?? run.countRead(t.length) ?? textValue(parts.join(replacement));
    },
  }),
  define('replaceMatch', {
    parameters: [text, pattern, { name: 'with', kind: 'text' }],
    result,
    apply: (run, t, compiled, replacement) => {
      const problem = countMatching(run, compiled, t);
      if (problem !== undefined) return problem;
      const replaced = replaceMatches(compiled, t, replacement, maxText);
      if (replaced === undefined) return new Problem('too-much-work', { limit: 'characters', max: maxText });
      return run.countText(replaced.length) ?? textValue(replaced);
    },
  }),
  define('match', {
    parameters: [text, pattern, { name: 'group', kind: 'integer', isOptional: true, fallback: '0' }],
    result,
    apply: (run, t, compiled, group = 0) =>
      countMatching(run, compiled, t) ?? textValue(firstMatch(compiled, t)?.[group] ?? ''),
  }),
  define('matches', {
    parameters: [text, pattern],
    result: truth,
    apply: (run, t, compiled) => countMatching(run, compiled, t) ?? compiled.matcher.matcher(t).find(),
  }),
  define('contains', {
    parameters: [text, part],
    result: truth,
    apply: (run, t, parts) => testParts(run, t, parts, (one) => t.includes(one)),
  }),
  define('startsWith', {
    parameters: [text, part],
    result: truth,
    apply: (run, t, parts) => testParts(run, t, parts, (one) => t.startsWith(one)),
  }),
  define('endsWith', {
    parameters: [text, part],
    result: truth,
    apply: (run, t, parts) => testParts(run, t, parts, (one) => t.endsWith(one)),
  }),
];

/** Returns true if at least one part that is not empty passes a test. */
function testParts(
  run: Run,
  text: string,
  parts: readonly string[],
  test: (part: string) => boolean,
): boolean | Problem {
  return run.countRead(text.length * parts.length) ?? parts.some((part) => part !== '' && test(part));
}
