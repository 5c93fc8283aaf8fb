import { textValue } from '../values/value.ts';
import { define } from './definition.ts';

const text = { name: 't', kind: 'text' } as const;
const result = { of: 'text' } as const;
const space = 32;
const lastAscii = 127;
/** Matches one character of white space, U+FEFF or U+200B. Only single characters are tested, so that long runs take linear time. */
const blank = /[\s\u200b\ufeff]/;

export const spaceFunctions = [
  define('trim', { parameters: [text], result, apply: (_run, t) => textValue(trim(t)) }),
  define('squeeze', {
    parameters: [text, { name: 'lines', kind: 'choice', isOptional: true, choices: ['lines'] }],
    result,
    apply: (run, t, lines) => run.countRead(t.length) ?? textValue(lines === undefined ? squeeze(t) : squeezeLines(t)),
  }),
];

/** Removes white space, U+FEFF and U+200B at both ends. */
export function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && blank.test(text.charAt(start))) start += 1;
  while (end > start && blank.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function squeeze(text: string): string {
  return isSqueezed(text) ? text : trim(text).replaceAll(/\s+/g, ' ');
}

/**
 * Returns true for ASCII text whose only white space is single spaces between other characters. Most text has this form and needs no
 * pattern.
 */
function isSqueezed(text: string): boolean {
  let isAfterSpace = true;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < space || code > lastAscii || (code === space && isAfterSpace)) return false;
    isAfterSpace = code === space;
  }
  return !isAfterSpace;
}

/** Squeezes the white space in each line. Keeps at most one empty line between two other lines. */
export function squeezeLines(text: string): string {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).map(squeeze);
  const kept = lines.filter((line, index) => line !== '' || lines[index - 1] !== '');
  return trim(kept.join('\n'));
}
