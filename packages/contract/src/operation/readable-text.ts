import type { z } from 'zod';
import { must } from '../problems/requirement.ts';
import { isVisible } from '../text/index.ts';
import { storableText } from './storable-text.ts';

/**
 * Creates the schema of a text that people read, such as a name or a comment. White space at its ends is removed. A text that contains only
 * blanks and invisible characters is rejected, because it would look empty.
 */
export const readableText = (maxCharacters: number): z.ZodString =>
  storableText(maxCharacters)
    .trim()
    .min(1, must('not-empty'))
    .refine((text) => text === '' || isVisible(text), must('not-blank'));
