import { type RawBuilder, sql } from 'kysely';
import { jsonPath } from './product-filter-views.ts';
import type { ValueField } from './value-field-rules.ts';

const columns = {
  family: sql<string>`nfc_text(product.family)`,
  category: sql<string>`nfc_text(product.category)`,
};

/** Builds an SQL expression for the distinct values of a field of a `product` row, as an array of non-empty texts. */
export function fieldTexts({ target, path }: ValueField): RawBuilder<string[]> {
  if (target !== 'values') return sql<string[]>`array_remove(array[nullif(${columns[target]}, '')], null)`;
  const [id] = path;
  const values = sql`product."values"`;
  const all = sql<string[]>`array(
    select distinct found.value #>> '{}'
    from jsonb_path_query(${values}, ${jsonPath(path)}::jsonpath) as found (value)
    where jsonb_typeof(found.value) = 'string' and found.value #>> '{}' <> ''
  )`;
  if (path.length > 1) return all;
  // a single text at the top level is read without jsonpath, which takes five times as long
  return sql<string[]>`(case jsonb_typeof(${values} -> ${id}::text)
    when 'string' then array_remove(array[nullif(${values} ->> ${id}::text, '')], null)
    else ${all}
  end)`;
}
