import { type RawBuilder, sql } from 'kysely';
import type { ClientId, Connection } from '../../platform/index.ts';
import type { ValueField } from '../views/value-field-rules.ts';
import { fieldTexts } from '../views/value-field-views.ts';
import { type Lookup, partsAfter } from './search-views.ts';

interface CountedPart {
  /** Number of matching products per value. */
  values: { value: string; products: number }[];
  products: number;
  /** Number of matching products without a value. */
  missing: number;
  /** True if less frequent values were left out. */
  hasMore: boolean;
  /** All products up to this id were counted. Undefined if all products were counted. */
  through: string | undefined;
}

/** Maximum number of characters of a listed value. Longer values only count as present. Keys of kind `exact` are cut at 400 characters. */
export const maxValueLength = 399;
/** Maximum number of values that one call of `countValuesInParts` returns. */
const maxValues = 2_000;

/**
 * Counts the values of a field in the matching products of the next parts. Returns the most frequent values, at most `maxValues`.
 * @param page.parts see `findInParts`
 */
export async function countValuesInParts(
  connection: Connection,
  { clientId, source, predicate }: Lookup,
  page: { after: string; parts: number },
  field: ValueField,
): Promise<CountedPart> {
  const texts: RawBuilder<string[]> = fieldTexts(field);
  const { rows } = await sql<{ value: string | null; products: number; missing: number; through: string | null }>`
    with part as materialized (${partsAfter(clientId, source, page.after, page.parts)}), matched as materialized (
      select looked.texts
      from part
      cross join lateral (
        select ${texts} as texts
        from product
        where product.client_id = ${clientId}
          and product.product_id >= part.first_id collate "C"
          and product.product_id <= part.last_id collate "C"
          and product.product_id > ${page.after}
          and ${predicate}
        order by product.product_id
        offset 0
      ) as looked
    )
    select
      null as value,
      count(*) as products,
      count(*) filter (where cardinality(matched.texts) = 0) as missing,
      (select part.last_id from part where part.place = ${page.parts}) as through
    from matched
    union all
    (
      select held.value, count(*), 0, null
      from matched
      cross join lateral unnest(matched.texts) as held (value)
      where length(held.value) <= ${maxValueLength}
      group by held.value
      order by count(*) desc
      limit ${maxValues + 1}
    )`.execute(connection);
  const total = rows.find(({ value }) => value === null);
  if (!total) throw new Error('an aggregate returned no row');
  const values = rows.flatMap(({ value, products }) => (value === null ? [] : { value, products }));
  return {
    values: values.slice(0, maxValues),
    products: total.products,
    missing: total.missing,
    hasMore: values.length > maxValues,
    through: total.through ?? undefined,
  };
}

/**
 * Returns the number of products per key of an order of kind `exact`, for at most `max` keys. '' is the key of products without a value.
 */
export async function listKeyCounts(
  connection: Connection,
  clientId: ClientId,
  orderId: string,
  max: number,
): Promise<{ value: string; products: number }[]> {
  const { rows } = await sql<{ value: string; products: number }>`
    select product_order_count.key as value, product_order_count.products
    from product_order_count
    where product_order_count.client_id = ${clientId}
      and product_order_count.order_id = ${orderId}::bigint
      and product_order_count.products > 0
    limit ${max}`.execute(connection);
  return rows;
}

/** Returns the number of products with a key of an order of kind `exact`. */
export async function countWithKey(
  connection: Connection,
  clientId: ClientId,
  orderId: string,
  key: string,
): Promise<number> {
  const { rows } = await sql<{ products: number }>`
    select product_order_count.products
    from product_order_count
    where product_order_count.client_id = ${clientId}
      and product_order_count.order_id = ${orderId}::bigint
      and product_order_count.key = ${key}`.execute(connection);
  return rows[0]?.products ?? 0;
}

/** Returns the field's values in the products with the lowest and the highest key of an order. */
export async function findEnds(
  connection: Connection,
  clientId: ClientId,
  orderId: string,
  field: ValueField,
): Promise<{ min: string | null; max: string | null }> {
  const end = (direction: RawBuilder<unknown>) => sql<string | null>`(
    select (${fieldTexts(field)})[1]
    from (
      select product_order_key.product_id
      from product_order_key
      where product_order_key.client_id = ${clientId}
        and product_order_key.order_id = ${orderId}::bigint
        and product_order_key.key is not null
      order by product_order_key.key ${direction}
      limit 1
    ) as last
    join product on product.client_id = ${clientId} and product.product_id = last.product_id
  )`;
  const { rows } = await sql<{ min: string | null; max: string | null }>`
    select ${end(sql`asc`)} as min, ${end(sql`desc`)} as max`.execute(connection);
  return rows[0] ?? { min: null, max: null };
}
