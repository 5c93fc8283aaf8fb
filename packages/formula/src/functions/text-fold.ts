import { textValue } from '../values/value.ts';
import { define } from './definition.ts';
import type { Run } from './run.ts';

const text = { name: 't', kind: 'text' } as const;
const result = { of: 'text' } as const;

/** Letters that have no decomposition, in both cases. */
const letters: ReadonlyMap<string, string> = new Map(
  'ß:ss ẞ:SS æ:ae Æ:AE œ:oe Œ:OE ø:o Ø:O đ:d Đ:D ð:d Ð:D þ:th Þ:Th ł:l Ł:L ħ:h Ħ:H ı:i ŧ:t Ŧ:T ŋ:n Ŋ:N ĸ:k'
    .split(' ')
    .map((pair): [string, string] => [pair.charAt(0), pair.slice(2)]),
);
const foldable = /[ßẞæÆœŒøØđĐðÐþÞłŁħĦıŧŦŋŊĸ]/g;
const ascii = /^[\0-\x7f]*$/;

export const foldFunctions = [
  define('fold', {
    parameters: [text],
    result,
    apply: (run, t) => countFolding(run, t) ?? textValue(fold(t)),
  }),
  define('slug', {
    parameters: [text],
    result,
    apply: (run, t) => countFolding(run, t) ?? textValue(slug(t)),
  }),
];

/** Counts twice the length of non-ASCII text, because folding can lengthen it. A single character can become up to 18 (U+FDFA). */
const countFolding = (run: Run, text: string) => run.countText(ascii.test(text) ? text.length : text.length * 2);

function fold(text: string): string {
  if (ascii.test(text)) return text;
  const plain = text.normalize('NFKD').replaceAll(/\p{M}+/gu, '');
  return plain.replaceAll(foldable, (letter) => letters.get(letter) ?? letter);
}

/** Keeps letters and digits of every script; otherwise nothing of a Greek name would remain. */
function slug(text: string): string {
  return fold(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}
