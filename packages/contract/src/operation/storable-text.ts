import { z } from 'zod';
import { must } from '../problems/requirement.ts';

const sentence = must('storable');

/** PostgreSQL cannot store U+0000, and UTF-8 cannot encode a lone surrogate. */
export const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed();

/** A text that the database can store; other texts are rejected early instead of failing later. */
export function storableText(maxCharacters = 1000): z.ZodString {
  return z.string().max(maxCharacters).refine(isStorable, sentence);
}

function holdsOnlyStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, part]) => isStorable(key) && holdsOnlyStorable(part));
}

/** Any JSON value that the database can store. */
export const storableJson = z.unknown().refine(holdsOnlyStorable, sentence);
