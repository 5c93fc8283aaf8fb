import { meaningsOf, wordsOf } from './synonyms-rules.ts';

export interface PreparedName {
  meanings: readonly string[];
  trigrams: ReadonlySet<string>;
}

export function prepareName(name: string): PreparedName {
  const padded = ` ${wordsOf(name).join(' ')} `;
  const trigrams = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at += 1) trigrams.add(padded.slice(at, at + 3));
  return { meanings: meaningsOf(name), trigrams };
}

/** Returns how much two sets have in common, from 0 to 1 (Dice coefficient). */
function shared(a: Iterable<string>, sizeOfA: number, b: { has(one: string): boolean; size: number }): number {
  if (sizeOfA === 0 || b.size === 0) return 0;
  let both = 0;
  for (const one of a) if (b.has(one)) both += 1;
  return (2 * both) / (sizeOfA + b.size);
}

/** Returns the share of trigrams that two names have in common, from 0 (none) to 1 (all). */
export const letterSimilarity = (a: PreparedName, b: PreparedName): number =>
  shared(a.trigrams, a.trigrams.size, b.trigrams);

/** Returns the similarity of two names, from 0 to 1, by the meanings of their words or by their letters. */
export function nameSimilarity(a: PreparedName, b: PreparedName): number {
  const meanings = shared(a.meanings, a.meanings.length, new Set(b.meanings));
  // Letters alone are weak evidence. For example, "height" and "weight" have most of their letters in common.
  return Math.max(meanings, 0.6 * letterSimilarity(a, b));
}
