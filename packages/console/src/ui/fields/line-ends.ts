/** A text field shows and reports every line ending as LF. The functions of this file preserve the line endings of the stored text. */

/** Matches a line ending of any kind. */
const lineEnd = /\r\n|\r|\n/;
/** Matches all line endings that are not LF. */
const allLineEnds = /\r\n?/g;

/** Returns the text in the form that a text field shows. */
export const shownLines = (text: string): string => text.replaceAll(allLineEnds, '\n');

/** Returns the first line ending of the text, or undefined if the text has only one line. */
const firstLineEnd = (text: string): string | undefined => lineEnd.exec(text)?.[0];

/** Converts an index in the displayed text to an index in the original text. */
function indexIn(text: string, shownIndex: number): number {
  let index = 0;
  for (let left = shownIndex; left > 0; left--) index += text.startsWith('\r\n', index) ? 2 : 1;
  return index;
}

/**
 * Applies the user's input to the text. Line endings that the user did not touch stay unchanged. New line endings match the first line
 * ending.
 * @param before the text before typing, with its original line endings
 * @param typed the whole text of the field after typing
 * @param lines false if the text should have one line. Typed or pasted line endings are then removed or replaced with a space
 * @param original a text whose line endings are used if `before` has none
 */
export function keepLineEnds(before: string, typed: string, { lines = true, original = '' } = {}): string {
  const shown = shownLines(before);
  const shorter = Math.min(shown.length, typed.length);
  let start = 0;
  while (start < shorter && shown[start] === typed[start]) start++;
  let end = 0;
  while (end < shorter - start && shown.at(-1 - end) === typed.at(-1 - end)) end++;
  const added = shownLines(typed.slice(start, typed.length - end));
  const ending = firstLineEnd(before) ?? firstLineEnd(original) ?? '\n';
  const kept = lines ? added.replaceAll('\n', ending) : added.replace(/^\n+|\n+$/g, '').replaceAll(/\n+/g, ' ');
  return join(join(before.slice(0, indexIn(before, start)), kept), before.slice(indexIn(before, shown.length - end)));
}

/**
 * Joins two parts. A CR at the end of the first part and an LF at the beginning of the second part must not become one CRLF, so the LF
 * becomes a separate CRLF.
 */
const join = (head: string, tail: string): string =>
  head.endsWith('\r') && tail.startsWith('\n') ? `${head}\r\n${tail.slice(1)}` : head + tail;
