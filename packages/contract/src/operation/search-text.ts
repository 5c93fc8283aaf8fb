import { z } from 'zod';
import { must } from '../problems/requirement.ts';
import { cleanIdentifier, trimUnseen } from '../text/index.ts';

/** Text to search for. PostgreSQL cannot store U+0000, so text that contains it could never match and is rejected. */
export const searchText = z.string().refine((text) => !text.includes('\u0000'), must('no-null-character'));

/** An id of a stored object. An id that is empty after cleaning cannot exist, so it is rejected. */
export const searchedId = searchText
  .min(1, must('not-empty'))
  .refine((text) => text === '' || cleanIdentifier(text) !== '', must('not-blank'));

/** A part of an id or a name to search for. Blank text would match every id and name, so it is rejected. */
export const partOfName = searchText
  .max(255)
  .transform(trimUnseen)
  .refine((text) => text !== '', must('not-blank'))
  .optional()
  .describe(
    'Matches part of the id or the name, case-insensitive. White space and invisible characters at the ends are ignored',
  );
