import type { FoundFeed } from '../feed-types.ts';

const foodFields =
  /"(?:product_name|nutriments|categories_tags|ingredients_text|countries_tags|brands_tags|images)"\s*:/g;

/**
 * Detects a feed by the beginning of a JSON text. Returns undefined for any other text, such as products in the import format.
 * @param text the beginning of the file
 */
export function findJsonFeed(text: string): FoundFeed | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  if (/"@context"\s*:\s*[^}]{0,200}?schema\.org/.test(text))
    return { feed: 'json-ld', reason: 'a JSON-LD document with the vocabulary of schema.org' };
  const first = text.trimStart().split('\n', 1)[0] ?? '';
  if (/"__ID"/i.test(first)) return undefined;
  const fields = new Set(first.match(foodFields));
  if (/"(?:code|_id)"\s*:\s*"?\d/.test(first) && fields.size >= 3)
    return { feed: 'open-food-facts', reason: 'the first line has code and other fields of Open Food Facts' };
  return undefined;
}
