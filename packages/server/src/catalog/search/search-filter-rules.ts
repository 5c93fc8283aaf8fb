import type { ClientId } from '../../platform/core.ts';
import type { Condition } from '../views/product-condition-rules.ts';
import type { ResolvedFilter } from '../views/product-filter-rules.ts';
import { containsTokens, equalsToken, presentToken } from './search-token-rules.ts';

const textColumns: ReadonlySet<Condition['target']> = new Set(['productId', 'name'] as const);

function conditionTokens(clientId: ClientId, { target, path, test }: Condition): number[] {
  switch (test.kind) {
    case 'equals':
      return [equalsToken(clientId, target, path, test.text)];
    case 'contains': {
      // Every value contains the empty string, so no token can narrow the search.
      if (test.text === '') return [];
      const present = presentToken(clientId, target, path);
      return textColumns.has(target) ? [present, ...containsTokens(clientId, test.text)] : [present];
    }
    case 'present':
      return [presentToken(clientId, target, path)];
    case 'empty':
      return [];
  }
}

/** Returns tokens that every matching product has; empty if the index cannot be used for this filter. */
export function filterTokens(clientId: ClientId, filter: ResolvedFilter): number[] {
  const tokens = filter.conditions.flatMap((condition) => conditionTokens(clientId, condition));
  if (filter.family !== undefined) tokens.push(equalsToken(clientId, 'family', [], filter.family));
  if (filter.category !== undefined) tokens.push(equalsToken(clientId, 'category', [], filter.category));
  if (filter.text !== undefined) tokens.push(...containsTokens(clientId, filter.text));
  return [...new Set(tokens)];
}
