import { z } from 'zod';
import { must } from '../problems/requirement.ts';

const sentence = must('storable');

/** PostgreSQL holds no U+0000, and UTF-8 no half surrogate pairs. */
export const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed();

/** A text that can be kept, or looked up: what cannot be kept is refused instead of failing later. */
export function storableText(mostCharacters = 1000): z.ZodString {
  return z.string().max(mostCharacters).refine(isStorable, sentence);
}

function holdsOnlyStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, part]) => isStorable(key) && holdsOnlyStorable(part));
}

/** Any JSON that can be kept. */
export const storableJson = z.unknown().refine(holdsOnlyStorable, sentence);
