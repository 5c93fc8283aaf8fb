import type { z } from 'zod';
import { must } from '../problems/requirement.ts';
import { storableText } from './storable-text.ts';

const isLineEnd = (character: string | undefined): boolean => character === '\n' || character === '\r';

/** Removes line endings at both ends of a secret. They do not belong to it, but are often copied with it from a file or a terminal. */
function withoutOuterLineEnds(text: string): string {
  let start = 0;
  let end = text.length;
  while (isLineEnd(text[start])) start += 1;
  while (end > start && isLineEnd(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

/**
 * Creates the schema of a user name or password in one line. Line endings at its ends are removed, spaces are kept, and all other control
 * characters are rejected.
 */
export const secretText = (maxCharacters: number): z.ZodString =>
  storableText(maxCharacters)
    .overwrite(withoutOuterLineEnds)
    .refine((text) => !/\p{Cc}/u.test(text), must('one-line'));

/** Creates the schema of a token that is sent in a header: printable ASCII. White space at its ends is removed. */
export const tokenText = (maxCharacters: number): z.ZodString =>
  storableText(maxCharacters)
    .trim()
    .refine((text) => /^[\x20-\x7e]*$/.test(text), must('header-text'));
