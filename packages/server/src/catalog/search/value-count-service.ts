import { type ClientId, type Connection, limitedRead, planAlongKeys } from '../../platform/core.ts';
import { isSmallCatalogue, prepareOrder } from './order-service.ts';
import type { OrderState } from './order-views.ts';
import { matches } from '../views/product-filter-views.ts';
import type { ResolvedFilter } from '../views/product-filter-rules.ts';
import type { ValueField } from '../views/value-field-rules.ts';
import type { OrderKind } from '../views/value-order-rules.ts';
import { chooseSource, isNarrowing, type SearchDeps } from './product-search-service.ts';
import { getSearchState, type Lookup } from './search-views.ts';
import { countValuesInParts, countWithKey, findEnds, listKeyCounts, maxValueLength } from './value-count-views.ts';

/** The values of a field in matching products. */
export interface ValueCounts {
  /** Number of products per value. */
  values: Map<string, number>;
  products: number;
  missing: number;
  /** False if the numbers are lower bounds. */
  isComplete: boolean;
  /** True if `values` does not contain all values. */
  hasMore: boolean;
}

interface ValueQuery {
  clientId: ClientId;
  filter: ResolvedFilter;
  field: ValueField;
  /** Maximum number of values to read from the index. */
  maxValues: number;
}

/** Approximate time limit for counting products one by one, for large and small catalogues. */
const countMs = { large: 70, small: 400 };
/** Number of parts (see `findInParts`) in the first step. The size of later steps depends on the remaining time. */
const firstParts = { all: 500, since: 500, assets: 500, outcomes: 500, states: 500, groups: 20 } as const;
const maxParts = 20_000;
const statementMs = 10_000;

const noCounts = (): ValueCounts => ({
  values: new Map(),
  products: 0,
  missing: 0,
  isComplete: true,
  hasMore: false,
});

/** Counts the values of matching products one by one, in id order, until the time limit is reached. */
async function countOneByOne(
  { clock }: SearchDeps,
  connection: Connection,
  lookup: Lookup,
  { field, ms }: { field: ValueField; ms: number },
): Promise<ValueCounts> {
  const startedAt = clock.monotonic();
  const counts = noCounts();
  let after = '';
  let scanned = 0;
  for (let parts: number = firstParts[lookup.source.kind]; ;) {
    const part = await countValuesInParts(connection, lookup, { after, parts }, field);
    counts.products += part.products;
    counts.missing += part.missing;
    counts.hasMore ||= part.hasMore;
    for (const { value, products } of part.values) counts.values.set(value, (counts.values.get(value) ?? 0) + products);
    if (part.through === undefined) return counts;
    after = part.through;
    scanned += parts;
    const spent = clock.monotonic() - startedAt;
    // half of what fits into the remaining time, because later products can be larger
    parts = Math.min(maxParts, Math.floor(((ms - spent) / spent) * scanned * 0.5));
    if (parts < firstParts[lookup.source.kind] / 4) return { ...counts, isComplete: false };
  }
}

/**
 * Reads the number of products per value that an order stores. Does not read all of them if there are more than `maxValues` values.
 * @param total the number of all products, returned if not all counts are read; undefined if it is not known
 */
async function countByOrder(
  { database }: SearchDeps,
  { clientId, maxValues }: ValueQuery,
  { orderId }: OrderState,
  total: number | undefined,
): Promise<ValueCounts> {
  const counts = noCounts();
  const rows = await listKeyCounts(database, clientId, orderId, maxValues + 2);
  for (const { value, products } of rows) {
    counts.products += products;
    if (value === '') counts.missing = products;
    else if (value.length <= maxValueLength) counts.values.set(value, products);
  }
  if (rows.length < maxValues + 2) return counts;
  const missing = await countWithKey(database, clientId, orderId, '');
  return { ...counts, products: total ?? counts.products, missing, isComplete: total !== undefined, hasMore: true };
}

/** Returns the order of a field and a kind if it is built, otherwise undefined. Creates the order if necessary. */
async function findBuiltOrder(
  deps: SearchDeps,
  { clientId, field }: ValueQuery,
  kind: OrderKind,
): Promise<OrderState | undefined> {
  if (field.orderField === undefined) return undefined;
  const order = await prepareOrder(deps, clientId, { field: field.orderField, kind });
  return order?.built === null ? order : undefined;
}

/**
 * Counts the values of a field in matching products. The counts are exact if few products match. They are also exact if the filter matches
 * all products and products have at most one value for the field, because an order of kind `exact` then stores the counts. Otherwise counts
 * until the time limit is reached.
 * @param signal cancels the count
 * @throws PimentoError query-too-slow
 */
export async function countValues(deps: SearchDeps, query: ValueQuery, signal?: AbortSignal): Promise<ValueCounts> {
  const { clientId, filter, field } = query;
  const { products } = await getSearchState(deps.database, clientId);
  const isLarge = !isSmallCatalogue(products);
  const order = isLarge ? await findBuiltOrder(deps, query, 'exact') : undefined;
  if (order && !isNarrowing(filter)) return countByOrder(deps, query, order, products);
  const counts = await limitedRead(deps.database, { statementMs, signal }, async (connection) => {
    const source = await chooseSource(connection, clientId, filter);
    await planAlongKeys(connection);
    const lookup = { clientId, source, predicate: matches(clientId, filter) };
    return countOneByOne(deps, connection, lookup, { field, ms: isLarge ? countMs.large : countMs.small });
  });
  if (counts.isComplete || !order) return counts;
  const known = await countByOrder(deps, query, order, products);
  for (const value of known.values.keys()) if (!counts.values.has(value)) counts.values.set(value, 0);
  return { ...counts, hasMore: known.hasMore };
}

/**
 * Returns the lowest and the highest value of a field of numbers or dates in all products of a large catalogue.
 * @returns undefined if the catalogue is small, or if the field has no order that is built
 */
export async function findValueEnds(
  deps: SearchDeps,
  query: ValueQuery,
): Promise<{ min: string | null; max: string | null } | undefined> {
  const { clientId, field } = query;
  const { products } = await getSearchState(deps.database, clientId);
  if (isSmallCatalogue(products)) return undefined;
  const order = await findBuiltOrder(deps, query, field.kind);
  return order && findEnds(deps.database, clientId, order.orderId, field);
}
