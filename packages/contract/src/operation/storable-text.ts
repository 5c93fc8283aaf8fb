import { z } from 'zod';
import { must } from '../problems/requirement.ts';

const sentence = must('storable');

/** Returns true if PostgreSQL can store a string. It cannot store U+0000, and a lone surrogate cannot be encoded in UTF-8. */
export const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed();

/** Creates the schema of a string that the database can store, of at most `maxCharacters` characters. */
export function storableText(maxCharacters = 1000): z.ZodString {
  return z.string().max(maxCharacters).refine(isStorable, sentence);
}

function holdsOnlyStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, part]) => isStorable(key) && holdsOnlyStorable(part));
}

/** Returns a schema that also rejects strings, anywhere in the value, that the database cannot store. */
export function storable<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.refine(holdsOnlyStorable, sentence);
}

/** Schema of any JSON value that the database can store. */
export const storableJson = z.unknown().refine(holdsOnlyStorable, sentence);
