import { type Result, textValue } from '../values/value.ts';
import { define } from './definition.ts';
import type { Run } from './run.ts';

const languages = ['tr', 'az', 'lt'] as const;
const lang = { name: 'lang', kind: 'choice', isOptional: true, choices: languages } as const;
const text = { name: 't', kind: 'text' } as const;
const result = { of: 'text' } as const;
/** Character codes of `a` and `z`, and the difference between the codes of a lower-case and an upper-case letter. */
const firstSmall = 97;
const lastSmall = 122;
const toUpper = 32;
const letter = /\p{L}/u;
const word = /[^\s\-‐‑]+/gu;

export const caseFunctions = [
  define('upper', {
    parameters: [text, lang],
    result,
    apply: (run, t, language) => changeCase(run, t, (all) => all.toLocaleUpperCase(language ?? 'en')),
  }),
  define('lower', {
    parameters: [text, lang],
    result,
    apply: (run, t, language) => changeCase(run, t, (all) => all.toLocaleLowerCase(language ?? 'en')),
  }),
  define('capitalize', {
    parameters: [text],
    result,
    apply: (run, t) => changeCase(run, t, capitalize),
  }),
  define('title', {
    parameters: [text],
    result,
    apply: (run, t) => changeCase(run, t, (all) => all.replaceAll(word, (one) => capitalize(one.toLowerCase()))),
  }),
];

/** Changes the letter case of text. One letter can become up to three letters, as `ﬃ` becomes `FFI`. */
function changeCase(run: Run, text: string, change: (text: string) => string): Result {
  const problem = run.countText(text.length);
  if (problem !== undefined) return problem;
  const changed = change(text);
  return run.countGrowth(text, changed) ?? textValue(changed);
}

/** Changes the first letter to upper case. If it becomes several letters, only the first is upper case, so ß becomes `Ss`. */
function capitalize(text: string): string {
  const code = text.charCodeAt(0);
  if (code >= firstSmall && code <= lastSmall) return String.fromCharCode(code - toUpper) + text.slice(1);
  const index = text.search(letter);
  if (index === -1) return text;
  const first = String.fromCodePoint(text.codePointAt(index) ?? 0);
  const [upper = '', ...rest] = first.toUpperCase();
  return text.slice(0, index) + upper + rest.join('').toLowerCase() + text.slice(index + first.length);
}
