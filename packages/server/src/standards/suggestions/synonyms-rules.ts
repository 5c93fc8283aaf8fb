import rows from './synonyms.json' with { type: 'json' };

/** Words that are ignored in comparisons, because they add nothing to the meaning of a name. */
const fillers = new Set([
  'the',
  'of',
  'a',
  'an',
  'in',
  'der',
  'die',
  'das',
  'des',
  'product',
  'produkt',
  'item',
  'artikel',
  'attribute',
]);

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase();

/**
 * Splits a name into words and folds each word (see `fold`). Words end at characters that are not letters, and before a capital letter that
 * follows a lower-case letter.
 */
const allWordsOf = (name: string): string[] =>
  name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{Mark}]+/u)
    .map(fold)
    .filter((word) => word !== '');

/** Splits a name into words, and omits filler words unless the name has no other words. */
export function wordsOf(name: string): string[] {
  const words = allWordsOf(name);
  const meaningful = words.filter((word) => !fillers.has(word));
  return meaningful.length === 0 ? words : meaningful;
}

/**
 * Maps a name, as letters without spaces, to its group of synonyms. Each row of synonyms.json has the names of one meaning in English,
 * German, French, Spanish, Italian and Dutch. The first name represents the group.
 */
const groupOf = new Map<string, string>(
  rows.flatMap((row) => {
    const names = row.split(', ').map((name) => allWordsOf(name).join(''));
    return names.map((name): [string, string] => [name, names[0] ?? name]);
  }),
);

/**
 * Returns the meanings of a name. Each word is replaced by the first name of its group. If the name as a whole is a synonym, it has one
 * meaning.
 */
export function meaningsOf(name: string): string[] {
  const words = wordsOf(name);
  const whole = groupOf.get(allWordsOf(name).join('')) ?? groupOf.get(words.join(''));
  return whole === undefined ? [...new Set(words.map((word) => groupOf.get(word) ?? word))] : [whole];
}
