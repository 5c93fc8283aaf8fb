import type { ClientId } from '../../platform/core.ts';
import type { Condition } from '../views/product-condition-rules.ts';
import type { ResolvedFilter } from '../views/product-filter-rules.ts';
import { containsTokens, equalsToken, presentToken } from './search-token-rules.ts';

const textColumns: ReadonlySet<Condition['target']> = new Set(['productId', 'name'] as const);

/**
 * The kinds of conditions that the index supports. `texts` means conditions on families, categories, and parts of ids and names. `texts` is
 * false while the index contains groups that were made with an earlier version of the text folding.
 */
interface Searchable {
  texts: boolean;
}

const keys: ReadonlySet<Condition['target']> = new Set(['family', 'category'] as const);

function conditionTokens(clientId: ClientId, { target, path, test }: Condition, { texts }: Searchable): number[] {
  switch (test.kind) {
    case 'equals':
      return !texts && keys.has(target) ? [] : [equalsToken(clientId, target, path, test.text)];
    case 'contains': {
      // Every value contains the empty string, so no token can narrow the search.
      if (test.text === '') return [];
      const present = presentToken(clientId, target, path);
      return texts && textColumns.has(target) ? [present, ...containsTokens(clientId, test.text)] : [present];
    }
    case 'begins':
    case 'any-of':
    case 'range':
    case 'present':
      return [presentToken(clientId, target, path)];
    case 'differs':
    case 'empty':
      return [];
  }
}

/** Returns the tokens that every matching product has. Empty if the index cannot be used for this filter. */
export function filterTokens(clientId: ClientId, filter: ResolvedFilter, has: Searchable = { texts: true }): number[] {
  const tokens = filter.conditions.flatMap((condition) => conditionTokens(clientId, condition, has));
  if (!has.texts) return [...new Set(tokens)];
  if (filter.family !== undefined) tokens.push(equalsToken(clientId, 'family', [], filter.family));
  if (filter.category !== undefined) tokens.push(equalsToken(clientId, 'category', [], filter.category));
  if (filter.text !== undefined) tokens.push(...containsTokens(clientId, filter.text));
  return [...new Set(tokens)];
}
