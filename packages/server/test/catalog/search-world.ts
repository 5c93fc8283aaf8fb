import { sql } from 'kysely';
import { findPage } from '../../src/catalog/search/product-search-service.ts';
import { matches } from '../../src/catalog/views/product-filter-views.ts';
import type { ResolvedFilter } from '../../src/catalog/views/product-filter-rules.ts';
import { filterTokens } from '../../src/catalog/search/search-filter-rules.ts';
import { countInGroups } from '../../src/catalog/search/search-views.ts';
import { type Connection, clientIdOf, planAlongKeys, systemClock, type Transaction } from '../../src/platform/index.ts';

export const noFilter: ResolvedFilter = {
  productIds: undefined,
  family: undefined,
  category: undefined,
  text: undefined,
  updatedSince: undefined,
  assetStates: undefined,
  conditions: [],
};

const where = (path: string[], test: ResolvedFilter['conditions'][number]['test']): ResolvedFilter => ({
  ...noFilter,
  conditions: [{ target: 'values', path, test }],
});

/** Filters of many kinds, which match many, few or none of the products that `productOf` generates. */
export const filters: ResolvedFilter[] = [
  noFilter,
  { ...noFilter, text: 'shirt' },
  { ...noFilter, text: 'İstan' },
  { ...noFilter, text: 'k-1' },
  { ...noFilter, text: '1' },
  { ...noFilter, text: 'é' },
  { ...noFilter, text: '%' },
  { ...noFilter, text: 'nothing like it' },
  { ...noFilter, family: 'f1' },
  { ...noFilter, family: 'f1', category: 'c2', text: 'sh' },
  { ...noFilter, updatedSince: new Date(0), text: 'blue' },
  where(['color'], { kind: 'equals', text: 'blue' }),
  where(['color'], { kind: 'contains', text: 'LU' }),
  where(['color'], { kind: 'present' }),
  where(['color'], { kind: 'empty' }),
  where(['price', 'currency'], { kind: 'equals', text: 'EUR' }),
  where(['price', 'currency'], { kind: 'empty' }),
  where(['price'], { kind: 'present' }),
  { ...where(['color'], { kind: 'equals', text: 'red' }), family: 'f2', text: 'k-2' },
];

/**
 * Generates a product from a seed. Ids do not follow the order of creation. There are only a few different values, so that some filters
 * match many products.
 */
function productOf(seed: number): {
  id: string;
  name: string | null;
  family: string;
  category: string;
  values: object;
} {
  const pick = <T>(list: readonly [T, ...T[]], divisor: number): T =>
    list[Math.floor(seed / divisor) % list.length] ?? list[0];
  return {
    id: `K-${(seed * 7919) % 97}`,
    name: pick([null, 'Blue Shirt', 'SHIRT 100%', 'İSTANBUL', 'Café É', 'x'], 97),
    family: pick(['f1', 'f2', 'f3'], 11),
    category: pick(['c1', 'c2'], 5),
    values: pick<object>(
      [
        {},
        { color: 'blue' },
        { color: ['red', 'blue'] },
        { price: [{ currency: 'EUR', amount: '1' }, { currency: 'USD' }] },
        { color: '', price: [{}] },
      ],
      13,
    ),
  };
}

export async function writeProduct(connection: Connection, clientId: string, seed: number): Promise<void> {
  const { id, name, family, category, values } = productOf(seed);
  await sql`
    insert into product (client_id, product_id, name, family, category, "values", created_by)
    values (${clientId}, ${id}, ${name}, ${family}, ${category}, ${JSON.stringify(values)}::jsonb, 'system:test')
    on conflict (client_id, product_id) do update
    set
      name = excluded.name, family = excluded.family, category = excluded.category, "values" = excluded."values",
      revision = product.revision + 1, updated_at = now()`.execute(connection);
}

export async function removeProduct(connection: Connection, clientId: string, seed: number): Promise<void> {
  await sql`
    delete from product
    where product.client_id = ${clientId} and product.product_id = ${productOf(seed).id}`.execute(connection);
}

/** Finds matching products with a table scan and returns their ids. */
export async function scan(connection: Connection, clientId: string, filter: ResolvedFilter): Promise<string[]> {
  const { rows } = await sql<{ productId: string }>`
    select product.product_id as "productId"
    from product
    where product.client_id = ${clientId} and ${matches(clientIdOf(clientId), filter)}
    order by product.product_id`.execute(connection);
  return rows.map(({ productId }) => productId);
}

/** Returns the ids of all pages of a search in one transaction. */
export async function searchAll(
  connection: Transaction,
  clientId: string,
  filter: ResolvedFilter,
  limit: number,
): Promise<string[]> {
  await planAlongKeys(connection);
  const found: string[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof findPage>> = await findPage(
      { connection, clock: systemClock },
      { clientId: clientIdOf(clientId), filter, after, limit, ms: undefined },
    );
    found.push(...page.rows.map(({ productId }) => productId));
    after = page.through;
  } while (after !== null);
  return found;
}

/** Counts matching products with the index only. Returns undefined if the filter has no tokens to look up in the index. */
export async function countByIndex(
  connection: Connection,
  clientId: string,
  filter: ResolvedFilter,
): Promise<number | undefined> {
  const tokens = filterTokens(clientIdOf(clientId), filter);
  if (tokens.length === 0) return undefined;
  const { count } = await countInGroups(
    connection,
    { clientId: clientIdOf(clientId), predicate: matches(clientIdOf(clientId), filter) },
    tokens,
    undefined,
  );
  return count;
}
