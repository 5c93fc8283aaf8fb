import { columnLetters } from '../rows-types.ts';
import { quotedText, shownText } from '../text/shown-text.ts';
import type { MappingQuestion } from './mapping-types.ts';

/**
 * Creates a question about a column of a table, worded for the user.
 * @param text the end of a sentence that begins with the name of the column
 */
export function columnQuestion(
  code: MappingQuestion['code'],
  at: Omit<MappingQuestion, 'code' | 'message'> & { column: number; header: string },
  text: string,
): MappingQuestion {
  const name = at.header === '' ? '' : ` (${shownText(at.header)})`;
  return { code, ...at, message: `Column ${columnLetters(at.column)}${name} ${text}.` };
}

/** Creates a question about a column of a mapping that the table may not have. */
export function mappingQuestion(
  code: MappingQuestion['code'],
  at: Omit<MappingQuestion, 'code' | 'message'> & { header: string },
  text: string,
): MappingQuestion {
  return { code, ...at, message: `Column ${quotedText(at.header)} ${text}.` };
}

/** Returns the text of the question about a date that can be two days. */
export const dateQuestion = (value: string): string =>
  `contains ${quotedText(value)}, which can be two different days. State the order of day and month`;
