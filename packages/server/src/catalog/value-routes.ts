import * as contract from '@pimento/contract';
import { type Clock, clientRoute, createHalfTurns, type Database, type Route } from '../platform/index.ts';
import { loadStructure } from '../structure/index.ts';
import { categoryLevel } from './search/category-tree-rules.ts';
import { isNarrowing } from './search/product-search-service.ts';
import { countValues, findValueEnds } from './search/value-count-service.ts';
import { endsOf, topValues } from './search/value-list-rules.ts';
import { resolveFilter } from './views/product-filter-rules.ts';
import { categoryField, resolveValueField } from './views/value-field-rules.ts';

/** Maximum number of different values that are read to find the most frequent ones. */
const maxValues = 1_000;
const maxCategories = 20_000;

/** Creates the routes that list values and categories for filtering products. */
export function valueRoutes(deps: { database: Database; clock: Clock }): Route[] {
  const turns = createHalfTurns();
  return [
    clientRoute(contract.listProductValues, async ({ caller: { clientId }, query, signal }) => {
      const structure = await loadStructure(deps.database, clientId);
      const field = resolveValueField(structure, query.field);
      const asked = { clientId, filter: resolveFilter(structure, query), field, maxValues };
      using _turn = await turns.enter(clientId, signal);
      const counts = await countValues(deps, asked, signal);
      const isRange = field.kind === 'number' || field.kind === 'date';
      // If there are few different values, the lowest and the highest of them are the ends. If the counts are incomplete, the ends are not
      // requested, because that would create a second order for each field, and a client can have only a few orders.
      const hasMany = counts.hasMore || (counts.isComplete && counts.values.size > maxValues);
      const known = isRange && hasMany && !isNarrowing(asked.filter) ? await findValueEnds(deps, asked) : undefined;
      const { products, missing } = counts;
      const isComplete = counts.isComplete && (!isRange || !counts.hasMore || known !== undefined);
      // The order for counting has quantities as texts, so their ends are known only if all values were read.
      const ends = known ?? endsOf(field, field.units && hasMany ? [] : counts.values.keys());
      return { status: 200, body: { ...topValues(counts, query.limit), products, missing, ...ends, isComplete } };
    }),
    clientRoute(contract.listProductCategories, async ({ caller: { clientId }, query, signal }) => {
      const structure = await loadStructure(deps.database, clientId);
      const asked = {
        clientId,
        filter: resolveFilter(structure, query),
        field: categoryField,
        maxValues: maxCategories,
      };
      using _turn = await turns.enter(clientId, signal);
      const { values, products, missing, isComplete, hasMore } = await countValues(deps, asked, signal);
      const counted = Array.from(values, ([path, count]) => ({ path, products: count }));
      const categories = categoryLevel(counted, query.under);
      return { status: 200, body: { categories, products, missing, isComplete: isComplete && !hasMore } };
    }),
  ];
}
